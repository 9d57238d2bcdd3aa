// SPDX-License-Identifier: Apache-2.0
#include "tileglot/map/builder.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
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
  const std::int64_t low = core::floor_div(range.lo, d);
  if (low != core::floor_div(range.hi, d)) return std::nullopt;
  return low;
}

bool is_zero(const Value& v) { return v.is_constant() && v.base == 0; }

/// floor(source / div) and nothing else: its values have no gaps.
bool is_single_floor(const Value& v) {
  return v.floors.size() == 1 && v.xors.rows.empty() && v.floors[0].coef == 1 && v.base == 0;
}

/// True if no source of v is an inner value, so that its bound is one sum over its sources.
bool is_over_dimensions(const Value& v, std::size_t rank) {
  const auto is_dimension = [rank](const auto& part) { return part.src < rank; };
  return std::all_of(v.floors.begin(), v.floors.end(), is_dimension) &&
         std::all_of(v.xors.bits.begin(), v.xors.bits.end(), is_dimension);
}

/// First and last source of v. Precondition: v is not constant.
std::pair<Source, Source> sources_of(const Value& v) {
  Source first = std::numeric_limits<Source>::max();
  Source last = 0;
  const auto take = [&](const auto& part) {
    first = std::min(first, part.src);
    last = std::max(last, part.src);
  };
  std::for_each(v.floors.begin(), v.floors.end(), take);
  std::for_each(v.xors.bits.begin(), v.xors.bits.end(), take);
  return {first, last};
}

/// True if all sources of one come before those of the other.
bool are_apart(const Value& a, const Value& b) {
  if (a.is_constant() || b.is_constant()) return true;
  const auto [a_first, a_last] = sources_of(a);
  const auto [b_first, b_last] = sources_of(b);
  return a_last < b_first || b_last < a_first;
}

}  // namespace

