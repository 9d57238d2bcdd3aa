// SPDX-License-Identifier: Apache-2.0
// layout_table.h: a table that stores every layout of an assignment once.
//
// What     keep(layout) returns its number, the same for equal layouts. same_order compares what
//          the pass decides, minor_to_major, and nothing else of two layouts.
// Why      Constraints are compared some hundred thousand times; as numbers that is one comparison,
//          and a constraint is a few bytes.
// Example  {1,0} and {1,0:E(4)} have two numbers and one order.
//          [tests: hlo/pass/constraints/layout_table_test.cc, "an order is compared without the
//          rest of a layout"]
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <unordered_map>
#include <vector>

#include "tileglot/notation/xla/shape/layout.h"

namespace tileglot::hlo::pass {

enum class LayoutId : std::uint32_t {};

class LayoutTable {
 public:
  LayoutId keep(const notation::xla::Layout& layout);
  LayoutId of_minor_to_major(std::vector<std::int64_t> order);
  LayoutId of_major_to_minor(const std::vector<std::int64_t>& order);
  LayoutId descending(std::size_t rank);

  /// The reference stays valid while the table lives.
  const notation::xla::Layout& at(LayoutId id) const { return layouts_[index(id)]; }
  const std::vector<std::int64_t>& order(LayoutId id) const { return at(id).minor_to_major; }
  bool same_order(LayoutId a, LayoutId b) const { return orders_[index(a)] == orders_[index(b)]; }

 private:
  static std::size_t index(LayoutId id) { return static_cast<std::size_t>(id); }

  std::deque<notation::xla::Layout> layouts_ = {};
  std::vector<std::size_t> orders_ = {};  ///< the first layout that has the order
  std::unordered_multimap<std::size_t, LayoutId> by_order_ = {};
};

}  // namespace tileglot::hlo::pass
