// SPDX-License-Identifier: Apache-2.0
#include "tileglot/hlo/optimal/order_table.h"

#include <algorithm>
#include <cstddef>
#include <functional>
#include <numeric>
#include <optional>
#include <vector>

#include "tileglot/hlo/optimal/cost_network.h"

namespace tileglot::hlo::optimal {
namespace {

constexpr std::size_t kMostRankWithAll = 5;
/// For ranks above that.
constexpr std::size_t kMostOrders = 48;

Order row_major(std::size_t rank) {
  Order result(rank);
  std::iota(result.rbegin(), result.rend(), 0);
  return result;
}

}  // namespace

bool OrderTable::has_all(std::size_t rank) { return rank <= kMostRankWithAll; }

bool OrderTable::add_to(Rank& rank, const Order& order) {
  if (!has_all(order.size()) && rank.orders.size() >= kMostOrders) return false;
  const auto next = static_cast<Choice>(rank.orders.size());
  if (!rank.choices.try_emplace(order, next).second) return false;
  rank.orders.push_back(order);
  return true;
}

OrderTable::Rank& OrderTable::rank_of(std::size_t rank) {
  Rank& result = ranks_[rank];
  if (!result.orders.empty()) return result;
  Order order = row_major(rank);
  add_to(result, order);
  while (has_all(rank) && std::ranges::prev_permutation(order).found) add_to(result, order);
  return result;
}

const std::vector<Order>& OrderTable::of_rank(std::size_t rank) { return rank_of(rank).orders; }

std::optional<Choice> OrderTable::choice(const Order& order) {
  const Rank& rank = rank_of(order.size());
  const auto found = rank.choices.find(order);
  return found == rank.choices.end() ? std::nullopt : std::optional(found->second);
}

bool OrderTable::add(const Order& order) { return add_to(rank_of(order.size()), order); }

}  // namespace tileglot::hlo::optimal
