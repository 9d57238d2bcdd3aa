// SPDX-License-Identifier: Apache-2.0
#include "tileglot/hlo/pass/laws/optimal_brute_force.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <map>
#include <numeric>
#include <optional>
#include <span>
#include <unordered_map>
#include <utility>
#include <vector>

#include "tileglot/core/checked.h"
#include "tileglot/hlo/pass/laws/layout_rules.h"

namespace tileglot::hlo::pass {
namespace {

constexpr std::size_t kMostRank = 5;

/// Row-major first.
std::vector<SlotOrder> orders_of(std::size_t rank) {
  SlotOrder order(rank);
  std::iota(order.begin(), order.end(), 0);
  std::vector<SlotOrder> result;
  do {
    result.emplace_back(order.rbegin(), order.rend());
  } while (std::next_permutation(order.begin(), order.end()));
  return result;
}

/// A term, and what it cost for the choices that were tried.
struct Remembered {
  const LayoutTerm* term = nullptr;
  std::vector<std::size_t> free = {};  ///< of its slots
  std::unordered_map<std::uint64_t, std::int64_t> costs = {};
};

class Search {
 public:
  Search(const LayoutRules& rules, std::int64_t most_tried)
      : rules_(rules),
        left_(most_tried),
        orders_(rules.decided()),
        choices_(rules.slots.size(), 0) {
    for (std::size_t rank = 0; rank <= kMostRank; ++rank) every_order_.push_back(orders_of(rank));
    order_slots();
    order_terms();
  }

  BruteForce found() {
    BruteForce result{.free_slots = free_.size()};
    best_ = kForbidden;
    const bool is_small = std::ranges::all_of(
        free_, [&](std::size_t slot) { return rules_.slots[slot].rank <= kMostRank; });
    if (!is_small) return result;
    descend(0, terms_after(0));
    if (left_ >= 0) {
      result.least = best_;
      result.orders = best_orders_;
    }
    result.tried = tried_;
    return result;
  }

 private:
  /// In the order in which the terms refer to them.
  void order_slots() {
    place_.assign(rules_.slots.size(), std::nullopt);
    for (const LayoutTerm& term : rules_.terms) {
      for (const std::size_t slot : term.slots) {
        if (rules_.slots[slot].is_fixed || place_[slot]) continue;
        place_[slot] = free_.size();
        free_.push_back(slot);
      }
    }
  }

  /// Puts each term with the last of its slots.
  void order_terms() {
    decided_with_.resize(free_.size() + 1);
    for (const LayoutTerm& term : rules_.terms) {
      Remembered remembered{.term = &term};
      std::size_t depth = 0;
      for (const std::size_t slot : term.slots) {
        if (!place_[slot]) continue;
        remembered.free.push_back(slot);
        depth = std::max(depth, *place_[slot] + 1);
      }
      decided_with_[depth].push_back(std::move(remembered));
    }
  }

  std::int64_t cost(Remembered& remembered) {
    std::uint64_t key = 0;
    for (const std::size_t slot : remembered.free) key = key * 128 + choices_[slot];
    const auto [found, is_new] = remembered.costs.try_emplace(key, 0);
    if (is_new) found->second = remembered.term->cost(orders_);
    return found->second;
  }

  /// The cost of the terms that this number of slots decides, and fewer do not.
  std::int64_t terms_after(std::size_t depth) {
    std::int64_t sum = 0;
    for (Remembered& remembered : decided_with_[depth]) {
      sum = core::saturating_add(sum, cost(remembered));
    }
    return sum;
  }

  void descend(std::size_t depth, std::int64_t so_far) {
    if (so_far >= best_ || left_ < 0) return;
    if (depth == free_.size()) {
      best_ = so_far;
      best_orders_ = orders_;
      return;
    }
    const std::size_t slot = free_[depth];
    const auto& choices = every_order_[rules_.slots[slot].rank];
    for (std::size_t i = 0; i < choices.size() && left_ >= 0; ++i) {
      --left_;
      ++tried_;
      choices_[slot] = i;
      orders_[slot] = choices[i];
      descend(depth + 1, core::saturating_add(so_far, terms_after(depth + 1)));
    }
  }

  const LayoutRules& rules_;
  std::int64_t left_;
  std::int64_t tried_ = 0;
  std::vector<std::vector<SlotOrder>> every_order_ = {};
  std::vector<std::size_t> free_ = {};
  std::vector<std::optional<std::size_t>> place_ = {};  ///< of a slot among the free ones
  std::vector<std::vector<Remembered>> decided_with_ = {};
  SlotOrders orders_;
  std::vector<std::size_t> choices_;
  std::int64_t best_ = kForbidden;
  SlotOrders best_orders_ = {};
};

}  // namespace

BruteForce brute_force(const LayoutRules& rules, std::int64_t most_tried) {
  return Search(rules, most_tried).found();
}

}  // namespace tileglot::hlo::pass
