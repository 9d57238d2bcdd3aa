// SPDX-License-Identifier: Apache-2.0
#include "tileglot/relayout/reshard/sharded.h"

#include <fmt/format.h>

#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "tileglot/core/error.h"
#include "tileglot/map/box.h"
#include "tileglot/map/shard.h"
#include "tileglot/map/subarray.h"
#include "tileglot/relayout/cpu/execute.h"
#include "tileglot/relayout/cpu/shard_moves.h"
#include "tileglot/relayout/cpu/watch.h"
#include "tileglot/relayout/plan/plan.h"
#include "tileglot/relayout/reshard/detail/shard_cut.h"

namespace tileglot::relayout::reshard {
namespace {

core::Error of_target(std::size_t number, core::Error error) {
  error->message = fmt::format("target shard {}: {}", number, error->message);
  return error;
}

core::Result<plan::Plan> plan_of(const ShardBox& cut, const map::Shard& source,
                                 const map::Shard& target, int element_bits) {
  TILEGLOT_TRY(from, map::subarray(source.map, map::slices_of(cut.box, source.begin)));
  TILEGLOT_TRY(to, map::subarray(target.map, map::slices_of(cut.box, target.begin)));
  // The whole shard is known to be injective.
  return plan::plan(from, to, element_bits, {.check_injective = false});
}

/// The plan of each target to itself.
core::Result<std::vector<plan::Plan>> plans_of_targets(std::span<const map::Shard> targets,
                                                       int element_bits) {
  std::vector<plan::Plan> plans;
  plans.reserve(targets.size());
  for (std::size_t i = 0; i < targets.size(); ++i) {
    auto own = plan::plan(targets[i].map, targets[i].map, element_bits);
    if (!own) return core::fail(of_target(i, std::move(own).error()));
    plans.push_back(std::move(*own));
  }
  return plans;
}

core::Result<std::vector<cpu::ShardPlan>> plans_of_boxes(std::span<const ShardBox> cut,
                                                         std::span<const map::Shard> sources,
                                                         std::span<const map::Shard> targets,
                                                         int element_bits) {
  std::vector<cpu::ShardPlan> plans;
  plans.reserve(cut.size());
  for (const ShardBox& box : cut) {
    auto plan = plan_of(box, sources[box.source], targets[box.target], element_bits);
    if (!plan) return core::fail(of_target(box.target, std::move(plan).error()));
    plans.push_back({box.source, box.target, std::move(*plan)});
  }
  return plans;
}

}  // namespace

core::Result<ShardedMove> ShardedMove::of(std::span<const std::int64_t> extents,
                                          std::span<const map::Shard> sources,
                                          std::span<const map::Shard> targets, int element_bits,
                                          const cpu::ExecuteOptions& options) {
  TILEGLOT_TRY(cut, cut_shards(extents, sources, targets));
  TILEGLOT_TRY(wanted, plans_of_targets(targets, element_bits));
  TILEGLOT_TRY(moves, plans_of_boxes(cut, sources, targets, element_bits));
  return ShardedMove({sources.size(), std::move(wanted), std::move(moves), options});
}

core::Status ShardedMove::execute(std::span<const std::span<const std::byte>> sources,
                                  std::span<const std::span<std::byte>> targets,
                                  const cpu::Watch& watch) const {
  return moves_.execute(sources, targets, watch);
}

}  // namespace tileglot::relayout::reshard
