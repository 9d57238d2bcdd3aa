// SPDX-License-Identifier: Apache-2.0
#include "tileglot/api/hlo/entry_advice.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "tileglot/api/hlo/largest_first.h"
#include "tileglot/api/hlo/layout_report.h"
#include "tileglot/api/hlo/layout_strategy.h"
#include "tileglot/core/checked.h"
#include "tileglot/core/error.h"
#include "tileglot/hlo/ir/attribute.h"
#include "tileglot/hlo/ir/ids.h"
#include "tileglot/hlo/ir/instruction.h"
#include "tileglot/hlo/ir/module.h"
#include "tileglot/hlo/ir/module_header.h"
#include "tileglot/hlo/ir/opcode.h"
#include "tileglot/hlo/pass/assign/copy_insertion.h"
#include "tileglot/hlo/pass/assign/entry_layout.h"
#include "tileglot/hlo/pass/constraints/problem.h"
#include "tileglot/hlo/pass/cost/layout_cost.h"
#include "tileglot/hlo/pass/explain/entry_arrays.h"
#include "tileglot/hlo/pass/explain/layout_prices.h"
#include "tileglot/hlo/pass/module/shape_tree.h"
#include "tileglot/notation/xla/shape/layout.h"
#include "tileglot/notation/xla/shape/leaves.h"
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
  std::set<std::size_t> known = {};  ///< the same, to look one up
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

/// Numbers of entry_arrays by parameter, or nothing for the result, and position in its shape.
using ArrayNumbers = std::map<std::pair<std::optional<std::size_t>, pass::Position>, std::size_t>;

void number_arrays(std::optional<std::size_t> parameter, const xla::Shape& shape,
                   ArrayNumbers& numbers) {
  const pass::ShapeTree tree(shape);
  for (const pass::Position at : tree.arrays()) {
    numbers.emplace(std::pair(parameter, at), numbers.size());
  }
}

ArrayNumbers array_numbers(const hlo::EntryLayout& entry) {
  ArrayNumbers numbers;
  for (std::size_t i = 0; i < entry.parameters.size(); ++i) {
    number_arrays(i, entry.parameters[i], numbers);
  }
  number_arrays(std::nullopt, entry.result, numbers);
  return numbers;
}

class Advising {
 public:
  Advising(const hlo::Module& before, const AssignedModule& now, const ReportedStrategy& strategy,
           const pass::LayoutCost& cost, hlo::EntryLayout entry)
      : before_(before),
        now_(now),
        strategy_(strategy),
        cost_(cost),
        entry_(std::move(entry)),
        arrays_(pass::entry_arrays(entry_)),
        now_bytes_(cost.bytes()) {}

  AdvisedLayouts advise() {
    AdvisedLayouts result;
    result.advice.open_bytes = now_bytes_;
    result.advice.declared_bytes = now_bytes_;
    hlo::EntryLayout open = pass::opened(entry_);
    result.advice.is_open = open == entry_;
    if (now_bytes_ == 0) return result;
    find_shared();
    propose_of_copies();
    if (!result.advice.is_open) {
      auto tried = tried_with(before_, std::move(open), strategy_);
      if (tried) {
        result.advice.open_bytes = tried->moved_bytes();
        propose_of(*tried->module->header.entry_layout);
      }
    }
    largest_first(groups_, [](const Group& group) { return group.stored_bytes; });
    try_groups();
    choose(result);
    return result;
  }

 private:
  /// The layouts that the arrays have where all are open.
  void propose_of(hlo::EntryLayout chosen) {
    const auto then = pass::entry_arrays(chosen);
    for (std::size_t i = 0; i < arrays_.size(); ++i) {
      if (arrays_[i].shape->layout && then[i].shape->layout) propose(i, *then[i].shape->layout);
    }
  }

  /// For each array the layout of the copies that move the most.
  void propose_of_copies() {
    std::map<std::size_t, std::map<std::string, Wanted>> wanted;
    std::unordered_map<hlo::InstructionId, std::int64_t> moved;
    for (const pass::CostlyInstruction& one : cost_.instructions) moved[one.id] = one.bytes();
    const ArrayNumbers numbers = array_numbers(entry_);
    for (const pass::InsertedCopy& copy : now_.assignment.copies) {
      const auto array = array_of(copy, numbers);
      const auto layout = wanted_layout(copy);
      if (!array || !layout || !moved.contains(copy.copy)) continue;
      Wanted& one = wanted[*array][xla::print(*layout)];
      one.layout = *layout;
      one.bytes = core::saturating_add(one.bytes, moved[copy.copy]);
    }
    for (const auto& [array, layouts] : wanted) {
      const auto most = std::ranges::max_element(
          layouts, {}, [](const auto& entry) { return entry.second.bytes; });
      propose(array, most->second.layout);
    }
  }

