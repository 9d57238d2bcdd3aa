// SPDX-License-Identifier: Apache-2.0
// runnable/writer.h: writes one random module that can be run.
//
// What     RunnableWriter(bits, operations, favourites).module() is runnable/module.h's module. An
//          operation takes existing arrays, and later ones may take its results.
// Why      Every kind of operation has its own file: runnable/elementwise.cc, runnable/numbers.cc,
//          runnable/movement.cc, runnable/sums.cc, runnable/calls.cc; common code is in
//          runnable/writer.cc.
// Example  [tests: hlo/run/evaluate_law_test.cc, "every operation occurs"]
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

#include "tileglot/hlo/ir/attribute.h"
#include "tileglot/hlo/ir/ids.h"
#include "tileglot/hlo/ir/module.h"
#include "tileglot/hlo/ir/opcode.h"
#include "tileglot/hlo/run/array/strided_box.h"
#include "tileglot/hlo/run/element/elements.h"
#include "tileglot/hlo/run/element/random_elements.h"
#include "tileglot/hlo/run/operation/array_operation.h"
#include "tileglot/notation/xla/shape/primitive_type.h"
#include "tileglot/notation/xla/shape/shape.h"

namespace tileglot::hlo::run {

/// No array has more elements.
inline constexpr std::int64_t kMaxElements = 300;

/// Row-major.
notation::xla::Shape array_shape(PrimitiveType type, const Extents& extents);
/// 0 1 2 .. n-1
Ints counted(std::size_t n);

class RunnableWriter {
 public:
  RunnableWriter(RandomBits bits, std::size_t operations, std::span<const Opcode> favourites,
                 RandomNumbers numbers)
      : bits_(bits), operations_(operations), favourites_(favourites), numbers_(numbers) {}

  Module module();

 private:
  using Shape = notation::xla::Shape;

  std::size_t dice(std::size_t n) { return static_cast<std::size_t>(bits_.next() % n); }
  std::int64_t between(std::int64_t low, std::int64_t high) {
    return low + static_cast<std::int64_t>(dice(static_cast<std::size_t>(high - low + 1)));
  }
  bool has_fractions() const { return numbers_ == RandomNumbers::kAny; }
  PrimitiveType any_type() {
    return has_fractions() || dice(2) == 0 ? PrimitiveType::kF32 : PrimitiveType::kS32;
  }
  void keep(InstructionId id) { values_.push_back(id); }
  InstructionId any_value() { return values_[dice(values_.size())]; }
  Extents extents_of_value(InstructionId id) const { return extents_of(module_.shape_of(id)); }
  PrimitiveType type_of(InstructionId id) const { return module_.shape_of(id).type; }

  Extents any_extents();
  Ints any_permutation(std::size_t n);
  // Computations on scalars: 0 and 1 are add and maximum, 2 and 3 LT and GE, 4 add and maximum of
  // a pair, of f32; then the same of s32.
  void applied(Opcode opcode, PrimitiveType type);
  void comparator(PrimitiveType type, std::string_view direction);
  void paired(PrimitiveType type);
  Attribute direction_of(std::string_view word);
  ComputationId scalar_computation(PrimitiveType type, std::size_t which) const;
  InstructionId add(Opcode opcode, PrimitiveType type, const Extents& extents,
                    std::vector<InstructionId> operands, std::vector<Attribute> attributes = {});
  InstructionId scalar(PrimitiveType type, double value);
  /// Brings numbers back between -4 and 4, fractions between -1 and 1, so that nothing grows.
  void keep_small(InstructionId id);
  /// Keeps a sum of `terms` terms; for fractions the mean, so that it is as exact as its terms.
  void keep_sum(InstructionId id, std::int64_t terms);
  InstructionId filled(PrimitiveType type, const Extents& extents, double value);
  /// A value of the same shape: an existing one, or x under some operation.
  InstructionId partner(InstructionId x);
  void operation();
  void make(Opcode opcode, InstructionId x);
  void make_number(Opcode opcode, InstructionId x);
  /// Makes the last values the result, so that most of the module is used.
  void finish();
  InstructionId element(ComputationId c, InstructionId tuple, std::int64_t index);
  InstructionId counter(ComputationId c, double value);
  Shape state_shape(InstructionId x) const;

  // runnable/elementwise.cc
  void unary(InstructionId x);
  void binary(InstructionId x);
  void select(InstructionId x);
  void convert(InstructionId x);
  /// x in elements of four bits, reversed along its last dimension.
  InstructionId packed(InstructionId x);

  // runnable/numbers.cc
  /// x as another type that can represent it.
  InstructionId as_type(InstructionId x, PrimitiveType type);
  /// Keeps any numbers as small integers.
  void keep_settled(InstructionId x);
  void inexact(InstructionId x);
  void contracting(InstructionId x);
  void inexact_pair(InstructionId x);
  void bits(InstructionId x);
  void bits_pair(InstructionId x);
  void complex(InstructionId x);
  void reduce_precision(InstructionId x);
  void bitcast_convert(InstructionId x);
  /// x plus a device's number or the size of a dimension.
  void own_number(InstructionId x);

  // runnable/movement.cc
  void broadcast(InstructionId x);
  void reshape(InstructionId x);
  void transpose(InstructionId x);
  void slice(InstructionId x);
  void pad(InstructionId x);
  void concatenate(InstructionId x);
  void reverse(InstructionId x);
  /// Indices 0, 2, 4 .. along dimension 0; those out of bounds are moved inside.
  InstructionId indices(std::int64_t n);
  void gather(InstructionId x);
  void dynamic_slice(InstructionId x);

  // runnable/sums.cc
  void reduce(InstructionId x);
  void reduce_pair(InstructionId x);
  void map(InstructionId x);
  void window(InstructionId x);
  void select_and_scatter(InstructionId x);
  void dot(InstructionId x);
  /// x [b, s, f] with a kernel cut from it: [2, f, b].
  void convolution(InstructionId x);
  void scatter(InstructionId x);
  void sort(InstructionId x);

  // runnable/calls.cc
  /// for (i = 0; i < 3; ++i) x = reverse(x)
  void loop(InstructionId x);
  /// A computation of one array: opcode(x).
  ComputationId function_of(InstructionId x, Opcode opcode);
  /// The same, or an existing one that other instructions call too.
  ComputationId called_function_of(InstructionId x, Opcode opcode);
  void conditional(InstructionId x);
  void call(InstructionId x);
  void fusion(InstructionId x);
  /// An operation that returns x itself.
  void same(InstructionId x);
  void tuple(InstructionId x);

  RandomBits bits_;
  std::size_t operations_;
  std::span<const Opcode> favourites_;
  RandomNumbers numbers_;
  Module module_ = {};
  ComputationId entry_ = {};
  std::vector<InstructionId> values_ = {};
  std::vector<std::pair<ComputationId, Opcode>> called_ = {};  ///< functions and their operations
};

}  // namespace tileglot::hlo::run
