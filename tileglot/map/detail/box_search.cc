// SPDX-License-Identifier: Apache-2.0
// box_search.cc: branch and bound over boxes of coordinates.
#include "tileglot/map/detail/box_search.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "tileglot/core/checked.h"
#include "tileglot/map/limits.h"
#include "tileglot/map/range.h"

namespace tileglot::map {
namespace {

constexpr std::int64_t kUnknownMove = core::kInt64Max;
constexpr std::size_t kCostOfBox = 64;  ///< a bound over a box, in evaluations of its terms

bool is_point(std::span<const Range> box) {
  return std::all_of(box.begin(), box.end(), [](const Range& side) { return side.lo == side.hi; });
}

std::int64_t value_at_start(const IndexMap& f, std::span<const Range> box) {
  Coordinate x;
  for (const Range& side : box) x.push_back(side.lo);
  return f(x);
}

/// The range of f over the box; std::nullopt where it is not known to fit int64.
std::optional<Range> range_of(const IndexMap& f, std::span<const Range> box) {
  if (!is_point(box)) return range_over_box(f, box);
  const std::int64_t value = value_at_start(f, box);
  return Range{value, value};
}

}  // namespace

BoxSearch::BoxSearch(const IndexMap& f) : f_(f), boundaries_(f.rank()) {
  for (const FloorTerm& term : f.out().floors) {
    if (f.is_dimension(term.src) && term.div > 1) boundaries_[term.src].push_back(term.div);
  }
  for (const BitRef& bit : f.out().xors.bits) {
    if (f.is_dimension(bit.src)) boundaries_[bit.src].push_back(std::int64_t{1} << bit.bit);
  }
  for (auto& divisors : boundaries_) std::sort(divisors.begin(), divisors.end(), std::greater<>());
}

std::int64_t BoxSearch::box_limit() const {
  return points_allowed(kCostOfBox * (count_terms(f_) + f_.rank() + 16));
}

std::int64_t BoxSearch::move_along(const Box& box, std::size_t k) const {
  std::vector<Range> line = box.sides;
  for (Range& side : line) side.hi = side.lo;
  line[k] = box.sides[k];
  const std::optional<Range> range = range_over_box(f_, line);
  const core::Checked move = range ? core::checked_sub(range->hi, range->lo) : std::nullopt;
  return move.value_or(kUnknownMove);
}

std::size_t BoxSearch::side_to_cut(const Box& box) const {
  std::size_t best = box.sides.size();
  const auto key = [&](std::size_t k) {
    return std::pair(box.moves[k], box.sides[k].hi - box.sides[k].lo);
  };
  for (std::size_t k = 0; k < box.sides.size(); ++k) {
    if (box.sides[k].lo == box.sides[k].hi) continue;
    if (best == box.sides.size() || key(k) > key(best)) best = k;
  }
  return best;
}

std::int64_t BoxSearch::cut(Range side, std::size_t k) const {
  const std::int64_t middle = side.lo + (side.hi - side.lo) / 2;
  for (const std::int64_t boundary : boundaries_[k]) {
    const std::int64_t below = middle / boundary * boundary;
    const bool below_cuts = below > side.lo;
    const bool above_cuts = boundary <= side.hi - below;
    if (below_cuts && (!above_cuts || middle - below <= boundary / 2)) return below;
    if (above_cuts) return below + boundary;
  }
  return middle + 1;
}

bool BoxSearch::run(Range wanted, std::int64_t limit, const Visit& visit) const {
  if (f_.size() == 0) return true;
  Box whole;
  for (const Dim& dim : f_.domain()) whole.sides.push_back({0, dim.extent - 1});
  for (std::size_t k = 0; k < f_.rank(); ++k) whole.moves.push_back(move_along(whole, k));
  std::vector<Box> stack;
  stack.push_back(std::move(whole));
  for (std::int64_t visited = 0; !stack.empty(); ++visited) {
    if (visited == limit) return false;
    Box box = std::move(stack.back());
    stack.pop_back();
    const std::optional<Range> range = range_of(f_, box.sides);
    if (range && (wanted.hi < range->lo || wanted.lo > range->hi)) continue;
    if (range && wanted.lo <= range->lo && range->hi <= wanted.hi) {
      if (!visit(box.sides)) return true;
      continue;
    }
    const std::size_t k = side_to_cut(box);
    const Range side = box.sides[k];
    const std::int64_t middle = cut(side, k);
    Box upper = box;
    upper.sides[k] = {middle, side.hi};
    upper.moves[k] = move_along(upper, k);
    stack.push_back(std::move(upper));
    box.sides[k] = {side.lo, middle - 1};
    box.moves[k] = move_along(box, k);
    stack.push_back(std::move(box));
  }
  return true;
}

}  // namespace tileglot::map
