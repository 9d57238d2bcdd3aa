// SPDX-License-Identifier: Apache-2.0
#include "tileglot/hlo/pass/assign/channel_layout_constraints.h"

#include <cstdint>
#include <optional>

#include "tileglot/hlo/ir/attribute.h"
#include "tileglot/hlo/ir/ids.h"
#include "tileglot/hlo/ir/instruction.h"
#include "tileglot/hlo/ir/module.h"
#include "tileglot/hlo/ir/opcode.h"
#include "tileglot/hlo/pass/constraints/layout_constraints.h"
#include "tileglot/hlo/pass/constraints/problem.h"
#include "tileglot/hlo/pass/constraints/rule.h"

namespace tileglot::hlo::pass {
namespace {

/// Nothing where the all-reduce does not have to agree with another.
std::optional<std::int64_t> channel_of(const Problem& problem, InstructionId id) {
  const Module& module = problem.module();
  if (module[id].opcode != Opcode::kAllReduce || module.header.partition_count > 1 ||
      !problem.is_array(id)) {
    return std::nullopt;
  }
  const auto* const channel = attribute_of<std::int64_t>(module[id], AttributeKey::kChannelId);
  return channel == nullptr ? std::nullopt : std::optional(*channel);
}

}  // namespace

void ChannelLayoutConstraints::request(LayoutConstraints& constraints, InstructionId id) const {
  const auto channel = channel_of(constraints.problem(), id);
  if (!channel) return;
  const auto known = layouts_.find(*channel);
  if (known == layouts_.end()) return;
  constraints.request_result(id, known->second, {.rule = Rule::kChannel, .by = id});
}

void ChannelLayoutConstraints::remember(const LayoutConstraints& constraints,
                                        ComputationId computation) {
  const Problem& problem = constraints.problem();
  for (const InstructionId id : problem.module().instructions(computation)) {
    if (const auto channel = channel_of(problem, id)) {
      layouts_.try_emplace(*channel, constraints.layout_of(problem.values().source(id, 0)));
    }
  }
}

}  // namespace tileglot::hlo::pass
