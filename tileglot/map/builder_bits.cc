// SPDX-License-Identifier: Apache-2.0
// builder_bits.cc: the bits of values, and matrices over F2 applied to them.
#include "tileglot/map/builder.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "tileglot/core/checked.h"
#include "tileglot/core/error.h"
#include "tileglot/map/exact_range.h"
#include "tileglot/map/index_map.h"
#include "tileglot/map/inverse.h"
#include "tileglot/map/terms.h"
#include "tileglot/map/value.h"

namespace tileglot::map {
namespace {

constexpr int kMaxBit = 62;

std::int64_t power_of_two(int exponent) { return std::int64_t{1} << exponent; }

Parity parity_of_bit(BitRef bit) { return {false, {bit}}; }

/// The row of a matrix that leaves bit i as it is.
bool is_identity_row(std::uint64_t row, int i, std::uint64_t columns) {
  return (row & columns) == ((std::uint64_t{1} << i) & columns) && ((columns >> i) & 1U) != 0;
}

}  // namespace

const Parity* MapBuilder::Memory::row(int bit) const {
  for (const auto& [number, parity] : changed) {
    if (number == bit) return &parity;
  }
  return nullptr;
}

Parity MapBuilder::exclusive_or(const Parity& a, const Parity& b) const {
  Parity result{a.constant != b.constant, {}};
  const BitRef* i = a.bits.begin();
  const BitRef* j = b.bits.begin();
  while (i != a.bits.end() || j != b.bits.end()) {
    if (j == b.bits.end() || (i != a.bits.end() && *i < *j)) {
      result.bits.push_back(*i++);
    } else if (i == a.bits.end() || *j < *i) {
      result.bits.push_back(*j++);
    } else {
      ++i;
      ++j;
    }
  }
  return result;
}

Parity MapBuilder::bit_of_floor(const FloorTerm& term) {
  if (core::is_power_of_two(term.div)) {
    return parity_of_bit({term.src, static_cast<std::uint16_t>(core::log2_floor(term.div))});
  }
  Value quotient;
  quotient.floors.push_back({1, term.div, term.src});
  find_bound(quotient);
  return parity_of_bit({intern(std::move(quotient)), 0});
}

Parity MapBuilder::bit(const Value& v, int i) {
  if (v.memory >= 0) {
    // Copies: the calls below may reallocate memories_.
    const Memory& memory = memories_[static_cast<std::size_t>(v.memory)];
    if (const Parity* row = memory.row(i)) return *row;
    const Value argument = memory.argument;
    return bit(argument, i);
  }
  const Value quotient = floor_div(v, power_of_two(i));
  Parity result{(quotient.base & 1) != 0, {}};
  for (const FloorTerm& term : quotient.floors) {
    if (term.coef % 2 != 0) result = exclusive_or(result, bit_of_floor(term));
  }
  for (const ParityRow& row : quotient.xors.rows) {
    if (row.weight % 2 == 0) continue;
    result = exclusive_or(result, {false, bits_of(quotient.xors, row)});
  }
  return result;
}

Value MapBuilder::single_bit(std::int64_t weight, BitRef bit) {
  Value low = floor_of_source(bit.src, power_of_two(bit.bit), weight);
  if (bit.bit == kMaxBit) return low;
  const core::Checked twice = core::checked_mul(weight, -2);
  if (!twice) fail_overflow("a weight");
  add_multiple(low, floor_of_source(bit.src, power_of_two(bit.bit + 1), twice.value_or(0)), 1);
  find_bound(low, Range{std::min<std::int64_t>(weight, 0), std::max<std::int64_t>(weight, 0)});
  return low;
}

Value MapBuilder::as_term(std::int64_t weight, const Parity& parity) {
  if (weight == 0) return constant(0);
  if (parity.constant) {
    const core::Checked negative = core::checked_mul(weight, -1);
    if (!negative) fail_overflow("a weight");
    return add(constant(weight), as_term(negative.value_or(0), {false, parity.bits}));
  }
  if (parity.bits.empty()) return constant(0);
  if (parity.bits.size() == 1) return single_bit(weight, parity.bits[0]);
  Value v;
  if (!add_parity(v, weight, {parity.bits.data(), parity.bits.size()})) {
    fail_with({{.code = "map.too_many_terms", .message = "a parity has more than 64 bits"}});
  }
  find_bound(v);
  return v;
}

Value MapBuilder::floor_div_remembered(const Memory& memory, int shift) {
  const Value argument = memory.argument;
  const std::vector<std::pair<int, Parity>> changed = memory.changed;
  Value result = floor_div(argument, power_of_two(shift));
  for (const auto& [number, row] : changed) {
    if (number < shift) continue;
    const std::int64_t weight = power_of_two(number - shift);
    result = add(std::move(result), as_term(weight, row));
    result = add(std::move(result), as_term(-weight, bit(argument, number)));
  }
  const Range bound{0, std::max<std::int64_t>(result.bound.hi, 0)};
  return with_bound(std::move(result), bound);
}

bool MapBuilder::prove_non_negative(const Value& v) {
  if (v.bound.lo >= 0 || failed()) return !failed();
  const core::Result<IndexMap> map = finish(v, {});
  const core::Result<Range> range = map ? exact_range(*map) : core::fail(map.error());
  if (!range) {
    fail_with(range.error());
    return false;
  }
  if (range->lo >= 0) return true;
  const auto where = preimages(*map, range->lo, 1);
  const std::string at = where && !where->coordinates.empty()
                             ? fmt::format("({})", fmt::join(where->coordinates.front(), ","))
                             : "some coordinate";
  fail_with({{.code = "map.negative_xor",
              .message = fmt::format(
                  "a swizzle or xor is applied to a value that can be as low as {}", range->lo),
              .help = "bits of a negative number are not defined here; add an offset first",
              .witness = fmt::format("at {} the value is {}", at, range->lo)}});
  return false;
}

Value MapBuilder::apply_f2(const Value& v, const F2Rows& rows) {
  if (!prove_non_negative(v)) return constant(0);
  const int width = v.bound.hi <= 0 ? 0 : core::log2_floor(v.bound.hi) + 1;
  const std::uint64_t columns = (std::uint64_t{1} << width) - 1;
  Memory memory{v, {}};
  int top = width;
  for (int i = 0; i < static_cast<int>(rows.size()); ++i) {
    const std::uint64_t row = rows[static_cast<std::size_t>(i)] & columns;
    if (is_identity_row(row, i, columns) || (i >= width && row == 0)) continue;
    if (i > kMaxBit) {
      fail_overflow("a bit that a matrix sets");
      return constant(0);
    }
    Parity sum;
    for (std::uint64_t mask = row; mask != 0; mask &= mask - 1) {
      sum = exclusive_or(sum, bit(v, std::countr_zero(mask)));
    }
    memory.changed.emplace_back(i, sum);
    top = std::max(top, i + 1);
  }
  Value result = v;
  for (const auto& [i, row] : memory.changed) {
    add_multiple(result, as_term(power_of_two(i), row), 1);
    add_multiple(result, as_term(-power_of_two(i), bit(v, i)), 1);
  }
  find_bound(result, Range{0, top > kMaxBit ? core::kInt64Max : power_of_two(top) - 1});
  result.memory = static_cast<std::int32_t>(memories_.size());
  memories_.push_back(std::move(memory));
  return result;
}

}  // namespace tileglot::map
