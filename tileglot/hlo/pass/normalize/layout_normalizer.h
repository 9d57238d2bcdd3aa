// SPDX-License-Identifier: Apache-2.0
// layout_normalizer.h: the building blocks of the rewrites of layout normalization.
//
// What     A LayoutNormalizer gives shapes their row-major form, finds the row-major value that an
//          operand is a bitcast of, and replaces an operation by the rewritten one, followed by the
//          bitcast back to the shape that users know.
//
// Words    normalized(s)   the shape of the same memory whose dimensions are s's, major to minor, and
//                      whose layout therefore is row-major: f32[4,6,8]{0,2,1} is
//                      f32[6,8,4]{2,1,0}
//          order(s)    the dimensions of s, major to minor: (1,2,0). Dimension i of normalized(s) is
//                      dimension order(s)[i] of s.
//          places(s)   its inverse, (2,0,1): dimension d of s is dimension places(s)[d] of
//                      normalized(s).
//          input       an operand's row-major value
//
// Why      A rewrite then is one line about its attribute: a list with a value for each dimension
//          is permuted by order(s), a dimension number is mapped by places(s).
// Example  A slice of an f32[4,6,8]{0,2,1} takes [0:4], [1:5], [2:8]: of f32[6,8,4] it takes [1:5],
//          [2:8], [0:4].
//          [tests: hlo/pass/normalize/layouts_test.cc, "attributes move with their dimensions"]
// Source   XLA, LayoutNormalizationVisitor: GetNormalizedInput, Normalize, MakeBitcastHlo.
#pragma once

#include <cstddef>
#include <cstdint>
#include <unordered_map>
#include <vector>

#include "tileglot/core/permutation.h"
#include "tileglot/hlo/ir/attribute.h"
#include "tileglot/hlo/ir/ids.h"
#include "tileglot/hlo/ir/module.h"
#include "tileglot/notation/xla/shape/shape.h"

namespace tileglot::hlo::pass {

/// True if the shape is not an array, or is a row-major one.
bool is_row_major(const notation::xla::Shape& shape);
/// A missing layout is the row-major one.
bool have_one_order(const notation::xla::Shape& a, const notation::xla::Shape& b);

core::Permutation order(const notation::xla::Shape& array);
core::Permutation places(const notation::xla::Shape& array);

class LayoutNormalizer {
 public:
  /// The module verifies.
  explicit LayoutNormalizer(Module& module)
      : module_(module), first_made_(module.instruction_bound()) {}

  Module& module() { return module_; }
  const Module& module() const { return module_; }
  const notation::xla::Shape& shape(InstructionId id) const { return module_.shape_of(id); }
  const notation::xla::Shape& operand_shape(InstructionId id, std::size_t i) const {
    return module_.shape_of(module_.operand(id, i));
  }

  ShapeId normalized(ShapeId shape);
  /// Whether the shape, or every element of a tuple, is its own normalized shape.
  bool is_normal(ShapeId shape) const;
  ShapeId normalized_shape_of(InstructionId id) { return normalized(module_[id].shape); }

  /// The row-major value of operand i, inserted before `id` if it has to be made.
  InstructionId input(InstructionId id, std::size_t i);
  std::vector<InstructionId> inputs(InstructionId id);

  /// Replaces `id` by the same operation of these operands, with the same attributes except
  /// `changed`. A tuple of arrays is taken apart and rebuilt after it. Returns the new operation.
  InstructionId replace(InstructionId id, std::vector<InstructionId> operands,
                        std::vector<Attribute> changed = {});
  /// The same, and the replacement keeps the name.
  void replace_by_namesake(InstructionId id, std::vector<InstructionId> operands,
                           std::vector<Attribute> changed);
  void replace_by_transpose(InstructionId id, InstructionId input, Ints dimensions);
  /// Precondition: the value has the bytes of `id`.
  void replace_by_bitcast(InstructionId id, InstructionId value);
  InstructionId bitcast(InstructionId value, ShapeId shape, std::vector<Attribute> attributes = {});

  /// Lets the users of an operation that stays as it is read a bitcast of a bitcast to its normal
  /// shape. A bitcast back stays the last of its chain instead, so that thousands of users need not
  /// be moved: it is not settled then, but renewed.
  bool pass_on_normal(InstructionId id);

  /// Moves control dependencies on replaced instructions to their replacements.
  void relay_control();

  /// Whether the instruction need not be visited (again): it was made in normal form, or settle was
  /// called for it. Bitcasts back from a rewritten operation are not settled; users that are
  /// reached later read them through two more.
  bool is_settled(InstructionId id) const;
  void settle(InstructionId id);
  /// How often the bitcast was renewed, so that it has to be visited again.
  std::uint32_t renewals(InstructionId id) const;

 private:
  std::vector<Attribute> kept_attributes(InstructionId id, std::vector<Attribute> changed) const;
  ShapeId normalized_elements(ShapeId tuple);
  InstructionId tuple_as_before(InstructionId made, InstructionId id);
  InstructionId seen_as_before(InstructionId made, InstructionId id);
  void stand_for(InstructionId id, InstructionId made, InstructionId seen);
  void put_pair_behind(InstructionId id);
  void put_pair_in_front(InstructionId bitcast);

  Module& module_;
  std::size_t
      first_made_;  ///< instructions from this id on are bitcasts or are already in normal form
  std::unordered_map<ShapeId, ShapeId> normal_ = {};
  std::unordered_map<InstructionId, InstructionId> replaced_ = {};
  std::vector<bool> settled_ = {};  ///< by instruction
  std::unordered_map<InstructionId, std::uint32_t> renewals_ = {};
};

}  // namespace tileglot::hlo::pass
