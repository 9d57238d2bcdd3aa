// SPDX-License-Identifier: Apache-2.0
// layout_prices.h: what is moved for each array of an assigned module.
//
// What     layout_prices(assignment, cost) divides the cost of a module's layouts
//          (hlo/pass/cost/layout_cost.h) among the arrays: a copy belongs to the array that it
//          copies, and a transpose, a reshape or a copy that the module had to the array that it
//          makes. The parts add up to the whole cost.
//          price_changes(before, after) are the differences of two assignments of one module, the
//          largest saving first; they add up to the difference of the costs.
// Why      A user can declare the layout of one array; what that is worth is the difference of its
//          prices.
// Units    Bytes read and written in all runs. Instructions and parts are numbered as in the module
//          before its layouts were assigned, so they mean the same in two assignments of it.
// Example  p f32[4,6]{1,0}, copied twice to {0,1}: 384 bytes belong to p.
//          [tests: hlo/pass/explain/layout_prices_test.cc, "copies belong to what they copy"]
#pragma once

#include <compare>
#include <cstddef>
#include <cstdint>
#include <map>
#include <vector>

#include "tileglot/hlo/ir/ids.h"
#include "tileglot/hlo/pass/assign/assign_layouts.h"
#include "tileglot/hlo/pass/cost/layout_cost.h"
#include "tileglot/hlo/pass/module/shape_tree.h"

namespace tileglot::hlo::pass {

/// An array, by the instruction that makes it.
struct PricedArray {
  InstructionId id = {};
  Position part = 0;  ///< of the instruction's shape
  friend auto operator<=>(const PricedArray&, const PricedArray&) = default;
};

struct LayoutPrice {
  std::int64_t bytes = 0;                ///< for its copies and for making it
  std::int64_t made_bytes = 0;           ///< of these for making it
  std::vector<std::size_t> copies = {};  ///< of Assignment::copies, that move something
};

using LayoutPrices = std::map<PricedArray, LayoutPrice>;

LayoutPrices layout_prices(const Assignment& assignment, const LayoutCost& cost);

PricedArray copied_array(const Assignment& assignment, const InsertedCopy& copy);

struct PriceChange {
  PricedArray array = {};
  LayoutPrice before = {};
  LayoutPrice after = {};

  /// Negative: a saving.
  std::int64_t change() const { return after.bytes - before.bytes; }
};

/// Without arrays whose price is the same.
std::vector<PriceChange> price_changes(const LayoutPrices& before, const LayoutPrices& after);

}  // namespace tileglot::hlo::pass
