// SPDX-License-Identifier: Apache-2.0
#include "tileglot/relayout/cpu/window.h"

#include <algorithm>
#include <cstddef>
#include <span>
#include <utility>
#include <vector>

#include "tileglot/core/error.h"
#include "tileglot/map/subarray.h"
#include "tileglot/relayout/cpu/detail/watcher.h"
#include "tileglot/relayout/cpu/detail/window_cut.h"
#include "tileglot/relayout/cpu/execute.h"
#include "tileglot/relayout/cpu/relayout.h"
#include "tileglot/relayout/plan/buffers.h"
#include "tileglot/relayout/plan/plan.h"

namespace tileglot::relayout::cpu {
namespace {

core::Result<PreparedPlan> plan_of(const Window& source, const Window& target, int element_bits,
                                   const RelayoutOptions& options) {
  TILEGLOT_TRY(from, map::subarray(source.map, source.slices));
  TILEGLOT_TRY(to, map::subarray(target.map, target.slices));
  ExecuteOptions around = options.execute;
  around.zero_fill = false;
  return options.plans().prepared(from, to, element_bits, around);
}

bool moves_by_tables(const plan::Plan& plan) {
  const auto is_strided = [](const plan::Loop& loop) { return loop.is_strided(); };
  return !std::ranges::all_of(plan.nests, [&](const plan::Nest& nest) {
    return std::ranges::all_of(nest.loops, is_strided);
  });
}

/// The plans that move the whole window: one, or those of its pieces where these move by loops.
core::Result<std::vector<PreparedPlan>> plans_of(const PreparedPlan& whole, const Window& source,
                                                 const Window& target,
                                                 const RelayoutOptions& options) {
  if (!moves_by_tables(whole.plan())) return std::vector{whole};
  std::vector<PreparedPlan> plans;
  for (const WindowPair& pair : cut_windows(source.map, source.slices, target.map, target.slices)) {
    TILEGLOT_TRY(plan, plan_of({source.map, pair.source}, {target.map, pair.target},
                               whole.plan().element_bits, options));
    plans.push_back(std::move(plan));
  }
  return plans;
}

}  // namespace

core::Status relayout_window(const Window& source_window, const Window& target_window,
                             int element_bits, std::span<const std::byte> source,
                             std::span<std::byte> target, const RelayoutOptions& options) {
  TILEGLOT_TRY(whole, plan_of(source_window, target_window, element_bits, options));
  TILEGLOT_TRY_STATUS(plan::check_buffers(whole.plan(), source, target));
  TILEGLOT_TRY(plans, plans_of(whole, source_window, target_window, options));
  if (!options.watch.report) {
    for (const PreparedPlan& plan : plans) plan.move(source, target);
    return {};
  }
  Watcher watcher(options.watch, whole.plan().moved_bytes());
  for (const PreparedPlan& plan : plans) plan.move(source, target, &watcher);
  return watcher.finish();
}

}  // namespace tileglot::relayout::cpu