  struct Wanted {
    xla::Layout layout = {};
    std::int64_t bytes = 0;
  };

  std::optional<std::size_t> array_of(const pass::InsertedCopy& copy,
                                      const ArrayNumbers& numbers) const {
    if (is_of_result(copy)) return number_of(numbers, std::nullopt, result_part(copy));
    const pass::PricedArray array = copied_array(now_.assignment, copy);
    const hlo::Instruction& made = now_.module[array.id];
    const bool is_argument =
        made.opcode == hlo::Opcode::kParameter && made.computation == now_.module.entry();
    if (!is_argument) return std::nullopt;
    const std::int64_t parameter = integer_of(made, hlo::AttributeKey::kParameterNumber);
    return number_of(numbers, static_cast<std::size_t>(parameter), array.part);
  }

  static std::optional<std::size_t> number_of(const ArrayNumbers& numbers,
                                              std::optional<std::size_t> parameter,
                                              pass::Position part) {
    const auto found = numbers.find({parameter, part});
    return found == numbers.end() ? std::nullopt : std::optional(found->second);
  }

  bool is_of_result(const pass::InsertedCopy& copy) const {
    return !copy.user && now_.module[copy.copy].computation == now_.module.entry();
  }

  pass::Position result_part(const pass::InsertedCopy& copy) const {
    const pass::ShapeTree& tree = now_.assignment.problem->tree(now_.assignment.root);
    return tree.find(copy.path).value_or(0);
  }

  /// An argument as it is read; a result as it is made.
  std::optional<xla::Layout> wanted_layout(const pass::InsertedCopy& copy) const {
    const hlo::Module& module = now_.module;
    return module.shape_of(is_of_result(copy) ? module.operand(copy.copy, 0) : copy.copy).layout;
  }

  /// Arrays with one shape, one layout now and one then are declared together.
  void propose(std::size_t array, const xla::Layout& layout) {
    const xla::Shape& from = *arrays_[array].shape;
    xla::Shape to = from;
    if (!to.layout) to.layout = layout;
    to.layout->minor_to_major = layout.minor_to_major;
    if (from.layout && pass::moved_between(from, to).is_none()) return;
    const auto [found, is_new] =
        known_.try_emplace({layout_text(from), xla::print(to)}, groups_.size());
    if (is_new) groups_.push_back({.from = from, .to = to});
    Group& group = groups_[found->second];
    if (!group.known.insert(array).second) return;
    group.arrays.push_back(array);
    group.stored_bytes = core::saturating_add(group.stored_bytes, xla::array_size(to).value_or(0));
  }

  static std::string layout_text(const xla::Shape& shape) {
    return shape.layout ? xla::print(*shape.layout) : std::string("open");
  }

  std::size_t most_groups() const {
    const std::size_t size = std::max<std::size_t>(before_.instruction_count(), 1);
    const std::size_t work = strategy_.choice.strategy == "xla" ? kMostWork : kMostOptimalWork;
    return std::clamp<std::size_t>(work / size, 1, kMostGroups);
  }

  void try_groups() {
    const std::size_t count = std::min(groups_.size(), most_groups());
    for (std::size_t i = 0; i < count; ++i) {
      auto tried = tried_with(before_, declared({&groups_[i]}), strategy_);
      if (!tried) continue;
      groups_[i].moved_bytes = tried->moved_bytes();
      if (tried->moved_bytes() >= (best_ ? best_->moved_bytes() : now_bytes_)) continue;
      best_group_ = &groups_[i];
      best_ = *std::move(tried);
    }
  }

  hlo::EntryLayout declared(const std::vector<const Group*>& groups) {
    hlo::EntryLayout entry = entry_;
    const auto arrays = pass::entry_arrays(entry);
    for (const Group* group : groups) {
      for (const std::size_t i : declared_by(*group)) arrays[i].shape->layout = group->to.layout;
    }
    return entry;
  }

  /// The group's arrays, each followed by those that share its memory.
  std::vector<std::size_t> declared_by(const Group& group) const {
    std::vector<std::size_t> arrays;
    for (const std::size_t i : group.arrays) {
      arrays.push_back(i);
      std::ranges::copy_if(shared_[i], std::back_inserter(arrays),
                           [&group](std::size_t shared) { return !group.known.contains(shared); });
    }
    return arrays;
  }

  /// Those that save something alone, or all, whichever moves less together.
  void choose(AdvisedLayouts& result) {
    std::vector<const Group*> all;
    for (const Group& group : groups_) {
      all.push_back(&group);
      if (!group.moved_bytes) ++result.advice.untried;
    }
    all = best_of_each_array(std::move(all));
    std::vector<const Group*> saving;
    std::ranges::copy_if(all, std::back_inserter(saving), [this](const Group* group) {
      return group->moved_bytes && *group->moved_bytes < now_bytes_;
    });
    take_if_better(saving, result);
    if (all != saving) take_if_better(all, result);
  }

