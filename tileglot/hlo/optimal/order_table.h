// SPDX-License-Identifier: Apache-2.0
// order_table.h: the numbered orders of arrays of each rank.
//
// What     All orders of ranks up to 5 (120 of them), the row-major one first; of higher ranks
//          those that were added, at most 48.
// Why      A choice in a network is a number (cost_network.h).
// Example  For rank 2 choice 0 is {1,0} and choice 1 is {0,1}.
//          [tests: hlo/optimal/order_table_test.cc, "the row-major order comes first"]
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <vector>

#include "tileglot/hlo/optimal/cost_network.h"

namespace tileglot::hlo::optimal {

/// Minor to major, as in layouts.
using Order = std::vector<std::int64_t>;

class OrderTable {
 public:
  const std::vector<Order>& of_rank(std::size_t rank);
  /// Nothing if the order is not in the table of its rank.
  std::optional<Choice> choice(const Order& order);
  /// Returns false if the order is in the table already, or the table is full.
  bool add(const Order& order);
  /// Whether every order of the rank is in the table.
  static bool has_all(std::size_t rank);

 private:
  struct Rank {
    std::vector<Order> orders = {};
    std::map<Order, Choice> choices = {};
  };
  Rank& rank_of(std::size_t rank);
  static bool add_to(Rank& rank, const Order& order);

  std::map<std::size_t, Rank> ranks_ = {};
};

}  // namespace tileglot::hlo::optimal
