// SPDX-License-Identifier: Apache-2.0
// order_table.h: the orders in which arrays of a rank may lie, numbered.
//
// What     All orders of ranks up to 5 (120 of them), the row-major one first; of higher ranks those that
//          were added, at most 48.
// Why      A choice in a network is a number (cost_network.h).
// Example  Of rank 2 choice 0 is {1,0} and choice 1 is {0,1}.
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
  /// Nothing where the order is not among those of its rank.
  std::optional<Choice> choice(const Order& order);
  /// False where it is there already, or there is no room.
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
