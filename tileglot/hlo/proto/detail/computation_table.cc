// SPDX-License-Identifier: Apache-2.0
#include "tileglot/hlo/proto/detail/computation_table.h"

#include <fmt/format.h>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "tileglot/core/error.h"
#include "tileglot/hlo/proto/detail/fields.h"
#include "tileglot/hlo/proto/detail/message.h"
#include "tileglot/hlo/proto/detail/value_texts.h"

namespace tileglot::hlo {
namespace {

using core::fail;
using core::Result;
using core::Status;

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

Status check_root(const ComputationEntry& computation) {
  if (computation.find(computation.root) != nullptr) return {};
  return fail(bad_proto(fmt::format("the root of {} is an instruction {}, which it does not have",
                                    computation.name, computation.root)));
}

/// The instructions in the order of a schedule, which lists each once.
Status reorder(ComputationEntry& computation, const std::vector<std::int64_t>& ids) {
  const std::size_t count = computation.instructions.size();
  if (ids.size() != count) {
    return fail(bad_proto(fmt::format("the schedule of {} has {} instructions of {}",
                                      computation.name, ids.size(), count)));
  }
  std::vector<bool> taken(count);
  std::vector<InstructionEntry> ordered;
  ordered.reserve(count);
  for (const std::int64_t id : ids) {
    const auto place = computation.place_of(id);
    if (!place || taken[*place]) {
      return fail(
          bad_proto(fmt::format("the schedule of {} has an instruction {}, which it {}",
                                computation.name, id, place ? "has before" : "does not have")));
    }
    taken[*place] = true;
    ordered.push_back(std::move(computation.instructions[*place]));
  }
  computation.instructions = std::move(ordered);
  return note_places(computation);
}

}  // namespace

std::optional<std::size_t> ComputationEntry::place_of(std::int64_t instruction) const {
  constexpr std::int64_t kIdsOfOne = std::int64_t{1} << 32;
  auto found = places.find(instruction);
  // A number without the computation's id, or one with it where the instruction has none.
  if (found == places.end() && instruction >= 0 && id >= 0 && id < kIdsOfOne / 2) {
    if (instruction < kIdsOfOne) {
      found = places.find(id * kIdsOfOne + instruction);
    } else if (instruction / kIdsOfOne == id) {
      found = places.find(instruction % kIdsOfOne);
    }
  }
  return found == places.end() ? std::nullopt : std::optional(found->second);
}

const InstructionEntry* ComputationEntry::find(std::int64_t instruction) const {
  const auto place = place_of(instruction);
  return place ? &instructions[*place] : nullptr;
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
  TILEGLOT_TRY_STATUS(check_root(entry));
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
