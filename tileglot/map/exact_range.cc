// SPDX-License-Identifier: Apache-2.0
#include "tileglot/map/exact_range.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "tileglot/core/checked.h"
#include "tileglot/core/error.h"
#include "tileglot/map/classes.h"
#include "tileglot/map/detail/extreme.h"
#include "tileglot/map/evaluator.h"
#include "tileglot/map/index_map.h"
#include "tileglot/map/limits.h"
#include "tileglot/map/period.h"
#include "tileglot/map/range.h"
#include "tileglot/map/value.h"

namespace tileglot::map {
namespace {

/// True if the divisors of each source nest, so that the scan of digits is exact.
bool nests(const Value& v) {
  for (std::size_t i = 1; i < v.floors.size(); ++i) {
    const FloorTerm& below = v.floors[i - 1];
    if (below.src == v.floors[i].src && v.floors[i].div % below.div != 0) return false;
  }
  return true;
}

std::optional<Range> scan_of_digits(const IndexMap& f, const Value& part) {
  std::vector<Range> sources;
  for (const Dim& dim : f.domain()) sources.push_back({0, dim.extent - 1});
  return range_over(part, sources, f.inner(), f.rank());
}

/// The first and the last `period` numbers of [0, extent).
struct Ends {
  std::size_t k;
  std::int64_t extent;
  std::int64_t period;

  std::int64_t points() const { return std::min(extent, core::saturating_mul(period, 2)); }
  std::optional<std::int64_t> after(std::int64_t x) const {
    const std::int64_t next = x + 1 == period ? std::max(period, extent - period) : x + 1;
    if (next >= extent) return std::nullopt;
    return next;
  }
};

bool advance(Coordinate& x, std::span<const Ends> ends) {
  for (std::size_t i = ends.size(); i-- > 0;) {
    std::int64_t& x_k = x[ends[i].k];
    const auto next = ends[i].after(x_k);
    x_k = next.value_or(0);
    if (next) return true;
  }
  return false;
}

Range extremes_at_ends(const Evaluator& evaluate, std::size_t rank, std::span<const Ends> ends) {
  Coordinate x(rank, 0);
  const std::int64_t first = evaluate(x);
  Range range{first, first};
  while (advance(x, ends)) {
    const std::int64_t value = evaluate(x);
    range = {std::min(range.lo, value), std::max(range.hi, value)};
  }
  return range;
}

/// The sum of all classes fits; sums of some may overflow int64, and wrap and come back.
std::int64_t wrapping_add(std::int64_t a, std::int64_t b) {
  return static_cast<std::int64_t>(static_cast<std::uint64_t>(a) + static_cast<std::uint64_t>(b));
}

core::Result<Range> range_of_class(const IndexMap& f, const Value& part, const DimClass& members,
                                   std::int64_t limit) {
  std::vector<Ends> ends;
  std::vector<std::int64_t> points;
  std::int64_t product = 1;
  for (const std::size_t k : members.dims) {
    ends.push_back({k, f.extent(k), Periods(f, k).of(part).length});
    points.push_back(ends.back().points());
    product = core::saturating_mul(product, points.back());
  }
  limit = std::min(limit, points_allowed(count_terms(f.inner(), part)));
  if (product <= limit) {
    return extremes_at_ends(Evaluator(f.inner(), part, f.rank()), f.rank(), ends);
  }
  if (const auto range = range_by_boxes(f, part, members, limit)) return *range;
  return core::fail(
      too_large_to_decide("the exact range", f.domain(), members.dims, points, limit));
}

/// Precondition: the domain is not empty.
core::Result<Range> sum_of_classes(const IndexMap& f, std::int64_t limit) {
  Range sum{f.out().base, f.out().base};
  for (const DimClass& members : classes(f)) {
    const Value part = part_over(f, members);
    if (part.is_constant()) continue;
    std::optional<Range> range;
    if (members.plain && nests(part)) range = scan_of_digits(f, part);
    if (!range) {
      TILEGLOT_TRY(searched, range_of_class(f, part, members, limit));
      range = searched;
    }
    sum = {wrapping_add(sum.lo, range->lo), wrapping_add(sum.hi, range->hi)};
  }
  return sum;
}

/// The bound, if both ends are reached at the first or last coordinate, as they usually are.
std::optional<Range> bound_if_reached(const IndexMap& f) {
  Coordinate x(f.rank(), 0);
  const std::int64_t first = f(x);
  for (std::size_t k = 0; k < f.rank(); ++k) x[k] = f.extent(k) - 1;
  const std::int64_t last = f(x);
  const Range reached{std::min(first, last), std::max(first, last)};
  if (reached == f.out().bound) return reached;
  return std::nullopt;
}

}  // namespace

core::Result<Range> exact_range(const IndexMap& f, std::int64_t limit) {
  if (f.size() == 0) return Range{0, -1};
  if (const auto reached = bound_if_reached(f)) return *reached;
  if (f.is_plain() && nests(f.out())) {
    if (const auto range = scan_of_digits(f, f.out())) return *range;
  }
  return sum_of_classes(f, limit);
}

}  // namespace tileglot::map