MapBuilder::MapBuilder(std::vector<Dim> domain) : domain_(std::move(domain)) {
  if (rank() > kMaxRank) {
    fail_with(
        {{.code = "map.too_many_terms",
          .message = fmt::format("the map has {} dimensions; the limit is {}", rank(), kMaxRank)}});
  }
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
    source_ranges_.push_back({0, std::max<std::int64_t>(dim.extent - 1, 0)});
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

Value MapBuilder::bounded_by(Value v, Range range) {
  if (term_count(v) > kMaxFloors) {
    fail_with({{.code = "map.too_many_terms",
                .message = fmt::format("the map needs {} terms; the limit is {}", term_count(v),
                                       kMaxFloors)}});
    return constant(0);
  }
  v.bound = range;
  return v;
}

Value MapBuilder::bounded(Value v, std::optional<Range> known) {
  if (term_count(v) > kMaxFloors) return bounded_by(std::move(v), {});
  const std::optional<Range> range = range_of(v);
  if (!range && !known) {
    fail_overflow("the bound of a value");
    return constant(0);
  }
  return bounded_by(std::move(v), range && known ? meet(*range, *known) : range ? *range : *known);
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

Value MapBuilder::plus(const Value& a, const Value& b, std::int64_t factor) {
  std::optional<Value> sum = add_scaled(a, b, factor);
  if (sum) return *std::move(sum);
  if (a.xors.bits.size() + b.xors.bits.size() > 64 ||
      a.xors.rows.size() + b.xors.rows.size() > 64) {
    fail_with(
        {{.code = "map.too_many_terms",
          .message = fmt::format(
              "a sum would hold {} parities over {} bits; the limit is 64 of each",
              a.xors.rows.size() + b.xors.rows.size(), a.xors.bits.size() + b.xors.bits.size())}});
  } else {
    fail_overflow("a coefficient");
  }
  return constant(0);
}

Value MapBuilder::add(const Value& a, const Value& b) {
  if (is_zero(a)) return b;
  if (is_zero(b)) return a;
  const std::optional<Range> sum = sum_of(a.bound, b.bound, 1);
  // A scan would add up the same two parts.
  const bool is_tight =
      are_apart(a, b) && is_over_dimensions(a, rank()) && is_over_dimensions(b, rank());
  return sum && is_tight ? bounded_by(plus(a, b, 1), *sum) : bounded(plus(a, b, 1), sum);
}

Value MapBuilder::scale(const Value& v, std::int64_t factor) {
  if (factor == 1 || is_zero(v)) return v;
  const std::optional<Range> range = sum_of({0, 0}, v.bound, factor);
  Value scaled = plus(constant(0), v, factor);
  return range && is_over_dimensions(v, rank()) ? bounded_by(std::move(scaled), *range)
                                                : bounded(std::move(scaled), range);
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
  const Range quotient{core::floor_div(source_ranges_[src].lo, div),
                       core::floor_div(source_ranges_[src].hi, div)};
  const std::optional<Range> range = sum_of({0, 0}, quotient, coef);
  return range && src < rank() ? bounded_by(std::move(v), *range) : bounded(std::move(v), range);
}

Value MapBuilder::floor_div(const Value& v, std::int64_t d) {
  if (d == 1 || failed()) return v;
  if (const auto quotient = constant_quotient(v.bound, d)) return constant(*quotient);
  if (v.memory >= 0 && core::is_power_of_two(d)) {
    return floor_div_remembered(memories_[static_cast<std::size_t>(v.memory)], core::log2_floor(d));
  }
  const Range known{core::floor_div(v.bound.lo, d), core::floor_div(v.bound.hi, d)};
  if (is_single_floor(v)) return with_bound(floor_of_floor(v.floors[0], d), known);
  const Split split = split_by(v, d);
  return bounded(plus(split.high, floor_div_rest(split.low, d), 1), known);
}

Value MapBuilder::floor_div_rest(const Value& rest, std::int64_t d) {
  if (rest.is_constant()) return constant(core::floor_div(rest.base, d));
  const Value low = bounded(rest);
  if (const auto quotient = constant_quotient(low.bound, d)) return constant(*quotient);
  for (const std::int64_t g : shared_divisors(low, d)) {
    Split split = split_by(low, g);
    const std::optional<Range> carried = range_of(split.low);
    const auto carry = carried ? constant_quotient(*carried, g) : std::nullopt;
    const core::Checked base = carry ? core::checked_add(split.high.base, *carry) : carry;
    if (!base) continue;
    split.high.base = *base;
    return floor_div(bounded(split.high), d / g);
  }
  if (!is_single_floor(low)) {
    const Source src = intern(low);
    return floor_of_source(src, d, 1);
  }
  return floor_of_floor(low.floors[0], d);
}

Value MapBuilder::floor_of_floor(const FloorTerm& floor, std::int64_t d) {
  const core::Checked div = core::checked_mul(floor.div, d);
  if (!div) fail_overflow("a divisor");
  return floor_of_source(floor.src, div.value_or(1), 1);
}

Value MapBuilder::mod(const Value& v, std::int64_t r) {
  const Value multiple = floor_div(v, r);
  Value rest = plus(v, multiple, core::saturating_mul(r, -1));
  const Range known{0, r - 1};
  const bool takes_all = is_single_floor(v) && !multiple.is_constant();
  return takes_all ? bounded_by(std::move(rest), known) : bounded(std::move(rest), known);
}

Value MapBuilder::substitute(const IndexMap& f, std::span<const Value> arguments) {
  std::vector<Value> sources(arguments.begin(), arguments.end());
  const auto rebuild = [&](const Value& v) {
    Value sum = constant(v.base);
    for (const FloorTerm& term : v.floors)
      sum = plus(sum, floor_div(sources[term.src], term.div), term.coef);
    for (const ParityRow& row : v.xors.rows) {
      Parity parity;
      for (const BitRef ref : bits_of(v.xors, row))
        parity = exclusive_or(parity, bit(sources[ref.src], ref.bit));
      sum = plus(sum, as_term(row.weight, parity), 1);
    }
    return bounded(std::move(sum), v.bound);
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

core::Result<IndexMap> MapBuilder::finish(const Value& out, std::vector<Dim> codomain) {
  if (error_) return core::fail(*error_);
  if (inner_.empty()) {
    Value value = out;
    value.memory = -1;
    return IndexMap(domain_, std::move(codomain), {}, std::move(value));
  }
  Numbering numbering = number_inner(out, inner_, rank());
  Value value = renumber(out, numbering.new_of);
  value.memory = -1;
  return IndexMap(domain_, std::move(codomain), std::move(numbering.inner), std::move(value));
}

bool is_empty(std::span<const Dim> domain) {
  return std::any_of(domain.begin(), domain.end(), [](const Dim& dim) { return dim.extent == 0; });
}

core::Result<IndexMap> empty_map(const std::vector<Dim>& domain) {
  MapBuilder builder(domain);
  return builder.finish(builder.constant(0), {{0, "offset"}});
}

}  // namespace tileglot::map
