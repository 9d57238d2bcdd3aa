// SPDX-License-Identifier: Apache-2.0
#include "tileglot/map/builder.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "tileglot/core/checked.h"
#include "tileglot/core/error.h"
#include "tileglot/map/detail/numbering.h"
#include "tileglot/map/detail/split_value.h"
#include "tileglot/map/index_map.h"
#include "tileglot/map/range.h"
#include "tileglot/map/terms.h"
#include "tileglot/map/value.h"

namespace tileglot::map {
namespace {

constexpr std::size_t kMaxFloors = 256;
constexpr std::size_t kMaxInner = 64;
constexpr std::size_t kMaxRank = 1024;

std::optional<Range> sum_of(Range a, Range b, std::int64_t factor) {
  const std::int64_t first = core::saturating_mul(b.lo, factor);
  const std::int64_t second = core::saturating_mul(b.hi, factor);
  const core::Checked lo = core::checked_add(a.lo, std::min(first, second));
  const core::Checked hi = core::checked_add(a.hi, std::max(first, second));
  if (!lo || !hi) return std::nullopt;
  return Range{*lo, *hi};
}

Range meet(Range a, Range b) { return {std::max(a.lo, b.lo), std::min(a.hi, b.hi)}; }

/// The constant that floor(range / d) equals, if it is constant.
std::optional<std::int64_t> constant_quotient(Range range, std::int64_t d) {
  const std::int64_t low = core::floor_quotient(range.lo, d);
  if (low != core::floor_quotient(range.hi, d)) return std::nullopt;
  return low;
}

/// The range of floor(x / d) where x is in `range`.
Range quotient_range(Range range, std::int64_t d) {
  return {core::floor_quotient(range.lo, d), core::floor_quotient(range.hi, d)};
}

bool is_zero(const Value& v) { return v.is_constant() && v.base == 0; }

/// floor(source / div) and nothing else: its values have no gaps.
bool is_single_floor(const Value& v) {
  return v.floors.size() == 1 && v.xors.rows.empty() && v.floors[0].coef == 1 && v.base == 0;
}

/// True if no source of v is an inner value, so that its bound is one sum over its sources.
/// Sources ascend.
bool is_over_dimensions(const Value& v, std::size_t rank) {
  return (v.floors.empty() || v.floors.back().src < rank) &&
         (v.xors.bits.empty() || v.xors.bits.back().src < rank);
}

/// True if all sources of a come before those of b.
bool is_before(const Value& a, const Value& b) {
  const auto is_before_all = [&b](Source last) {
    return (b.floors.empty() || last < b.floors[0].src) &&
           (b.xors.bits.empty() || last < b.xors.bits[0].src);
  };
  return (a.floors.empty() || is_before_all(a.floors.back().src)) &&
         (a.xors.bits.empty() || is_before_all(a.xors.bits.back().src));
}

/// True if all sources of one come before those of the other.
bool are_apart(const Value& a, const Value& b) { return is_before(a, b) || is_before(b, a); }

}  // namespace

MapBuilder::MapBuilder(std::vector<Dim> domain) : domain_(std::move(domain)) {
  if (rank() > kMaxRank) {
    fail_with(
        {{.code = "map.too_many_terms",
          .message = fmt::format("the map has {} dimensions; the limit is {}", rank(), kMaxRank)}});
  }
  source_ranges_.reserve(rank());
  std::int64_t size = 1;
  // An empty domain has size 0, however large the other extents are.
  for (const Dim& dim : domain_) {
    if (dim.extent < 0) {
      fail_with({{.code = "map.domain",
                  .message = fmt::format("an extent is {}; it must be 0 or more", dim.extent)}});
    }
    const core::Checked product = core::checked_mul(size, std::max<std::int64_t>(dim.extent, 1));
    if (!product && !is_empty(domain_)) fail_overflow("the number of coordinates");
    size = product.value_or(1);
    source_ranges_.push_back({0, std::max<std::int64_t>(dim.extent, 1) - 1});
  }
}

void MapBuilder::fail_with(core::Error error) {
  if (!error_) error_ = std::move(error);
}

void MapBuilder::fail_overflow(std::string what) {
  fail_with({{.code = "map.overflow",
              .message = fmt::format("{} does not fit a signed 64-bit integer", what),
              .help = "use smaller extents or strides; the largest value is 9223372036854775807"}});
}

std::optional<Range> MapBuilder::range_of(const Value& v) const {
  return range_over(v, source_ranges_, inner_, rank());
}

void MapBuilder::set_bound(Value& v, Range range) {
  if (term_count(v) > kMaxFloors) {
    fail_with({{.code = "map.too_many_terms",
                .message = fmt::format("the map needs {} terms; the limit is {}", term_count(v),
                                       kMaxFloors)}});
    v = constant(0);
    return;
  }
  v.bound = range;
}

void MapBuilder::find_bound(Value& v, std::optional<Range> known) {
  if (term_count(v) > kMaxFloors) return set_bound(v, {});
  const std::optional<Range> range = range_of(v);
  if (!range && !known) {
    fail_overflow("the bound of a value");
    v = constant(0);
    return;
  }
  set_bound(v, range && known ? meet(*range, *known) : range ? *range : *known);
}

Value MapBuilder::dim(std::size_t k) const {
  if (domain_[k].extent <= 1) return constant(0);
  Value v;
  v.floors.push_back({1, 1, static_cast<Source>(k)});
  v.bound = source_ranges_[k];
  return v;
}

Value MapBuilder::constant(std::int64_t c) const {
  Value v;
  v.base = c;
  v.bound = {c, c};
  return v;
}

void MapBuilder::add_multiple(Value& sum, const Value& b, std::int64_t factor) {
  const std::size_t bits = sum.xors.bits.size() + b.xors.bits.size();
  const std::size_t rows = sum.xors.rows.size() + b.xors.rows.size();
  sum.memory = -1;
  if (add_terms(sum, b, factor)) return;
  if (bits > 64 || rows > 64) {
    fail_with(
        {{.code = "map.too_many_terms",
          .message = fmt::format(
              "a sum would hold {} parities over {} bits; the limit is 64 of each", rows, bits)}});
  } else {
    fail_overflow("a coefficient");
  }
  sum = constant(0);
}

Value MapBuilder::add(Value a, const Value& b) {
  add_to(a, b);
  return a;
}

void MapBuilder::add_to(Value& sum, const Value& v) {
  if (is_zero(sum)) {
    sum = v;
    return;
  }
  if (is_zero(v)) return;
  const std::optional<Range> range = sum_of(sum.bound, v.bound, 1);
  // A scan would add up the same two parts.
  const bool is_tight = range && are_apart(sum, v) && is_over_dimensions(sum, rank()) &&
                        is_over_dimensions(v, rank());
  add_multiple(sum, v, 1);
  if (is_tight) return set_bound(sum, *range);
  find_bound(sum, range);
}

Value MapBuilder::scale(Value v, std::int64_t factor) {
  scale_by(v, factor);
  return v;
}

void MapBuilder::scale_by(Value& v, std::int64_t factor) {
  if (factor == 1 || is_zero(v)) return;
  const std::optional<Range> range = sum_of({0, 0}, v.bound, factor);
  v.memory = -1;
  if (!scale_terms(v, factor)) {
    fail_overflow("a coefficient");
    v = constant(0);
  }
  if (range && is_over_dimensions(v, rank())) return set_bound(v, *range);
  find_bound(v, range);
}

Value MapBuilder::with_bound(Value v, Range bound) const {
  v.bound = meet(v.bound, bound);
  return v;
}

Source MapBuilder::intern(Value v) {
  const auto at = std::find(inner_.begin(), inner_.end(), v);
  const auto j = static_cast<std::size_t>(at - inner_.begin());
  if (at == inner_.end()) {
    if (j == kMaxInner) {
      fail_with({{.code = "map.too_many_terms",
                  .message = fmt::format("the map needs more than {} inner values", kMaxInner)}});
      return static_cast<Source>(rank() + j - 1);
    }
    v.memory = -1;
    source_ranges_.push_back(v.bound);
    inner_.push_back(std::move(v));
  }
  return static_cast<Source>(rank() + j);
}

Value MapBuilder::floor_of_source(Source src, std::int64_t div, std::int64_t coef) {
  if (div == 1 && src >= rank()) return scale(inner_[src - rank()], coef);
  if (const auto quotient = constant_quotient(source_ranges_[src], div)) {
    const core::Checked value = core::checked_mul(*quotient, coef);
    if (!value) fail_overflow("a constant");
    return constant(value.value_or(0));
  }
  Value v;
  v.floors.push_back({coef, div, src});
  const std::optional<Range> range = sum_of({0, 0}, quotient_range(source_ranges_[src], div), coef);
  if (range && src < rank()) {
    v.bound = *range;
  } else {
    find_bound(v, range);
  }
  return v;
}

Value MapBuilder::floor_div(const Value& v, std::int64_t d) {
  if (d == 1 || failed()) return v;
  if (const auto quotient = constant_quotient(v.bound, d)) return constant(*quotient);
  if (v.memory >= 0 && core::is_power_of_two(d)) {
    return floor_div_remembered(memories_[static_cast<std::size_t>(v.memory)], core::log2_floor(d));
  }
  const Range known = quotient_range(v.bound, d);
  if (is_single_floor(v)) {
    Value quotient = floor_of_floor(v.floors[0], d);
    quotient.bound = meet(quotient.bound, known);
    return quotient;
  }
  Split split = split_by(v, d);
  add_multiple(split.high, floor_div_rest(std::move(split.low), d), 1);
  find_bound(split.high, known);
  return std::move(split.high);
}

Value MapBuilder::floor_div_rest(Value rest, std::int64_t d) {
  if (rest.is_constant()) return constant(core::floor_div(rest.base, d));
  find_bound(rest);
  if (const auto quotient = constant_quotient(rest.bound, d)) return constant(*quotient);
  if (is_single_floor(rest)) return floor_of_floor(rest.floors[0], d);
  for (const std::int64_t g : shared_divisors(rest, d)) {
    Split split = split_by(rest, g);
    const std::optional<Range> carried = range_of(split.low);
    const auto carry = carried ? constant_quotient(*carried, g) : std::nullopt;
    const core::Checked base = carry ? core::checked_add(split.high.base, *carry) : carry;
    if (!base) continue;
    split.high.base = *base;
    find_bound(split.high);
    return floor_div(split.high, d / g);
  }
  return floor_of_source(intern(std::move(rest)), d, 1);
}

Value MapBuilder::floor_of_floor(const FloorTerm& floor, std::int64_t d) {
  const core::Checked div = core::checked_mul(floor.div, d);
  if (!div) fail_overflow("a divisor");
  return floor_of_source(floor.src, div.value_or(1), 1);
}

Value MapBuilder::mod(Value v, std::int64_t r) {
  take_quotient(v, r);
  return v;
}

Value MapBuilder::take_quotient(Value& v, std::int64_t r) {
  const bool is_single = is_single_floor(v);
  Value quotient = floor_div(v, r);
  const Range known{0, r - 1};
  add_multiple(v, quotient, core::saturating_mul(r, -1));
  if (is_single && !quotient.is_constant()) {
    set_bound(v, known);  // it takes all values
  } else {
    find_bound(v, known);
  }
  return quotient;
}

Value MapBuilder::substitute(const IndexMap& f, std::span<const Value> arguments) {
  std::vector<Value> sources(arguments.begin(), arguments.end());
  const auto rebuild = [&](const Value& v) {
    Value sum = constant(v.base);
    for (const FloorTerm& term : v.floors)
      add_multiple(sum, floor_div(sources[term.src], term.div), term.coef);
    for (const ParityRow& row : v.xors.rows) {
      Parity parity;
      for (const BitRef ref : bits_of(v.xors, row))
        parity = exclusive_or(parity, bit(sources[ref.src], ref.bit));
      add_multiple(sum, as_term(row.weight, parity), 1);
    }
    find_bound(sum, v.bound);
    return sum;
  };
  for (const Value& value : f.inner()) sources.push_back(rebuild(value));
  return rebuild(f.out());
}

Value MapBuilder::adopt(const IndexMap& f) {
  std::vector<Source> new_of(rank());
  std::iota(new_of.begin(), new_of.end(), Source{0});
  for (const Value& value : f.inner()) {
    Value copy = renumber(value, new_of);
    copy.bound = value.bound;
    new_of.push_back(intern(std::move(copy)));
  }
  Value out = renumber(f.out(), new_of);
  out.bound = f.out().bound;
  return out;
}

core::Result<IndexMap> MapBuilder::finish(Value out, std::vector<Dim> codomain) const {
  if (error_) return core::fail(*error_);
  Numbering numbering;
  if (!inner_.empty()) {
    numbering = number_inner(out, inner_, rank());
    out = renumber(out, numbering.new_of);
  }
  out.memory = -1;
  return core::Result<IndexMap>(tl::in_place, domain_, std::move(codomain),
                                std::move(numbering.inner), std::move(out));
}

bool is_empty(std::span<const Dim> domain) {
  return std::any_of(domain.begin(), domain.end(), [](const Dim& dim) { return dim.extent == 0; });
}

core::Result<IndexMap> empty_map(const std::vector<Dim>& domain) {
  MapBuilder builder(domain);
  return builder.finish(builder.constant(0), {{0, "offset"}});
}

}  // namespace tileglot::map
