// SPDX-License-Identifier: Apache-2.0
// instruction.h: one operation of a computation.
//
// What     An Instruction has a name, an opcode, a shape, attributes, and its position: its
//          computation, its predecessor and successor there, its operands and its uses. The module
//          maintains the links (module.h); everything else may be changed freely.
// Why      Flat: eighty bytes, no pointers to other instructions.
// Example  attribute_of<Ints>(instruction, AttributeKey::kDimensions) is the dimensions of a
//          transpose, or nothing.
//          [tests: hlo/ir/module_test.cc, "a module is made in code"]
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "tileglot/core/error.h"
#include "tileglot/hlo/ir/attribute.h"
#include "tileglot/hlo/ir/ids.h"
#include "tileglot/hlo/ir/opcode.h"

namespace tileglot::hlo {

enum class UseId : std::uint32_t {};

struct Instruction {
  std::string_view name = {};  ///< without `%`; lives in the module's TextPool
  Opcode opcode = Opcode::kTuple;
  /// For async-start, -update and -done that were written as `custom-call-start`: custom-call.
  std::optional<Opcode> wrapped = {};
  bool removed = false;
  ShapeId shape = {};
  ComputationId computation = {};
  std::uint32_t operands_begin = 0;  ///< module.operands(id) is the list
  std::uint32_t operand_count = 0;
  std::optional<UseId> first_use = {};  ///< module.uses(id) is the list
  std::optional<UseId> last_use = {};
  std::optional<InstructionId> previous = {};  ///< module.instructions(computation) is the list
  std::optional<InstructionId> next = {};
  std::vector<Attribute> attributes = {};  ///< each key once, in the order of the keys
  core::Span place = {};  ///< in the text it was read from; {0,0} where there is none
};

/// The attribute's value; nothing where the instruction does not have it. Precondition: T is the
/// type of the key's values.
template <class T>
const T* attribute_of(const Instruction& instruction, AttributeKey key) {
  for (const Attribute& attribute : instruction.attributes) {
    if (attribute.key == key) return std::get_if<T>(&attribute.value);
  }
  return nullptr;
}

/// The value, or `absent`.
std::int64_t integer_of(const Instruction& instruction, AttributeKey key, std::int64_t absent = 0);
bool flag_of(const Instruction& instruction, AttributeKey key, bool absent = false);
/// An empty list if the instruction does not have the attribute.
const Ints& integers_of(const Instruction& instruction, AttributeKey key);
/// The word or text as it was written; empty where there is none.
std::string_view text_of(const Instruction& instruction, AttributeKey key);

/// Replaces the attribute, or inserts it in key order.
void set_attribute(Instruction& instruction, AttributeKey key, AttributeValue value);
void remove_attribute(Instruction& instruction, AttributeKey key);

/// A quoted attribute, such as `custom_call_target="foo"`, without quotation marks and unescaped.
std::string unquoted_of(const Instruction& instruction, AttributeKey key);

/// The computations that it calls, in the order in which XLA visits them: body before condition.
std::vector<ComputationId> called_computations(const Instruction& instruction);

}  // namespace tileglot::hlo
