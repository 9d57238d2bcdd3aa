// SPDX-License-Identifier: Apache-2.0
#include "tileglot/hlo/ir/partitioning.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "tileglot/hlo/ir/attribute.h"
#include "tileglot/hlo/ir/ids.h"
#include "tileglot/hlo/ir/instruction.h"
#include "tileglot/hlo/ir/module.h"
#include "tileglot/hlo/ir/opcode.h"
#include "tileglot/hlo/ir/replica_groups.h"
#include "tileglot/notation/xla/sharding/sharding.h"
#include "tileglot/notation/xla/sharding/tile_assignment.h"

namespace tileglot::hlo {
namespace {

namespace xla = notation::xla;

/// Calls that a partitioner replaces.
constexpr std::array<std::string_view, 7> kPartitionerCalls{"Sharding",
                                                            "SPMDFullToShardShape",
                                                            "SPMDShardToFullShape",
                                                            "CustomSPMDPartitioning",
                                                            "xla.sdy.FuncResultSharding",
                                                            "xla.sdy.GlobalToLocalShape",
                                                            "xla.sdy.LocalToGlobalShape"};

constexpr std::string_view kShardyAttributes = "xla.sdy.";
constexpr std::string_view kMadeByPartitioner = "_spmd";

/// "main.4628_spmd", "main_spmd.1"
bool is_named_by_partitioner(std::string_view name) {
  const std::size_t at = name.rfind(kMadeByPartitioner);
  if (at == std::string_view::npos) return false;
  const std::size_t end = at + kMadeByPartitioner.size();
  return end == name.size() || name[end] == '.';
}

bool is_collective(Opcode opcode) {
  switch (opcode) {
    case Opcode::kAllGather:
    case Opcode::kAllGatherStart:
    case Opcode::kAllReduce:
    case Opcode::kAllReduceStart:
    case Opcode::kAllToAll:
    case Opcode::kCollectiveBroadcast:
    case Opcode::kCollectivePermute:
    case Opcode::kCollectivePermuteStart:
    case Opcode::kRaggedAllToAll:
    case Opcode::kReduceScatter: return true;
    default: return false;
  }
}

bool has_attribute(const Instruction& instruction, AttributeKey key) {
  return std::ranges::any_of(instruction.attributes,
                             [key](const Attribute& one) { return one.key == key; });
}

bool is_tiled(const xla::Sharding& sharding) {
  if (sharding.kind == xla::ShardingKind::kTuple) {
    return std::ranges::any_of(sharding.elements, is_tiled);
  }
  return sharding.kind == xla::ShardingKind::kTiled;
}

/// How many facts of one kind there are, and an example.
struct Fact {
  std::int64_t count = 0;
  std::string example = {};

  void add(std::string_view name) {
    if (count++ == 0) example = std::string(name);
  }
};

struct Facts {
  Fact calls = {};
  Fact shardy = {};
  Fact names = {};
  Fact shardings = {};
  Fact collectives = {};
  Fact partition_ids = {};
  std::int64_t devices = 1;
};

class Finding {
 public:
  explicit Finding(const Module& module) : module_(module) {}

  Facts find() {
    if (module_.header.frontend_attributes.find(kShardyAttributes) != std::string_view::npos) {
      facts_.shardy.add("the header");
    }
    // A user's function may have such a name too; then the entry does not.
    const bool has_such_names = is_named_by_partitioner(module_[module_.entry()].name);
    for (const ComputationId computation : module_.computations()) {
      if (has_such_names && is_named_by_partitioner(module_[computation].name)) {
        facts_.names.add(module_[computation].name);
      }
      for (const InstructionId id : module_.instructions(computation)) look_at(id);
    }
    return std::move(facts_);
  }

 private:
  void look_at(InstructionId id) {
    const Instruction& one = module_[id];
    if (one.opcode == Opcode::kCustomCall) look_at_call(one);
    if (one.opcode == Opcode::kPartitionId) facts_.partition_ids.add(one.name);
    if (is_collective(one.opcode)) look_at_collective(one);
    if (text_of(one, AttributeKey::kFrontendAttributes).find(kShardyAttributes) !=
        std::string_view::npos) {
      facts_.shardy.add(fmt::format("%{}", one.name));
    }
    look_at_sharding(id);
  }

