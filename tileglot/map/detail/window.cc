// SPDX-License-Identifier: Apache-2.0
#include "tileglot/map/detail/window.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "tileglot/core/checked.h"
#include "tileglot/map/detail/sum_difference.h"
#include "tileglot/map/evaluator.h"
#include "tileglot/map/index_map.h"
#include "tileglot/map/period.h"
#include "tileglot/map/value.h"

namespace tileglot::map {
namespace {

/// The periods of all terms along k, without those that divide another.
std::vector<std::int64_t> distinct_periods(const SumDifference& d, std::size_t k) {
  const Periods periods(d.inner, d.rank(), k, d.extents[k]);
  std::vector<std::int64_t> lengths;
  for (const Value* side : {&d.left, &d.right}) {
    for (const FloorTerm& term : side->floors) lengths.push_back(periods.of(term).length);
    for (const ParityRow& row : side->xors.rows) {
      lengths.push_back(periods.of(side->xors, row).length);
    }
  }
  std::sort(lengths.begin(), lengths.end(), std::greater<>());
  std::vector<std::int64_t> kept;
  for (const std::int64_t length : lengths) {
    const auto divides = [&](std::int64_t longer) { return longer % length == 0; };
    if (std::none_of(kept.begin(), kept.end(), divides)) kept.push_back(length);
  }
  return kept;
}

/// Divisors of k in the values, without multiples of others: d changes along k only at their
/// multiples.
std::vector<std::int64_t> boundaries_along(const SumDifference& d, std::size_t k) {
  std::vector<std::int64_t> all;
  const auto collect = [&](const Value& v) {
    for (const FloorTerm& term : v.floors) {
      if (term.src == k) all.push_back(term.div);
    }
    for (const BitRef& bit : v.xors.bits) {
      if (bit.src == k) all.push_back(std::int64_t{1} << bit.bit);
    }
  };
  collect(d.left);
  collect(d.right);
  for (const Value& v : d.inner) collect(v);
  std::sort(all.begin(), all.end());
  std::vector<std::int64_t> kept;
  for (const std::int64_t boundary : all) {
    const auto divides = [&](std::int64_t smaller) { return boundary % smaller == 0; };
    if (std::none_of(kept.begin(), kept.end(), divides)) kept.push_back(boundary);
  }
  return kept;
}

/// One dimension of the window.
struct Side {
  std::size_t k;
  std::int64_t points;
  std::vector<std::int64_t> boundaries;

  /// The next x_k where anything may change; std::nullopt beyond the window.
  std::optional<std::int64_t> after(std::int64_t x) const {
    std::int64_t next = points;
    for (const std::int64_t boundary : boundaries) {
      const core::Checked multiple = core::checked_mul(x / boundary + 1, boundary);
      next = std::min(next, multiple.value_or(points));
    }
    if (next >= points) return std::nullopt;
    return next;
  }
};

/// The next point of the window in row-major order; false after the last.
bool advance(Coordinate& x, const std::vector<Side>& sides) {
  for (std::size_t i = sides.size(); i-- > 0;) {
    const Side& side = sides[i];
    if (const auto next = side.after(x[side.k])) {
      x[side.k] = *next;
      return true;
    }
    x[side.k] = 0;
  }
  return false;
}

}  // namespace

std::int64_t window_along(const SumDifference& d, std::size_t k) {
  std::int64_t lcm = 1;
  std::int64_t order = 2;
  for (const std::int64_t period : distinct_periods(d, k)) {
    lcm = core::checked_lcm(lcm, period).value_or(core::kInt64Max);
    order = core::saturating_add(order, period - 1);
  }
  return std::min({d.extents[k], core::saturating_add(lcm, 1), order});
}

WindowScan scan_window(const SumDifference& d, std::span<const std::size_t> dims,
                       std::int64_t limit) {
  WindowScan scan;
  std::vector<Side> sides;
  for (const std::size_t k : dims) {
    sides.push_back({k, window_along(d, k), boundaries_along(d, k)});
    scan.window.push_back(sides.back().points);
  }
  const Evaluator evaluate = d.evaluator();
  Coordinate x(d.rank(), 0);
  const std::int64_t at_zero = evaluate(x);
  while (advance(x, sides)) {
    scan.complete = ++scan.visited <= limit;
    if (!scan.complete || evaluate(x) != at_zero) {
      scan.at = x;
      return scan;
    }
  }
  return scan;
}

}  // namespace tileglot::map
