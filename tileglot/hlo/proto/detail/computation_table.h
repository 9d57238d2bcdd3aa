// SPDX-License-Identifier: Apache-2.0
// computation_table.h: the computations and instructions of a module's message, by their ids.
//
// What     ComputationTable::read lists them with their names; find looks a computation up,
//          ComputationEntry::find an instruction.
// Why      Messages refer to instructions and computations by number, texts by name.
// Units    An instruction's id is unique in its computation; newer messages add the computation's id
//          in the upper 32 bits, of the instruction or of those that refer to it.
// Errors   hlo.proto (an id twice, a root that is not there, a name that no text can have, a
//          schedule of other instructions).
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "tileglot/core/error.h"
#include "tileglot/hlo/proto/detail/message.h"
#include "tileglot/notation/xla/shape/primitive_type.h"

namespace tileglot::hlo {

struct InstructionEntry {
  std::int64_t id = 0;
  std::string_view name = {};
  std::string_view opcode = {};
  Message fields = {};
};

struct ComputationEntry {
  std::int64_t id = 0;
  std::int64_t root = 0;
  std::string_view name = {};
  std::string_view thread = {};
  std::vector<InstructionEntry> instructions = {};
  std::unordered_map<std::int64_t, std::size_t> places = {};

  /// The place of the instruction of this id; nullopt where there is none.
  std::optional<std::size_t> place_of(std::int64_t instruction) const;
  /// nullptr where there is none.
  const InstructionEntry* find(std::int64_t instruction) const;
};

class ComputationTable {
 public:
  static core::Result<ComputationTable> read(const Message& module);

  const std::vector<ComputationEntry>& computations() const { return computations_; }
  /// nullptr where there is none.
  const ComputationEntry* find(std::int64_t computation) const;

 private:
  core::Status add(const Message& computation);
  core::Status order_by_schedule(const Message& schedule);

  std::vector<ComputationEntry> computations_ = {};
  std::unordered_map<std::int64_t, std::size_t> places_ = {};
};

/// The operation that an async-start runs where its computation has only this one, on its
/// parameters in order; nullptr otherwise. Texts write `copy-start` for it.
const InstructionEntry* only_operation(const ComputationEntry& computation);

}  // namespace tileglot::hlo