  void look_at_call(const Instruction& call) {
    const std::string target = unquoted_of(call, AttributeKey::kCustomCallTarget);
    if (std::ranges::find(kPartitionerCalls, target) != kPartitionerCalls.end()) {
      facts_.calls.add(target);
    }
  }

  /// Without a channel a collective is among replicas.
  void look_at_collective(const Instruction& collective) {
    const bool is_over_partitions = has_attribute(collective, AttributeKey::kChannelId) ||
                                    flag_of(collective, AttributeKey::kUseGlobalDeviceIds);
    if (!is_over_partitions) return;
    facts_.collectives.add(collective.name);
    const auto* const groups =
        attribute_of<Shared<ReplicaGroups>>(collective, AttributeKey::kReplicaGroups);
    if (groups != nullptr) count_devices(**groups);
  }

  void count_devices(const ReplicaGroups& groups) {
    if (const auto* const tiles = std::get_if<xla::TileAssignment>(&groups)) {
      facts_.devices = std::max(facts_.devices, xla::tile_count(*tiles));
      return;
    }
    if (const auto* const mesh = std::get_if<MeshGroups>(&groups)) {
      facts_.devices = std::max(facts_.devices, xla::tile_count(mesh->devices));
      return;
    }
    std::int64_t count = 0;
    for (const auto& group : std::get<ListedGroups>(groups)) {
      count += static_cast<std::int64_t>(group.size());
    }
    facts_.devices = std::max(facts_.devices, count);
  }

  void look_at_sharding(InstructionId id) {
    const auto* const sharding =
        attribute_of<Shared<xla::Sharding>>(module_[id], AttributeKey::kSharding);
    if (sharding == nullptr || !is_tiled(**sharding)) return;
    const bool is_in_entry = module_[id].computation == module_.entry();
    const bool is_border =
        is_in_entry && (module_[id].opcode == Opcode::kParameter || module_.is_root(id));
    if (!is_border) facts_.shardings.add(module_[id].name);
  }

  const Module& module_;
  Facts facts_ = {};
};

std::string counted(std::int64_t count, std::string_view one, std::string_view many) {
  return fmt::format("{} {}", count, count == 1 ? one : many);
}

/// A sentence and what it says.
struct Clue {
  bool is_partitioned = false;
  std::string text = {};
};

/// In the order in which they decide.
std::vector<Clue> clues_of(const Facts& facts) {
  std::vector<Clue> clues;
  const auto add = [&clues](const Fact& fact, bool is_partitioned, std::string text) {
    if (fact.count > 0) clues.push_back({is_partitioned, std::move(text)});
  };
  add(facts.calls, false,
      fmt::format("{} a partitioner, such as {}",
                  counted(facts.calls.count, "custom call is for", "custom calls are for"),
                  facts.calls.example));
  add(facts.names, true,
      fmt::format("{} in _spmd, as XLA's partitioner names them, such as {}",
                  counted(facts.names.count, "computation's name ends", "computations' names end"),
                  facts.names.example));
  add(facts.shardy, false,
      fmt::format("Shardy's attributes are in {}{}", facts.shardy.example,
                  facts.shardy.count > 1 ? fmt::format(" and {} more", facts.shardy.count - 1)
                                         : std::string()));
  add(facts.shardings, false,
      fmt::format("{} inside the program, such as %{}",
                  counted(facts.shardings.count, "instruction has a tiled sharding",
                          "instructions have tiled shardings"),
                  facts.shardings.example));
  add(facts.collectives, true,
      fmt::format("{} over partitions, such as %{}",
                  counted(facts.collectives.count, "collective is", "collectives are"),
                  facts.collectives.example));
  add(facts.partition_ids, true,
      fmt::format("%{} is the number of the partition", facts.partition_ids.example));
  return clues;
}

}  // namespace

Partitioning partitioning_of(const Module& module, std::optional<bool> told) {
  const Facts facts = Finding(module).find();
  const std::vector<Clue> clues = clues_of(facts);
  Partitioning result{.is_told = told.has_value(), .devices = facts.devices};
  result.is_partitioned = told.value_or(!clues.empty() && clues.front().is_partitioned);
  for (const Clue& clue : clues) {
    const bool agrees = clue.is_partitioned == result.is_partitioned;
    (agrees ? result.evidence : result.despite).push_back(clue.text);
  }
  return result;
}

}  // namespace tileglot::hlo
