// SPDX-License-Identifier: Apache-2.0
// verify_check.h: one instruction under verification, and the error that names a check of XLA's.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "tileglot/core/error.h"
#include "tileglot/hlo/ir/instruction.h"
#include "tileglot/hlo/ir/module.h"
#include "tileglot/notation/xla/shape/shape.h"

namespace tileglot::hlo {

/// The error hlo.verify with `message`, at the instruction's place. `check` is the function of
/// XLA's verifier, or of its shape inference, that refuses it.
tl::unexpected<core::Error> wrong(const Module& module, InstructionId id, std::string_view check,
                                  std::string message);

/// The same for what no instruction has.
tl::unexpected<core::Error> wrong_module(std::string_view check, std::string message);

/// An instruction with its module.
struct Subject {
  const Module& module;
  InstructionId id = {};

  const Instruction& instruction() const { return module[id]; }
  Opcode opcode() const { return instruction().opcode; }
  std::string_view name() const { return name_of(opcode()); }
  const notation::xla::Shape& shape() const { return module.shape_of(id); }
  std::size_t operand_count() const { return module.operands(id).size(); }
  InstructionId operand_id(std::size_t i) const { return module.operand(id, i); }
  const notation::xla::Shape& operand(std::size_t i) const {
    return module.shape_of(operand_id(i));
  }
  const Ints& integers(AttributeKey key) const { return integers_of(instruction(), key); }
  bool has(AttributeKey key) const;
  /// The computation that an attribute names.
  const ComputationId* called(AttributeKey key) const {
    return attribute_of<ComputationId>(instruction(), key);
  }
  const notation::xla::Shape& result_of(ComputationId called) const {
    return module.shape_of(*module[called].root);
  }
  const notation::xla::Shape& parameter_of(ComputationId called, std::size_t i) const {
    return module.shape_of(module[called].parameters[i]);
  }
  tl::unexpected<core::Error> refuse(std::string_view check, std::string message) const;
};

/// Equal except for layouts and which dimensions are dynamic.
bool compatible(const notation::xla::Shape& a, const notation::xla::Shape& b);

bool is_scalar(const notation::xla::Shape& shape);
/// Integral with a sign, floating point or complex.
bool is_signed(notation::xla::PrimitiveType type);
/// As XLA counts them: 8 for pred. 0 for types that are not element types.
std::int64_t bits_of(notation::xla::PrimitiveType type);
notation::xla::Shape scalar_of(notation::xla::PrimitiveType type);
notation::xla::Shape token();
notation::xla::Shape tuple_of(std::span<const notation::xla::Shape> elements);

/// The operands from `first` to before `last`: the one, or a tuple of all.
notation::xla::Shape one_or_tuple(const Subject& subject, std::size_t first, std::size_t last);

/// Refuses the subject if it is not of this shape.
core::Status expect_shape(const Subject& subject, std::string_view check,
                          const notation::xla::Shape& expected);

/// Refuses the subject if an operand is not an array.
core::Status expect_arrays(const Subject& subject, std::string_view check);

/// Refuses dimensions that are repeated or not below `count`.
core::Status expect_dimensions(const Subject& subject, std::string_view check, AttributeKey key,
                               std::size_t count);

}  // namespace tileglot::hlo
