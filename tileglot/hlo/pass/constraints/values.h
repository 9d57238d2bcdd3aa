// SPDX-License-Identifier: Apache-2.0
// values.h: which arrays a module makes, and where each of them is passed on.
//
// What     Every part of every instruction's shape is a place; its number is a ValueId.
//          source(place) is the place where the array in it was made: its own, or the one from
//          which a get-tuple-element, a tuple, a copy of a tuple or an optimization barrier has it.
//          A layout belongs to a source. readers(source) lists the instructions that are arrays and
//          refer to it.
// Why      A constraint on the result of get-tuple-element is one on what the tuple was made of.
//          Since no operation of HLO chooses between tuples any more, every place has one source,
//          and following it is one load.
// Units    A ValueId counts places over all instructions; an instruction's are consecutive.
// Example  t = tuple(a, b); g = get-tuple-element(t), index=1; n = negate(g): the source of g is b,
//          and the readers of b are b and g.
//          [tests: hlo/pass/constraints/values_test.cc, "what is taken out of a tuple was put into
//          it"]
// Errors   hlo.limit where a module has more than 2^26 places: its tuples contain one another many
//          times over.
// Source   XLA, TuplePointsToAnalysis, LogicalBuffer.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "tileglot/core/error.h"
#include "tileglot/hlo/ir/ids.h"
#include "tileglot/hlo/ir/module.h"
#include "tileglot/hlo/pass/module/shape_tree.h"

namespace tileglot::hlo::pass {

enum class ValueId : std::uint32_t {};

constexpr std::size_t index_of(ValueId id) { return static_cast<std::size_t>(id); }

class Values {
 public:
  /// The module must live as long, and its shapes and operands must not change.
  static core::Result<Values> of(const Module& module);

  std::size_t count() const { return sources_.size(); }
  const ShapeTree& tree(InstructionId id) const { return *trees_by_instruction_[index_of(id)]; }
  ValueId place(InstructionId id, Position at) const { return ValueId{begins_[index_of(id)] + at}; }
  ValueId source(ValueId id) const { return sources_[index_of(id)]; }
  ValueId source(InstructionId id, Position at) const { return source(place(id, at)); }
  bool is_source(ValueId id) const { return source(id) == id; }
  InstructionId instruction_of(ValueId id) const { return instructions_[index_of(id)]; }
  Position position_of(ValueId id) const {
    return static_cast<Position>(index_of(id)) - begins_[index_of(instruction_of(id))];
  }
  const notation::xla::Shape& shape(ValueId id) const {
    return tree(instruction_of(id)).shape(position_of(id));
  }

  template <class Visit>
  void for_each_reader(ValueId source, const Visit& visit) const {
    for (auto at = first_readers_[index_of(source)]; at; at = next_readers_[index_of(*at)]) {
      visit(*at);
    }
  }

 private:
  explicit Values(const Module& module) : module_(&module), trees_(module) {}

  core::Status number_places();
  void find_sources(InstructionId id);
  bool has_elements(InstructionId id) const;
  void take_from(InstructionId id, Position at, InstructionId operand, Position from);
  void list_readers(InstructionId id);

  const Module* module_;
  ShapeTrees trees_;
  std::vector<const ShapeTree*> trees_by_instruction_ = {};
  std::vector<std::uint32_t> begins_ = {};
  std::vector<InstructionId> instructions_ = {};
  std::vector<ValueId> sources_ = {};
  std::vector<std::optional<InstructionId>> first_readers_ = {};
  std::vector<std::optional<InstructionId>> last_readers_ = {};
  std::vector<std::optional<InstructionId>> next_readers_ = {};
};

/// Whether the user passes the operand on unchanged: an operand of a tuple, a tuple that is copied.
bool passes_on(const Module& module, InstructionId user, std::size_t operand);

}  // namespace tileglot::hlo::pass
