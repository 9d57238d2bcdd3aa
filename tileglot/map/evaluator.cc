// SPDX-License-Identifier: Apache-2.0
#include "tileglot/map/evaluator.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "tileglot/core/checked.h"
#include "tileglot/map/index_map.h"
#include "tileglot/map/value.h"

namespace tileglot::map {
namespace {

constexpr std::size_t kSourcesOnStack = 64;

}  // namespace

// With s = ceil(log2 d) and m = floor(2^(63+s) / d) + 1, m*d exceeds 2^(63+s) by at most d <= 2^s,
// so n*m / 2^(63+s) exceeds n/d by less than 1/d for every n < 2^63: the floor is the same.
// m < 2^64 since d > 2^(s-1). shift_ is s - 1; taking the high half drops the other 64 bits.
Divider::Divider(std::int64_t d)
    : shift_(core::log2_floor(d - 1)),
      factor_(static_cast<std::uint64_t>((Wide{1} << (64 + shift_)) / static_cast<Wide>(d)) + 1) {}

Evaluator::Sum::Sum(const Value& v) : base(static_cast<std::uint64_t>(v.base)), xors(v.xors) {
  for (const FloorTerm& term : v.floors) {
    const auto coef = static_cast<std::uint64_t>(term.coef);
    if (term.div == 1) {
      linear.push_back({coef, term.src});
    } else if (core::is_power_of_two(term.div)) {
      shifts.push_back({coef, static_cast<std::uint8_t>(core::log2_floor(term.div)), term.src});
    } else {
      quotients.push_back({coef, Divider(term.div), term.src});
    }
  }
}

std::uint64_t Evaluator::Sum::at(const std::int64_t* sources) const {
  std::uint64_t sum = base;
  for (const Linear& t : linear) sum += t.coef * static_cast<std::uint64_t>(sources[t.src]);
  for (const Shift& t : shifts) {
    sum += t.coef * static_cast<std::uint64_t>(sources[t.src] >> t.bits);
  }
  for (const Quotient& t : quotients) {
    sum += t.coef * static_cast<std::uint64_t>(t.divider.floor(sources[t.src]));
  }
  return xors.rows.empty() ? sum : sum + parities_at(sources);
}

std::uint64_t Evaluator::Sum::parities_at(const std::int64_t* sources) const {
  std::uint64_t bits = 0;
  unsigned place = 0;
  for (const BitRef& bit : xors.bits) {
    bits |= ((static_cast<std::uint64_t>(sources[bit.src]) >> bit.bit) & 1U) << place++;
  }
  std::uint64_t sum = 0;
  for (const ParityRow& row : xors.rows) {
    const bool odd = (std::popcount(bits & row.mask) & 1) != 0;
    sum += odd ? static_cast<std::uint64_t>(row.weight) : 0;
  }
  return sum;
}

Evaluator::Evaluator(std::span<const Value> inner, const Value& out, std::size_t rank)
    : rank_(rank), inner_(inner.begin(), inner.end()), out_(out) {}

std::int64_t Evaluator::operator()(std::span<const std::int64_t> x) const {
  if (inner_.empty()) return static_cast<std::int64_t>(out_.at(x.data()));
  if (rank_ + inner_.size() <= kSourcesOnStack) {
    std::array<std::int64_t, kSourcesOnStack> sources;  // NOLINT: filled as far as it is read
    return evaluate_deep(x, sources.data());
  }
  std::vector<std::int64_t> sources(rank_ + inner_.size());
  return evaluate_deep(x, sources.data());
}

std::int64_t Evaluator::evaluate_deep(std::span<const std::int64_t> x,
                                      std::int64_t* sources) const {
  std::int64_t* next = std::copy(x.begin(), x.end(), sources);
  for (const Sum& value : inner_) *next++ = static_cast<std::int64_t>(value.at(sources));
  return static_cast<std::int64_t>(out_.at(sources));
}

}  // namespace tileglot::map
