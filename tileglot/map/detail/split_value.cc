// SPDX-License-Identifier: Apache-2.0
#include "tileglot/map/detail/split_value.h"

#include <algorithm>
#include <cstdint>
#include <functional>
#include <numeric>

#include "tileglot/core/checked.h"
#include "tileglot/core/small_vector.h"
#include "tileglot/map/terms.h"

namespace tileglot::map {

Split split_by(const Value& v, std::int64_t d) {
  Split split;
  split.high.base = core::floor_div(v.base, d);
  split.low.base = core::floor_mod(v.base, d);
  for (FloorTerm term : v.floors) {
    const bool divisible = core::floor_remainder(term.coef, d) == 0;
    if (divisible) term.coef = core::floor_quotient(term.coef, d);
    (divisible ? split.high : split.low).floors.push_back(term);
  }
  for (const ParityRow& row : v.xors.rows) {
    const bool divisible = row.weight % d == 0;
    add_parity(divisible ? split.high : split.low, divisible ? row.weight / d : row.weight,
               bits_of(v.xors, row));
  }
  return split;
}

core::SmallVector<std::int64_t, 12> shared_divisors(const Value& v, std::int64_t d) {
  core::SmallVector<std::int64_t, 12> divisors;
  for (const FloorTerm& term : v.floors) divisors.push_back(std::gcd(term.coef % d, d));
  for (const ParityRow& row : v.xors.rows) divisors.push_back(std::gcd(row.weight % d, d));
  std::sort(divisors.begin(), divisors.end(), std::greater<>());
  divisors.truncate(std::unique(divisors.begin(), divisors.end()));
  while (!divisors.empty() && divisors.back() == 1) divisors.pop_back();
  return divisors;
}

}  // namespace tileglot::map
