// SPDX-License-Identifier: Apache-2.0
// refactor_inner.h: rewrites a value as floors of whole inner values.
//
// What     refactor_inner(v) finds, for each inner value that v has floors of, the multiple of it
//          that is written out in v, and makes that a term with divisor 1 again.
// Why      Canonical values write an inner value out where it occurs alone. Its digits are visible
//          only when it is whole again: 15*x0 + 3*x1 + 18*(w/2) with w = 5*x0 + x1 is 3*w +
//          18*(w/2), digits 3 and 24.
// Example  [tests: refactor_inner_test.cc, "a fused tile is digits of its fused value"]
#pragma once

#include <cstddef>
#include <span>

#include "tileglot/map/value.h"

namespace tileglot::map {

/// v minus `multiple` times a part.
struct FactoredOut {
  std::int64_t multiple = 0;
  Value rest;
};

/// The multiple of `part` whose removal leaves the fewest terms of v; 0 where none leaves fewer.
FactoredOut factor_out(const Value& v, const Value& part);

/// The same function as v, no longer canonical. Its bound is not computed.
Value refactor_inner(const Value& v, std::span<const Value> inner, std::size_t rank);

}  // namespace tileglot::map
