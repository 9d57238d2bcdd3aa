// SPDX-License-Identifier: Apache-2.0
#include "tileglot/placement/cuts.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "tileglot/core/checked.h"
#include "tileglot/core/error.h"
#include "tileglot/placement/places.h"

namespace tileglot::placement {
namespace {

/// Listed begins that cut as `even` does become even ones, so that equal cuts compare equal.
bool are_even(const std::vector<std::int64_t>& begins, std::int64_t extent, std::int64_t largest) {
  for (std::size_t i = 0; i < begins.size(); ++i) {
    const auto number = static_cast<std::int64_t>(i);
    if (begins[i] != std::min(core::saturating_mul(number, largest), extent)) return false;
  }
  return largest == core::ceil_div(extent, static_cast<std::int64_t>(begins.size()) - 1);
}

}  // namespace

core::Result<Cuts> Cuts::even(std::int64_t extent, std::int64_t tiles) {
  if (extent < 0 || tiles < 1) {
    return core::fail(
        {.code = "placement.cuts",
         .message = fmt::format("{} coordinates cannot be cut into {} tiles", extent, tiles),
         .help = "write an extent of 0 or more and at least 1 tile"});
  }
  Cuts result;
  result.extent_ = extent;
  result.tiles_ = tiles;
  result.largest_ = core::ceil_div(extent, tiles);
  return result;
}

core::Result<Cuts> Cuts::at(std::vector<std::int64_t> begins) {
  if (begins.size() < 2 || begins.front() != 0 || !std::ranges::is_sorted(begins)) {
    return core::fail(
        {.code = "placement.cuts",
         .message = fmt::format("the tiles begin at {}", fmt::join(begins, ", ")),
         .help =
             "list where each tile begins, from 0 upwards, and then the extent, such as 0, 4, 8"});
  }
  if (static_cast<std::int64_t>(begins.size()) - 1 > kMostListed) {
    return core::fail({.code = "placement.limit",
                       .message = fmt::format("{} tiles are listed; at most {} can be",
                                              begins.size() - 1, kMostListed),
                       .help = "cut evenly, or into fewer tiles"});
  }
  Cuts result;
  result.extent_ = begins.back();
  result.tiles_ = static_cast<std::int64_t>(begins.size()) - 1;
  for (std::size_t i = 1; i < begins.size(); ++i)
    result.largest_ = std::max(result.largest_, begins[i] - begins[i - 1]);
  if (!are_even(begins, result.extent_, result.largest_)) result.begins_ = std::move(begins);
  return result;
}

Interval Cuts::tile(std::int64_t number) const {
  if (!begins_.empty()) {
    const auto i = static_cast<std::size_t>(number);
    return {begins_[i], begins_[i + 1]};
  }
  const std::int64_t begin = std::min(core::saturating_mul(number, largest_), extent_);
  return {begin, std::min(core::saturating_add(begin, largest_), extent_)};
}

Interval Cuts::meeting(const Interval& coordinates) const {
  if (begins_.empty()) {
    return {core::floor_quotient(coordinates.begin, largest_),
            core::floor_quotient(coordinates.end - 1, largest_) + 1};
  }
  const auto first = std::ranges::upper_bound(begins_, coordinates.begin) - begins_.begin() - 1;
  const auto last = std::ranges::lower_bound(begins_, coordinates.end) - begins_.begin();
  return {first, last};
}

}  // namespace tileglot::placement
