// SPDX-License-Identifier: Apache-2.0
#include "tileglot/api/hlo/entry_advice.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "tileglot/api/hlo/layout_report.h"
#include "tileglot/api/hlo/layout_strategy.h"
#include "tileglot/core/checked.h"
#include "tileglot/core/error.h"
#include "tileglot/hlo/ir/module.h"
#include "tileglot/hlo/ir/module_header.h"
#include "tileglot/hlo/pass/assign/entry_layout.h"
#include "tileglot/hlo/pass/cost/layout_cost.h"
#include "tileglot/hlo/pass/explain/entry_arrays.h"
#include "tileglot/notation/xla/shape/layout.h"
#include "tileglot/notation/xla/shape/print.h"
#include "tileglot/notation/xla/shape/shape.h"
#include "tileglot/notation/xla/size/array_size.h"

namespace tileglot::api {
namespace {

namespace pass = hlo::pass;
namespace xla = notation::xla;

/// Arrays that would have another layout, by their numbers in entry_arrays.
struct Group {
  std::vector<std::size_t> arrays = {};
  xla::Shape from = {};
  xla::Shape to = {};
  std::int64_t stored_bytes = 0;
  std::optional<std::int64_t> moved_bytes = {};
};

core::Result<TriedLayouts> tried_with(const hlo::Module& before, hlo::EntryLayout entry,
                                      const ReportedStrategy& strategy) {
  TriedLayouts tried{.module = std::make_unique<hlo::Module>(before)};
  tried.module->header.entry_layout = std::move(entry);
  StrategyChoice choice = strategy.choice;
  choice.solver = {};
  TILEGLOT_TRY(assigned, assign_by(*tried.module, strategy.policy, choice));
  tried.assigned = std::move(assigned);
  tried.cost = pass::cost_of(*tried.module, strategy.policy, choice.loop_trips);
  return tried;
}

class Advising {
 public:
  Advising(const hlo::Module& before, const ReportedStrategy& strategy, hlo::EntryLayout entry,
           std::int64_t now_bytes)
      : before_(before), strategy_(strategy), entry_(std::move(entry)), now_bytes_(now_bytes) {}

  AdvisedLayouts advise() {
    AdvisedLayouts result;
    result.advice.open_bytes = now_bytes_;
    result.advice.declared_bytes = now_bytes_;
    hlo::EntryLayout open = pass::opened(entry_);
    result.advice.is_open = open == entry_;
    if (result.advice.is_open) return result;
    const auto tried = tried_with(before_, std::move(open), strategy_);
    if (!tried) return result;
    result.advice.open_bytes = tried->moved_bytes();
    find_groups(*tried->module->header.entry_layout);
    try_groups();
    choose(result);
    return result;
  }

 private:
  /// Arrays with one shape, one layout now and one then are declared together.
  void find_groups(hlo::EntryLayout chosen) {
    std::map<std::tuple<std::string, std::string>, std::size_t> known;
    const auto now = pass::entry_arrays(entry_);
    const auto then = pass::entry_arrays(chosen);
    for (std::size_t i = 0; i < now.size(); ++i) {
      const xla::Shape& from = *now[i].shape;
      const xla::Shape& to = *then[i].shape;
      const bool is_changed = from.layout && to.layout && !pass::moved_between(from, to).is_none();
      if (!is_changed) continue;
      const auto [found, is_new] =
          known.try_emplace({xla::print(from), xla::print(to)}, groups_.size());
      if (is_new) groups_.push_back({.from = from, .to = to});
      Group& group = groups_[found->second];
      group.arrays.push_back(i);
      group.stored_bytes =
          core::saturating_add(group.stored_bytes, xla::array_size(from).value_or(0));
    }
    std::ranges::stable_sort(
        groups_, [](const Group& a, const Group& b) { return a.stored_bytes > b.stored_bytes; });
  }

  std::size_t most_groups() const {
    const std::size_t size = std::max<std::size_t>(before_.instruction_count(), 1);
    const std::size_t work = strategy_.choice.strategy == "xla" ? kMostWork : kMostOptimalWork;
    return std::clamp<std::size_t>(work / size, 1, kMostGroups);
  }

  void try_groups() {
    const std::size_t count = std::min(groups_.size(), most_groups());
    for (std::size_t i = 0; i < count; ++i) {
      const auto tried = tried_with(before_, declared({&groups_[i]}), strategy_);
      if (tried) groups_[i].moved_bytes = tried->moved_bytes();
    }
  }

  hlo::EntryLayout declared(const std::vector<const Group*>& groups) {
    hlo::EntryLayout entry = entry_;
    const auto arrays = pass::entry_arrays(entry);
    for (const Group* group : groups) {
      for (const std::size_t i : group->arrays) arrays[i].shape->layout = group->to.layout;
    }
    return entry;
  }

  /// Those that save something alone, or all, whichever moves less together.
  void choose(AdvisedLayouts& result) {
    std::vector<const Group*> saving;
    std::vector<const Group*> all;
    for (const Group& group : groups_) {
      all.push_back(&group);
      if (group.moved_bytes && *group.moved_bytes < now_bytes_) saving.push_back(&group);
      if (!group.moved_bytes) ++result.advice.untried;
    }
    for (const auto* groups : {&saving, &all}) {
      if (groups->empty()) continue;
      auto tried = tried_with(before_, declared(*groups), strategy_);
      if (!tried || tried->moved_bytes() >= result.advice.declared_bytes) continue;
      result.advice.declared_bytes = tried->moved_bytes();
      result.advice.changes = changes_of(*groups);
      result.declared = *std::move(tried);
    }
  }

  std::vector<EntryChange> changes_of(std::vector<const Group*> groups) {
    std::ranges::stable_sort(groups, [this](const Group* a, const Group* b) {
      return a->moved_bytes.value_or(now_bytes_) < b->moved_bytes.value_or(now_bytes_);
    });
    const auto arrays = pass::entry_arrays(entry_);
    std::vector<EntryChange> changes;
    changes.reserve(groups.size());
    for (const Group* group : groups) {
      EntryChange change{.shape = xla::print(group->from, xla::LayoutText::kHidden),
                         .from = xla::print(*group->from.layout),
                         .to = xla::print(*group->to.layout),
                         .moved_bytes = group->moved_bytes};
      for (const std::size_t i : group->arrays) {
        change.arrays.push_back(pass::title_of(before_, arrays[i]));
      }
      changes.push_back(std::move(change));
    }
    return changes;
  }

  const hlo::Module& before_;
  const ReportedStrategy& strategy_;
  hlo::EntryLayout entry_;
  std::int64_t now_bytes_;
  std::vector<Group> groups_ = {};
};

}  // namespace

core::Result<TriedLayouts> tried_layouts(const hlo::Module& before,
                                         const ReportedStrategy& strategy) {
  TILEGLOT_TRY(entry, pass::entry_layout_of(before));
  return tried_with(before, std::move(entry), strategy);
}

AdvisedLayouts entry_advice(const hlo::Module& before, const ReportedStrategy& strategy,
                            std::int64_t now_bytes) {
  auto entry = pass::entry_layout_of(before);
  if (!entry) return {};
  return Advising(before, strategy, *std::move(entry), now_bytes).advise();
}

}  // namespace tileglot::api
