// SPDX-License-Identifier: Apache-2.0
// split_value.h: the part of a value that a divisor divides, and the rest.
//
// What     split_by(v, d) returns v = d * high + low: high takes the terms whose coefficient d
//          divides. shared_divisors(v, d) are the divisors of d that move at least one term into
//          high.
// Why      floor(v / d) = high + floor(low / d), whatever the terms are: the one rule that
//          simplifies the quotient of a sum.
// Example  6*x0 + 2*x1 + 13 by 6 is 6*(x0 + 2) + (2*x1 + 1).
//          [tests: split_value_test.cc, "terms that the divisor divides go up"]
#pragma once

#include <cstdint>

#include "tileglot/core/small_vector.h"
#include "tileglot/map/value.h"

namespace tileglot::map {

/// Bounds are not computed.
struct Split {
  Value high;
  Value low;
};

/// v = d * high + low, term by term; low's base is in [0, d). Precondition: d >= 1.
Split split_by(const Value& v, std::int64_t d);

/// The divisors of d that v's coefficients and weights share with it, largest first, without 1.
core::SmallVector<std::int64_t, 12> shared_divisors(const Value& v, std::int64_t d);

}  // namespace tileglot::map
