// SPDX-License-Identifier: Apache-2.0
#include "tileglot/hlo/proto/detail/computation_table.h"

#include <fmt/format.h>

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "tileglot/core/error.h"
#include "tileglot/core/utf8.h"
#include "tileglot/hlo/proto/detail/fields.h"
#include "tileglot/hlo/proto/detail/message.h"
#include "tileglot/hlo/proto/detail/value_texts.h"

namespace tileglot::hlo {
namespace {

using core::fail;
using core::Result;
using core::Status;

constexpr std::size_t kMaxNameBytes = 4096;

core::Status check_name(std::string_view what, std::string_view name) {
  if (is_name(name) && name.size() <= kMaxNameBytes) return {};
  return fail(
      bad_proto(fmt::format("{} is called '{}'", what, core::printable(name.substr(0, 64)))));
}

Result<InstructionEntry> read_instruction(const WireField& field) {
  TILEGLOT_TRY(fields, Message::read(field));
  InstructionEntry entry{.id = fields.number(kInstructionId),
                         .name = fields.text(kInstructionName),
                         .opcode = fields.text(kOpcode),
                         .fields = std::move(fields)};
  TILEGLOT_TRY_STATUS(check_name("an instruction", entry.name));
  TILEGLOT_TRY_STATUS(check_name("the operation of an instruction", entry.opcode));
  return entry;
}

Status note_places(ComputationEntry& computation) {
  computation.places.clear();
  for (std::size_t i = 0; i < computation.instructions.size(); ++i) {
    const std::int64_t id = computation.instructions[i].id;
    if (computation.places.emplace(id, i).second) continue;
    return fail(
        bad_proto(fmt::format("two instructions of {} have the id {}", computation.name, id)));
  }
  return {};
}

/// The instructions in the order of a schedule, which lists each once.
Status reorder(ComputationEntry& computation, const std::vector<std::int64_t>& ids) {
  std::vector<InstructionEntry> ordered;
  for (const std::int64_t id : ids) {
    const InstructionEntry* const found = computation.find(id);
    if (found == nullptr) {
      return fail(
          bad_proto(fmt::format("the schedule of {} has an instruction {}, which it does "
                                "not have",
                                computation.name, id)));
    }
    ordered.push_back(*found);
  }
  if (ordered.size() != computation.instructions.size()) {
    return fail(
        bad_proto(fmt::format("the schedule of {} has {} instructions of {}", computation.name,
                              ordered.size(), computation.instructions.size())));
  }
  computation.instructions = std::move(ordered);
  return note_places(computation);
}

}  // namespace

const InstructionEntry* ComputationEntry::find(std::int64_t instruction) const {
  constexpr std::int64_t kIdsOfOne = std::int64_t{1} << 32;
  auto found = places.find(instruction);
  // A number without the computation's id, or one with it where the instruction has none.
  if (found == places.end() && instruction >= 0 && id >= 0 && id < kIdsOfOne / 2) {
    found = places.find(instruction < kIdsOfOne ? id * kIdsOfOne + instruction
                                                : instruction % kIdsOfOne);
  }
  return found == places.end() ? nullptr : &instructions[found->second];
}

const ComputationEntry* ComputationTable::find(std::int64_t computation) const {
  const auto found = places_.find(computation);
  return found == places_.end() ? nullptr : &computations_[found->second];
}

Status ComputationTable::add(const Message& fields) {
  ComputationEntry entry{.id = fields.number(kComputationId),
                         .root = fields.number(kRootId),
                         .name = fields.text(kComputationName),
                         .thread = fields.text(kExecutionThread)};
  TILEGLOT_TRY_STATUS(check_name("a computation", entry.name));
  for (const WireField& field : fields.parts(kInstructions)) {
    TILEGLOT_TRY(instruction, read_instruction(field));
    entry.instructions.push_back(std::move(instruction));
  }
  TILEGLOT_TRY_STATUS(note_places(entry));
  if (!places_.emplace(entry.id, computations_.size()).second) {
    return fail(bad_proto(fmt::format("two computations have the id {}", entry.id)));
  }
  computations_.push_back(std::move(entry));
  return {};
}

/// A schedule is a map from a computation's id to the ids of its instructions.
Status ComputationTable::order_by_schedule(const Message& schedule) {
  TILEGLOT_TRY(sequences, schedule.messages(1));
  for (const Message& sequence : sequences) {
    const auto found = places_.find(sequence.number(1));
    if (found == places_.end()) continue;  // of a computation that was removed since
    TILEGLOT_TRY(list, sequence.message(2));
    TILEGLOT_TRY(ids, list.numbers(1));
    TILEGLOT_TRY_STATUS(reorder(computations_[found->second], ids));
  }
  return {};
}

Result<ComputationTable> ComputationTable::read(const Message& module) {
  ComputationTable table;
  TILEGLOT_TRY(computations, module.messages(kComputations));
  for (const Message& computation : computations) TILEGLOT_TRY_STATUS(table.add(computation));
  TILEGLOT_TRY(schedule, module.message(kSchedule));
  TILEGLOT_TRY_STATUS(table.order_by_schedule(schedule));
  return table;
}

const InstructionEntry* only_operation(const ComputationEntry& computation) {
  const InstructionEntry* const root = computation.find(computation.root);
  if (root == nullptr || root->opcode == "parameter") return nullptr;
  const auto operands = root->fields.numbers(kOperandIds);
  if (!operands || operands->size() + 1 != computation.instructions.size()) return nullptr;
  for (std::size_t i = 0; i < operands->size(); ++i) {
    const InstructionEntry* const operand = computation.find((*operands)[i]);
    const bool is_parameter =
        operand != nullptr && operand->opcode == "parameter" &&
        operand->fields.number(kParameterNumber) == static_cast<std::int64_t>(i);
    if (!is_parameter) return nullptr;
  }
  return root;
}

}  // namespace tileglot::hlo
