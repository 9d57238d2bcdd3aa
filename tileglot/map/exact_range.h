// SPDX-License-Identifier: Apache-2.0
// exact_range.h: the smallest and largest value that a map actually takes.
//
// What     exact_range(f) = (min f(x), max f(x)) over the whole domain; (0, -1) where the domain is
//          empty, so that hi + 1 is the cosize of a layout that starts at 0.
// Why      A bound may be loose, and a loose bound must never cause a rejection: the exact range is
//          computed before an operation is rejected.
// How      Class by class (classes.h). A dimension whose divisors nest: a scan of its digits
//          (range.h). Any other class: values move by a fixed step per period (period.h), so the
//          extremes are in the first or last period of each dimension; where these are too many
//          points, branch and bound discards boxes that cannot contain a better value than the best
//          one found.
// Example  Digits (4:10)(rest:1) on 5 coordinates: 0 10 20 30 1. The largest is not at the last
//          coordinate.
//          [tests: exact_range_test.cc, "digits that fall at the top peak before the end"]
// Errors   map.too_large_to_decide beyond limits.h.
#pragma once

#include <cstdint>

#include "tileglot/core/error.h"
#include "tileglot/map/index_map.h"
#include "tileglot/map/limits.h"
#include "tileglot/map/value.h"

namespace tileglot::map {

/// At most `limit` points or boxes are visited, fewer where f has many terms.
core::Result<Range> exact_range(const IndexMap& f, std::int64_t limit = kPointLimit);

}  // namespace tileglot::map
