// SPDX-License-Identifier: Apache-2.0
// saturate.h: converts floating point numbers to integers.
//
// What     truncated<T>(x) is x without its fraction; a number outside T becomes T's nearest end,
//          NaN 0.
// Why      C++ leaves that conversion undefined, HLO does not.
// Example  truncated<int8_t>(-3.9) = -3, of 1000.0 127, of NaN 0.
//          [tests: hlo/run/element/convert_test.cc, "floats are cut off and kept within the type"]
#pragma once

#include <cmath>
#include <limits>

namespace tileglot::hlo::run {

template <class T>
T truncated(double x) {
  // The smallest integer is a power of two or 0, and one above the largest is a power of two: both
  // are doubles.
  const double above = std::ldexp(1.0, std::numeric_limits<T>::digits);
  if (std::isnan(x)) return 0;
  if (x >= above) return std::numeric_limits<T>::max();
  if (x <= static_cast<double>(std::numeric_limits<T>::min())) return std::numeric_limits<T>::min();
  return static_cast<T>(x);
}

}  // namespace tileglot::hlo::run
