// SPDX-License-Identifier: Apache-2.0
// sum_difference.h: the remaining terms of two maps after equal terms are cancelled.
//
// What     subtract(f, g) has left - right = f - g up to a constant, and no term that is on both
//          sides. Inner values of f and g are identified if their terms are equal.
// Why      Equality examines only the remainder: two spellings of a layout usually leave nothing.
// Units    left and right are kept separate because coefficients of their difference may overflow
//          int64. An inner value that no remaining term needs is empty, so that it costs nothing.
// Example  5*x0 + x1/2 against 5*x0 + 3*(x1/4): left x1/2, right 3*(x1/4).
//          [tests: sum_difference_test.cc, "equal terms cancel"]
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "tileglot/map/classes.h"
#include "tileglot/map/evaluator.h"
#include "tileglot/map/index_map.h"
#include "tileglot/map/value.h"

namespace tileglot::map {

struct SumDifference {
  std::vector<std::int64_t> extents;
  std::vector<Value> inner;  ///< of both sides
  Value left;
  Value right;

  std::size_t rank() const { return extents.size(); }
  bool is_empty() const { return left.is_constant() && right.is_constant(); }
  std::vector<DimClass> classes() const;
  /// The terms of one class.
  SumDifference part_over(const DimClass& members) const;
  /// left - right, modulo 2^64.
  Evaluator evaluator() const;
};

/// Precondition: equal extents.
SumDifference subtract(const IndexMap& f, const IndexMap& g);

}  // namespace tileglot::map
