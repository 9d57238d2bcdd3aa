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
#include "tileglot/hlo/pass/assign/assign_layouts.h"
#include "tileglot/hlo/pass/assign/copy_insertion.h"
#include "tileglot/hlo/pass/constraints/decision.h"
#include "tileglot/hlo/pass/constraints/problem.h"
#include "tileglot/hlo/pass/cost/layout_cost.h"
#include "tileglot/hlo/pass/module/shape_tree.h"

namespace tileglot::hlo::pass {

PricedArray copied_array(const Assignment& assignment, const InsertedCopy& copy) {
  const Decision& made = assignment.decisions->at(copy.made);
  return {made.about, made.part};
}

LayoutPrices layout_prices(const Assignment& assignment, const LayoutCost& cost) {
  std::unordered_map<InstructionId, std::size_t> inserted;
  for (std::size_t i = 0; i < assignment.copies.size(); ++i) {
    inserted.emplace(assignment.copies[i].copy, i);
  }
  LayoutPrices prices;
  for (const CostlyInstruction& one : cost.instructions) {
    if (one.kind == CostKind::kReduction) continue;
    const auto copy = inserted.find(one.id);
    const bool is_inserted = copy != inserted.end();
    const PricedArray array = is_inserted
                                  ? copied_array(assignment, assignment.copies[copy->second])
                                  : PricedArray{one.id, 0};
    LayoutPrice& price = prices[array];
    price.bytes = core::saturating_add(price.bytes, one.bytes());
    if (is_inserted) {
      price.copies.push_back(copy->second);
    } else {
      price.made_bytes = core::saturating_add(price.made_bytes, one.bytes());
    }
  }
  return prices;
}

std::vector<PriceChange> price_changes(const LayoutPrices& before, const LayoutPrices& after) {
  std::map<PricedArray, PriceChange> changes;
  for (const auto& [array, price] : before) changes[array].before = price;
  for (const auto& [array, price] : after) changes[array].after = price;
  std::vector<PriceChange> result;
  result.reserve(changes.size());
  for (auto& [array, change] : changes) {
    if (change.before.bytes == change.after.bytes) continue;
    change.array = array;
    result.push_back(std::move(change));
  }
  std::ranges::sort(result, [](const PriceChange& a, const PriceChange& b) {
    return std::tuple(a.change(), a.array) < std::tuple(b.change(), b.array);
  });
  return result;
}

}  // namespace tileglot::hlo::pass
