// SPDX-License-Identifier: Apache-2.0
#include "tileglot/api/hlo/avoided_copies.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "tileglot/api/hlo/entry_advice.h"
#include "tileglot/api/hlo/layout_strategy.h"
#include "tileglot/hlo/ir/ids.h"
#include "tileglot/hlo/ir/module.h"
#include "tileglot/hlo/pass/assign/assign_layouts.h"
#include "tileglot/hlo/pass/assign/copy_insertion.h"
#include "tileglot/hlo/pass/cost/layout_cost.h"
#include "tileglot/hlo/pass/explain/layout_prices.h"

namespace tileglot::api {
namespace {

std::int64_t made_bytes(const hlo::pass::LayoutPrices& prices,
                        const hlo::pass::PricedArray& array) {
  const auto found = prices.find(array);
  return found == prices.end() ? 0 : found->second.made_bytes;
}

}  // namespace

AvoidedCopies::AvoidedCopies(const AssignedModule& now, const hlo::pass::LayoutCost& cost,
                             const TriedLayouts& other)
    : now_(now),
      prices_(layout_prices(now.assignment, cost)),
      other_(layout_prices(other.assigned.assignment, other.cost)) {
  const hlo::pass::Assignment& assignment = other.assigned.assignment;
  for (const auto& [array, price] : other_) {
    for (const std::size_t i : price.copies) {
      const auto readers = readers_of(*other.module, assignment, assignment.copies[i]);
      readers_.insert(readers.begin(), readers.end());
    }
  }
}

bool AvoidedCopies::contains(const hlo::pass::InsertedCopy& copy) const {
  const hlo::pass::PricedArray array = copied_array(now_.assignment, copy);
  if (made_bytes(other_, array) > made_bytes(prices_, array)) return false;
  const auto readers = readers_of(now_.module, now_.assignment, copy);
  return std::ranges::none_of(readers,
                              [this](const Reader& reader) { return readers_.contains(reader); });
}

/// A copy that equal ones were merged into has several readers.
std::vector<AvoidedCopies::Reader> AvoidedCopies::readers_of(
    const hlo::Module& module, const hlo::pass::Assignment& assignment,
    const hlo::pass::InsertedCopy& copy) {
  if (!copy.user) return {{.computation = module[copy.copy].computation, .path = copy.path}};
  std::vector<Reader> readers{{.user = copy.user, .operand = copy.operand, .path = copy.path}};
  for (const hlo::Use use : module.uses(copy.copy)) {
    // Tuples that were inserted around copies have no number that another assignment shares.
    if (index_of(use.user) >= assignment.first_inserted) continue;
    readers.push_back({.user = use.user, .operand = use.operand});
  }
  return readers;
}

}  // namespace tileglot::api
