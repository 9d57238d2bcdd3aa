// SPDX-License-Identifier: Apache-2.0
#include "tileglot/map/detail/extreme.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "tileglot/core/checked.h"
#include "tileglot/map/classes.h"
#include "tileglot/map/evaluator.h"
#include "tileglot/map/index_map.h"
#include "tileglot/map/limits.h"
#include "tileglot/map/range.h"
#include "tileglot/map/value.h"

namespace tileglot::map {
namespace {

/// A bound costs about as much as this many evaluations.
constexpr std::size_t kEvaluationsPerBox = 64;

using Box = std::vector<Range>;

/// Searches the largest value, or the smallest one as the largest complement: ~v falls as v rises,
/// and always fits.
class Search {
 public:
  Search(const IndexMap& f, const Value& part, const DimClass& members, bool largest,
         std::int64_t limit)
      : map_(unbounded(f, part)),
        evaluate_(f.inner(), part, f.rank()),
        boundaries_(boundaries_of(f, part)),
        members_(members),
        largest_(largest),
        boxes_left_(std::min(limit, boxes_allowed(f, part))) {}

  /// std::nullopt if the box limit is reached.
  std::optional<std::int64_t> run() {
    Box all(map_.rank(), Range{0, 0});
    for (const std::size_t k : members_.dims) all[k] = {0, map_.extent(k) - 1};
    best_ = score_at_corner(all);
    push(std::move(all));
    while (!stack_.empty()) {
      const auto [bound, box] = std::move(stack_.back());
      stack_.pop_back();
      if (bound <= best_) continue;
      if (boxes_left_ < 0) return std::nullopt;
      split(box);
    }
    return largest_ ? best_ : ~best_;
  }

 private:
  static std::int64_t boxes_allowed(const IndexMap& f, const Value& part) {
    return points_allowed(kEvaluationsPerBox * count_terms(f.inner(), part));
  }

  /// The part as a map; its bound is found box by box.
  static IndexMap unbounded(const IndexMap& f, Value part) {
    part.bound = {core::kInt64Min, core::kInt64Max};
    return {f.domain(), {}, f.inner(), std::move(part)};
  }

  static std::vector<std::vector<std::int64_t>> boundaries_of(const IndexMap& f,
                                                              const Value& part) {
    std::vector<std::vector<std::int64_t>> boundaries(f.rank());
    const auto collect = [&](const Value& v) {
      for (const FloorTerm& term : v.floors) {
        if (f.is_dimension(term.src)) boundaries[term.src].push_back(term.div);
      }
      for (const BitRef& bit : v.xors.bits) {
        if (f.is_dimension(bit.src)) boundaries[bit.src].push_back(std::int64_t{1} << bit.bit);
      }
    };
    collect(part);
    for (const Value& v : f.inner()) collect(v);
    for (auto& list : boundaries) std::sort(list.begin(), list.end(), std::greater<>());
    return boundaries;
  }

  std::int64_t score(std::int64_t value) const { return largest_ ? value : ~value; }

  /// An upper bound of the scores in the box.
  std::int64_t bound_of(const Box& box) const {
    const std::optional<Range> range = range_over_box(map_, box);
    if (!range) return core::kInt64Max;
    return score(largest_ ? range->hi : range->lo);
  }

  std::int64_t score_at_corner(const Box& box) const {
    Coordinate low(box.size());
    Coordinate high(box.size());
    for (std::size_t k = 0; k < box.size(); ++k) {
      low[k] = box[k].lo;
      high[k] = box[k].hi;
    }
    return std::max(score(evaluate_(low)), score(evaluate_(high)));
  }

  void push(Box box) {
    --boxes_left_;
    const std::int64_t bound = bound_of(box);
    if (bound > best_) stack_.emplace_back(bound, std::move(box));
  }

  /// Cuts the longest side in two; the half with the better bound is examined first.
  void split(const Box& box) {
    const auto length = [&](std::size_t k) { return box[k].hi - box[k].lo; };
    const std::size_t k =
        *std::max_element(members_.dims.begin(), members_.dims.end(),
                          [&](std::size_t a, std::size_t b) { return length(a) < length(b); });
    if (length(k) == 0) return;  // one point: its score has been taken
    const std::int64_t cut = cut_of(box[k], boundaries_[k]);
    Box low = box;
    Box high = box;
    low[k].hi = cut - 1;
    high[k].lo = cut;
    best_ = std::max({best_, score_at_corner(low), score_at_corner(high)});
    const std::size_t before = stack_.size();
    push(std::move(low));
    push(std::move(high));
    const bool both = stack_.size() == before + 2;
    if (both && stack_[before].first > stack_[before + 1].first) {
      std::swap(stack_[before], stack_[before + 1]);
    }
  }

  /// The multiple of the largest boundary inside the side that is nearest below its middle, or next
  /// above it.
  static std::int64_t cut_of(Range side, std::span<const std::int64_t> boundaries) {
    const std::int64_t middle = side.lo + (side.hi - side.lo + 1) / 2;
    for (const std::int64_t boundary : boundaries) {
      const std::int64_t below = middle / boundary * boundary;
      if (below > side.lo) return below;
      if (boundary <= side.hi - below) return below + boundary;
    }
    return middle;
  }

  IndexMap map_;
  Evaluator evaluate_;
  std::vector<std::vector<std::int64_t>> boundaries_;  // of each dimension, largest first
  const DimClass& members_;
  bool largest_;
  std::int64_t boxes_left_;
  std::int64_t best_ = core::kInt64Min;
  std::vector<std::pair<std::int64_t, Box>> stack_;
};

}  // namespace

std::optional<Range> range_by_boxes(const IndexMap& f, const Value& part, const DimClass& members,
                                    std::int64_t limit) {
  const auto lo = Search(f, part, members, false, limit).run();
  const auto hi = lo ? Search(f, part, members, true, limit).run() : lo;
  if (!hi) return std::nullopt;
  return Range{*lo, *hi};
}

}  // namespace tileglot::map
