// SPDX-License-Identifier: Apache-2.0
#include "tileglot/hlo/pass/explain/layout_prices.h"

#include <algorithm>
#include <cstddef>
#include <map>
#include <tuple>
#include <unordered_map>
#include <utility>
#include <vector>

#include "tileglot/core/checked.h"
#include "tileglot/hlo/ir/ids.h"
#include "tileglot/hlo/ir/module.h"
#include "tileglot/hlo/pass/assign/assign_layouts.h"
#include "tileglot/hlo/pass/assign/copy_insertion.h"
#include "tileglot/hlo/pass/constraints/decision.h"
#include "tileglot/hlo/pass/constraints/problem.h"
#include "tileglot/hlo/pass/cost/layout_cost.h"
#include "tileglot/hlo/pass/module/shape_tree.h"

namespace tileglot::hlo::pass {

PricedPlace place_of(const Module& module, const Assignment& assignment, const InsertedCopy& copy) {
  if (!copy.user && module[copy.copy].computation == module.entry()) {
    const Position part = assignment.problem->tree(assignment.root).find(copy.path).value_or(0);
    return {PricedPlace::Kind::kResult, assignment.root, part};
  }
  const Decision& made = assignment.decisions->at(copy.made);
  return {PricedPlace::Kind::kArray, made.about, made.part};
}

LayoutPrices layout_prices(const Module& module, const Assignment& assignment,
                           const LayoutCost& cost) {
  std::unordered_map<InstructionId, std::size_t> inserted;
  for (std::size_t i = 0; i < assignment.copies.size(); ++i) {
    inserted.emplace(assignment.copies[i].copy, i);
  }
  LayoutPrices prices;
  for (const CostlyInstruction& one : cost.instructions) {
    if (one.kind == CostKind::kReduction) continue;
    const auto copy = inserted.find(one.id);
    const bool is_inserted = copy != inserted.end();
    LayoutPrice& price =
        prices[is_inserted ? place_of(module, assignment, assignment.copies[copy->second])
                           : PricedPlace{PricedPlace::Kind::kOperation, one.id, 0}];
    price.bytes = core::saturating_add(price.bytes, one.bytes());
    if (is_inserted) price.copies.push_back(copy->second);
  }
  return prices;
}

std::vector<PriceChange> price_changes(const LayoutPrices& before, const LayoutPrices& after) {
  std::map<PricedPlace, PriceChange> changes;
  for (const auto& [place, price] : before) changes[place].before = price;
  for (const auto& [place, price] : after) changes[place].after = price;
  std::vector<PriceChange> result;
  result.reserve(changes.size());
  for (auto& [place, change] : changes) {
    if (change.before.bytes == change.after.bytes) continue;
    change.place = place;
    result.push_back(std::move(change));
  }
  std::ranges::sort(result, [](const PriceChange& a, const PriceChange& b) {
    return std::tuple(a.change(), a.place) < std::tuple(b.change(), b.place);
  });
  return result;
}

}  // namespace tileglot::hlo::pass
