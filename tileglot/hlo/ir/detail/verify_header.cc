// SPDX-License-Identifier: Apache-2.0
// The module's header against its entry: layouts, aliases, donors; and what computations share.
#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "tileglot/core/error.h"
#include "tileglot/hlo/ir/attribute.h"
#include "tileglot/hlo/ir/detail/verify_check.h"
#include "tileglot/hlo/ir/detail/verify_module.h"
#include "tileglot/hlo/ir/instruction.h"
#include "tileglot/hlo/ir/module.h"
#include "tileglot/hlo/ir/opcode.h"
#include "tileglot/notation/xla/shape/leaves.h"
#include "tileglot/notation/xla/shape/print.h"
#include "tileglot/notation/xla/sharding/sharding.h"
#include "tileglot/notation/xla/sharding/tile_assignment.h"

namespace tileglot::hlo {
namespace {

using core::Status;
using notation::xla::Shape;
using notation::xla::Sharding;
using notation::xla::TileAssignment;

constexpr std::string_view kLayout = "ShapeVerifier::VerifyEntryComputationLayout";
constexpr std::string_view kAliases = "HloInputOutputAliasConfig::Verify";

Status verify_entry_layout(const Module& module) {
  const auto& layout = module.header.entry_layout;
  if (!layout) return {};
  const Computation& entry = module[module.entry()];
  if (layout->parameters.size() != entry.parameters.size()) {
    return wrong_module(
        kLayout, fmt::format("the entry layout has {} parameters, and {} has {}",
                             layout->parameters.size(), entry.name, entry.parameters.size()));
  }
  const auto differ = [&](const Shape& stated, InstructionId id, const std::string& what) {
    return wrong_module(kLayout, fmt::format("the entry layout has {} for {}, which is {}",
                                             print(stated), what, print(module.shape_of(id))));
  };
  for (std::size_t i = 0; i < entry.parameters.size(); ++i) {
    const Shape& stated = layout->parameters[i];
    if (!compatible(stated, module.shape_of(entry.parameters[i]))) {
      return differ(stated, entry.parameters[i], fmt::format("parameter {}", i));
    }
  }
  if (compatible(layout->result, module.shape_of(*entry.root))) return {};
  return differ(layout->result, *entry.root, "the result");
}

std::optional<Shape> part_of_parameter(const Module& module, std::int64_t parameter,
                                       const std::vector<std::int64_t>& index) {
  const auto& parameters = module[module.entry()].parameters;
  if (parameter < 0 || static_cast<std::size_t>(parameter) >= parameters.size()) {
    return std::nullopt;
  }
  auto part = notation::xla::subshape(
      module.shape_of(parameters[static_cast<std::size_t>(parameter)]), index);
  return part ? std::optional(std::move(*part)) : std::nullopt;
}

/// Each leaf of the result, and of the parameters, is shared once, and both are arrays.
Status verify_aliases(const Module& module) {
  const std::size_t count = module[module.entry()].parameters.size();
  const Shape& result = module.shape_of(*module[module.entry()].root);
  std::set<std::pair<std::int64_t, std::vector<std::int64_t>>> shared;
  for (const InputOutputAlias& alias : module.header.aliases) {
    const auto from = part_of_parameter(module, alias.parameter, alias.index);
    if (!from) {
      return wrong_module(kAliases, fmt::format("input_output_alias names parameter {} of {}, or a "
                                                "part that it does not have",
                                                alias.parameter, count));
    }
    const auto to = notation::xla::subshape(result, alias.output);
    if (!to || !is_array(*to) || !is_array(*from)) {
      return wrong_module(kAliases, fmt::format("input_output_alias pairs parameter {}, {}, with "
                                                "what is not an array of the result {}",
                                                alias.parameter, print(*from), print(result)));
    }
    if (!shared.emplace(alias.parameter, alias.index).second) {
      return wrong_module(kAliases, fmt::format("input_output_alias shares a part of parameter {} "
                                                "twice",
                                                alias.parameter));
    }
    if (alias.kind == AliasKind::kMay || compatible(*from, *to)) continue;
    return wrong_module(kLayout, fmt::format("input_output_alias must share {} of parameter {} "
                                             "with {} of the result",
                                             print(*from), alias.parameter, print(*to)));
  }
  return {};
}

Status verify_donors(const Module& module) {
  for (const BufferDonor& donor : module.header.donors) {
    if (part_of_parameter(module, donor.parameter, donor.index)) continue;
    return wrong_module("HloBufferDonorConfig::Verify",
                        fmt::format("buffer_donor names parameter {} of {}, or a part that it does "
                                    "not have",
                                    donor.parameter, module[module.entry()].parameters.size()));
  }
  return {};
}

const Sharding* sharding_of(const Module& module, InstructionId id) {
  const auto* const sharding = attribute_of<Shared<Sharding>>(module[id], AttributeKey::kSharding);
  return sharding == nullptr ? nullptr : &**sharding;
}

/// The same tiles on the same devices, listed or in an order.
bool same_tiles(const TileAssignment& a, const TileAssignment& b) {
  if (a == b || a.dims != b.dims) return a == b;
  const auto one = as_listed(a);
  const auto other = as_listed(b);
  return one && other && *one == *other;
}

/// Wherever they come from.
bool same_sharding(const Sharding& a, const Sharding& b) {
  if (a.kind != b.kind || a.device != b.device || a.elements.size() != b.elements.size() ||
      a.last_tile_dim_replicate != b.last_tile_dim_replicate || a.subgroups != b.subgroups) {
    return false;
  }
  return same_tiles(a.tiles, b.tiles) &&
         std::equal(a.elements.begin(), a.elements.end(), b.elements.begin(), same_sharding);
}

/// Those of `others` that have a sharding have one and the same.
Status expect_one_sharding(const Module& module, InstructionId by,
                           std::span<const InstructionId> others) {
  std::optional<InstructionId> first;
  for (const InstructionId id : others) {
    const Sharding* const sharding = sharding_of(module, id);
    if (sharding == nullptr) continue;
    if (!first) first = id;
    if (same_sharding(*sharding_of(module, *first), *sharding)) continue;
    return wrong(
        module, by, "InstructionVerifier::VerifyConsistentSharding",
        fmt::format("{} and {} have different shardings", module[*first].name, module[id].name));
  }
  return {};
}

Status verify_loop_sharding(const Module& module, InstructionId loop) {
  const auto* const body = attribute_of<ComputationId>(module[loop], AttributeKey::kBody);
  const auto* const condition = attribute_of<ComputationId>(module[loop], AttributeKey::kCondition);
  if (body == nullptr || condition == nullptr) return {};
  const std::vector<InstructionId> all{loop, *module[*body].root, module[*body].parameters[0],
                                       module[*condition].parameters[0]};
  return expect_one_sharding(module, loop, all);
}

Status verify_branch_sharding(const Module& module, InstructionId conditional) {
  std::vector<InstructionId> all{conditional};
  for (const ComputationId branch : called_computations(module[conditional])) {
    all.push_back(*module[branch].root);
  }
  return expect_one_sharding(module, conditional, all);
}

/// All all-reduces constrain layouts, or none does.
Status verify_constrained(const Module& module) {
  std::optional<bool> first;
  for (const ComputationId c : module.computations()) {
    for (const InstructionId id : module.instructions(c)) {
      const Opcode opcode = module[id].opcode;
      if (opcode != Opcode::kAllReduce && opcode != Opcode::kAllReduceStart) continue;
      const bool constrained = flag_of(module[id], AttributeKey::kConstrainLayout);
      if (!first) first = constrained;
      if (constrained == *first) continue;
      return wrong(module, id, "VerifyLayoutConstrainedAllReduce",
                   "some all-reduces constrain layouts, and some do not");
    }
  }
  return {};
}

}  // namespace

Status verify_shared_shardings(const Module& module) {
  for (const ComputationId c : module.computations()) {
    for (const InstructionId id : module.instructions(c)) {
      if (module[id].opcode == Opcode::kWhile) {
        TILEGLOT_TRY_STATUS(verify_loop_sharding(module, id));
      } else if (module[id].opcode == Opcode::kConditional) {
        TILEGLOT_TRY_STATUS(verify_branch_sharding(module, id));
      }
    }
  }
  return {};
}

Status verify_header(const Module& module) {
  TILEGLOT_TRY_STATUS(verify_entry_layout(module));
  TILEGLOT_TRY_STATUS(verify_aliases(module));
  TILEGLOT_TRY_STATUS(verify_donors(module));
  return verify_constrained(module);
}

}  // namespace tileglot::hlo