  void take_if_better(const std::vector<const Group*>& groups, AdvisedLayouts& result) {
    auto tried = tried_together(groups);
    if (!tried || tried->moved_bytes() >= result.advice.declared_bytes) return;
    result.advice.declared_bytes = tried->moved_bytes();
    result.advice.changes = changes_of(groups);
    result.declared = std::move(tried);
  }

  /// A lone group was tried already: it is the best, or saves nothing.
  std::optional<TriedLayouts> tried_together(const std::vector<const Group*>& groups) {
    if (groups.empty()) return std::nullopt;
    if (groups.size() == 1 && groups.front()->moved_bytes) {
      return groups.front() == best_group_ ? std::exchange(best_, std::nullopt) : std::nullopt;
    }
    auto tried = tried_with(before_, declared(groups), strategy_);
    return tried ? std::optional(*std::move(tried)) : std::nullopt;
  }

  /// The largest saving first; of two proposals for an array the better one.
  std::vector<const Group*> best_of_each_array(std::vector<const Group*> groups) const {
    largest_first(groups, [this](const Group* group) {
      return now_bytes_ - group->moved_bytes.value_or(now_bytes_);
    });
    std::set<std::size_t> taken;
    std::erase_if(groups, [this, &taken](const Group* group) {
      const auto is_taken = [&taken](std::size_t array) { return taken.contains(array); };
      const std::vector<std::size_t> arrays = declared_by(*group);
      if (std::ranges::any_of(arrays, is_taken)) return true;
      taken.insert(arrays.begin(), arrays.end());
      return false;
    });
    return groups;
  }

  /// Arrays that share memory have one layout.
  void find_shared() {
    std::map<std::pair<std::optional<std::size_t>, xla::TuplePath>, std::size_t> numbers;
    const std::vector<pass::EntryArray>& arrays = arrays_;
    for (std::size_t i = 0; i < arrays.size(); ++i) {
      numbers.emplace(std::pair(arrays[i].parameter, arrays[i].path), i);
    }
    shared_.resize(arrays.size());
    for (const hlo::InputOutputAlias& alias : before_.header.aliases) {
      const auto from = numbers.find({static_cast<std::size_t>(alias.parameter), alias.index});
      const auto to = numbers.find({std::nullopt, alias.output});
      if (from == numbers.end() || to == numbers.end()) continue;
      if (arrays[from->second].shape->dimensions != arrays[to->second].shape->dimensions) continue;
      shared_[from->second].push_back(to->second);
      shared_[to->second].push_back(from->second);
    }
  }

  std::vector<EntryChange> changes_of(const std::vector<const Group*>& groups) {
    std::vector<EntryChange> changes;
    changes.reserve(groups.size());
    for (const Group* group : groups) {
      EntryChange change{.shape = xla::print(group->from, xla::LayoutText::kHidden),
                         .from = layout_text(group->from),
                         .to = xla::print(*group->to.layout),
                         .moved_bytes = group->moved_bytes};
      for (const std::size_t i : declared_by(*group)) {
        change.arrays.push_back(pass::title_of(before_, arrays_[i]));
      }
      changes.push_back(std::move(change));
    }
    return changes;
  }

  const hlo::Module& before_;
  const AssignedModule& now_;
  const ReportedStrategy& strategy_;
  const pass::LayoutCost& cost_;
  hlo::EntryLayout entry_;
  std::vector<pass::EntryArray> arrays_;  ///< of entry_
  std::int64_t now_bytes_;
  std::map<std::pair<std::string, std::string>, std::size_t> known_ = {};  ///< groups
  std::vector<Group> groups_ = {};
  std::vector<std::vector<std::size_t>> shared_ = {};  ///< by array
  const Group* best_group_ = nullptr;                  ///< which moves the least alone
  std::optional<TriedLayouts> best_ = {};              ///< with it
};

}  // namespace

core::Result<TriedLayouts> tried_layouts(const hlo::Module& before,
                                         const ReportedStrategy& strategy) {
  TILEGLOT_TRY(entry, pass::entry_layout_of(before));
  return tried_with(before, std::move(entry), strategy);
}

AdvisedLayouts entry_advice(const hlo::Module& before, const AssignedModule& now,
                            const ReportedStrategy& strategy, const pass::LayoutCost& cost) {
  auto entry = pass::entry_layout_of(before);
  if (!entry) return {};
  return Advising(before, now, strategy, cost, *std::move(entry)).advise();
}

}  // namespace tileglot::api
