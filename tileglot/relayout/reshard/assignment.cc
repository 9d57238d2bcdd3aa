// SPDX-License-Identifier: Apache-2.0
#include "tileglot/relayout/reshard/assignment.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <tl/expected.hpp>
#include <utility>
#include <vector>

#include "tileglot/core/error.h"
#include "tileglot/relayout/reshard/detail/renaming.h"
#include "tileglot/relayout/reshard/rank_weights.h"

namespace tileglot::relayout::reshard {
namespace {

using core::fail;
using core::Result;
using core::Status;

/// No sum of two prices within it overflows, and prices that prove anything are far below.
constexpr Int128 kLargestPrice = Int128{1} << 100;

tl::unexpected<core::Error> no_proof(std::string message, std::string witness = {}) {
  return fail({.code = "reshard.assignment",
               .message = std::move(message),
               .help = "best_assignment finds an assignment with its proof",
               .witness = std::move(witness)});
}

/// Each source takes one target's part.
Status check_one_to_one(const std::vector<std::int64_t>& of_target) {
  std::vector<bool> taken(of_target.size());
  for (const std::int64_t source : of_target) {
    if (source < 0 || std::cmp_greater_equal(source, of_target.size()))
      return no_proof(fmt::format("source rank {} does not exist", source));
    if (taken[static_cast<std::size_t>(source)])
      return no_proof(fmt::format("source rank {} takes two parts", source));
    taken[static_cast<std::size_t>(source)] = true;
  }
  return {};
}

Status check_assignment_form(const Assignment& assignment, std::int64_t ranks) {
  const auto fits = [&](std::size_t size) { return std::cmp_equal(size, ranks); };
  if (!fits(assignment.of_target.size()) || !fits(assignment.source_price.size()) ||
      !fits(assignment.target_price.size()))
    return no_proof(fmt::format("the assignment is not one of {} ranks", ranks));
  const auto is_large = [](Int128 price) {
    return price > kLargestPrice || price < -kLargestPrice;
  };
  if (std::ranges::any_of(assignment.source_price, is_large) ||
      std::ranges::any_of(assignment.target_price, is_large))
    return no_proof("a price is beyond 2^100");
  return check_one_to_one(assignment.of_target);
}

tl::unexpected<core::Error> unproved(std::size_t source, std::size_t target) {
  return no_proof(fmt::format("the prices of source rank {} and target rank {} do not prove what "
                              "their pair weighs",
                              source, target),
                  fmt::format("{},{}", source, target));
}

/// The prices of every pair are at least its weight. Where none is listed, that is 0, and the least
/// prices of all stand for all pairs: if they have a sum of 0 or more, so has every pair. A listed
/// pair needs that too, since no weight is negative, so nothing valid is refused.
Status check_prices_suffice(const Assignment& assignment, const RankWeights& weights) {
  const std::vector<Int128>& sources = assignment.source_price;
  const std::vector<Int128>& targets = assignment.target_price;
  for (const PairWeight& pair : weights.pairs) {
    const auto source = static_cast<std::size_t>(pair.source);
    const auto target = static_cast<std::size_t>(pair.target);
    if (sources[source] + targets[target] < pair.weight) return unproved(source, target);
  }
  if (sources.empty()) return {};
  const auto source = std::ranges::min_element(sources);
  const auto target = std::ranges::min_element(targets);
  if (*source + *target >= 0) return {};
  return unproved(static_cast<std::size_t>(source - sources.begin()),
                  static_cast<std::size_t>(target - targets.begin()));
}

/// What each target's chosen pair weighs.
std::vector<std::int64_t> chosen_weights(const Assignment& assignment, const RankWeights& weights) {
  std::vector<std::int64_t> chosen(assignment.of_target.size());
  for (const PairWeight& pair : weights.pairs) {
    const auto target = static_cast<std::size_t>(pair.target);
    if (assignment.of_target[target] == pair.source) chosen[target] = pair.weight;
  }
  return chosen;
}

/// The prices of chosen pairs are their weights, whose sum is the weight.
Status check_choice(const Assignment& assignment, const RankWeights& weights) {
  const std::vector<std::int64_t> chosen = chosen_weights(assignment, weights);
  Int128 sum = 0;
  for (std::size_t target = 0; target < chosen.size(); ++target) {
    const auto source = static_cast<std::size_t>(assignment.of_target[target]);
    if (assignment.source_price[source] + assignment.target_price[target] != chosen[target])
      return unproved(source, target);
    sum += chosen[target];
  }
  if (sum != assignment.weight) return no_proof("the chosen pairs have another weight than stated");
  return {};
}

}  // namespace

Result<Assignment> best_assignment(const RankWeights& weights) {
  TILEGLOT_TRY_STATUS(check(weights));
  return best_renaming(static_cast<std::size_t>(weights.ranks), weights.pairs);
}

Status check(const Assignment& assignment, const RankWeights& weights) {
  TILEGLOT_TRY_STATUS(check(weights));
  TILEGLOT_TRY_STATUS(check_assignment_form(assignment, weights.ranks));
  TILEGLOT_TRY_STATUS(check_prices_suffice(assignment, weights));
  return check_choice(assignment, weights);
}

}  // namespace tileglot::relayout::reshard
