// SPDX-License-Identifier: Apache-2.0
#include "tileglot/hlo/pass/constraints/values.h"

#include <fmt/format.h>

#include <cstddef>
#include <cstdint>
#include <utility>

#include "tileglot/core/error.h"
#include "tileglot/hlo/ir/attribute.h"
#include "tileglot/hlo/ir/ids.h"
#include "tileglot/hlo/ir/instruction.h"
#include "tileglot/hlo/ir/module.h"
#include "tileglot/hlo/ir/opcode.h"
#include "tileglot/hlo/pass/module/shape_tree.h"
#include "tileglot/notation/xla/shape/shape.h"

namespace tileglot::hlo::pass {
namespace {

constexpr std::size_t kMaxPlaces = std::size_t{1} << 26;

core::Error too_large(const Instruction& instruction) {
  return {
      {.code = "hlo.limit",
       .message = fmt::format("the tuples of the module hold more than {} arrays, {} among them",
                              kMaxPlaces, instruction.name),
       .span = instruction.place,
       .help = "a tuple that holds a tuple twice doubles what it holds; take it apart"}};
}

/// Arrays of one rank, or tuples of as many elements: a layout of one is one of the other.
bool are_alike(const notation::xla::Shape& a, const notation::xla::Shape& b) {
  return is_array(a) == is_array(b) && rank(a) == rank(b) && a.elements.size() == b.elements.size();
}

}  // namespace

core::Result<Values> Values::of(const Module& module) {
  Values result(module);
  TILEGLOT_TRY_STATUS(result.number_places());
  for (const ComputationId computation : module.computations()) {
    for (const InstructionId id : module.instructions(computation)) result.find_sources(id);
  }
  for (const ComputationId computation : module.computations()) {
    for (const InstructionId id : module.instructions(computation)) result.list_readers(id);
  }
  return result;
}

core::Status Values::number_places() {
  const std::size_t bound = module_->instruction_bound();
  trees_by_instruction_.resize(bound, nullptr);
  begins_.resize(bound, 0);
  next_readers_.resize(bound);
  for (const ComputationId computation : module_->computations()) {
    for (const InstructionId id : module_->instructions(computation)) {
      const ShapeTree& tree = trees_.of((*module_)[id].shape);
      if (instructions_.size() + tree.size() > kMaxPlaces) {
        return core::fail(too_large((*module_)[id]));
      }
      trees_by_instruction_[index_of(id)] = &tree;
      begins_[index_of(id)] = static_cast<std::uint32_t>(instructions_.size());
      instructions_.insert(instructions_.end(), tree.size(), id);
    }
  }
  sources_.reserve(instructions_.size());
  for (std::uint32_t i = 0; i < instructions_.size(); ++i) sources_.push_back(ValueId{i});
  first_readers_.resize(sources_.size());
  last_readers_.resize(sources_.size());
  return {};
}

bool Values::has_elements(InstructionId id) const { return !tree(id).shape(0).elements.empty(); }

/// The part of `id` at `at`, with all that it holds, comes from the operand's part at `from`.
void Values::take_from(InstructionId id, Position at, InstructionId operand, Position from) {
  const Position size = tree(id).size_of(at);
  if (size != tree(operand).size_of(from)) return;
  for (Position i = 0; i < size; ++i) {
    if (!are_alike(tree(id).shape(at + i), tree(operand).shape(from + i))) return;
  }
  for (Position i = 0; i < size; ++i) {
    sources_[index_of(place(id, at + i))] = source(operand, from + i);
  }
}

void Values::find_sources(InstructionId id) {
  const Instruction& instruction = (*module_)[id];
  const auto operands = module_->operands(id);
  switch (instruction.opcode) {
    case Opcode::kGetTupleElement: {
      const auto index = static_cast<std::size_t>(integer_of(instruction, AttributeKey::kIndex));
      return take_from(id, 0, operands[0], tree(operands[0]).child(0, index));
    }
    case Opcode::kTuple:
      for (std::size_t i = 0; i < operands.size(); ++i) {
        take_from(id, tree(id).child(0, i), operands[i], 0);
      }
      return;
    case Opcode::kAddDependency:
    case Opcode::kDomain:
    case Opcode::kOptBarrier: return take_from(id, 0, operands[0], 0);
    case Opcode::kCopy:
      // A copy of a tuple is a new tuple of the same elements.
      for (std::size_t i = 0; i < tree(id).shape(0).elements.size(); ++i) {
        take_from(id, tree(id).child(0, i), operands[0], tree(operands[0]).child(0, i));
      }
      return;
    case Opcode::kSend:
      if (has_elements(id)) take_from(id, tree(id).child(0, 0), operands[0], 0);
      return;
    case Opcode::kRecvDone:
      if (has_elements(id) && has_elements(operands[0]))
        take_from(id, tree(id).child(0, 0), operands[0], tree(operands[0]).child(0, 0));
      return;
    default: return;
  }
}

void Values::list_readers(InstructionId id) {
  if (!tree(id).is_array()) return;
  const std::size_t from = index_of(source(id, 0));
  auto& last = last_readers_[from];
  (last ? next_readers_[index_of(*last)] : first_readers_[from]) = id;
  last = id;
}

bool passes_on(const Module& module, InstructionId user, std::size_t operand) {
  switch (module[user].opcode) {
    case Opcode::kGetTupleElement:
    case Opcode::kTuple:
    case Opcode::kDomain:
    case Opcode::kOptBarrier:
    case Opcode::kRecvDone: return true;
    case Opcode::kAddDependency:
    case Opcode::kSend: return operand == 0;
    case Opcode::kCopy: return !notation::xla::is_array(module.shape_of(user));
    default: return false;
  }
}

}  // namespace tileglot::hlo::pass
