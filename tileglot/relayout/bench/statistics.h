// SPDX-License-Identifier: Apache-2.0
// statistics.h: median, geometric mean and shuffled orders.
//
// What     median and geometric_mean of samples; Order, a seeded source of shuffled orders.
// Why      A median ignores a sample that the system disturbed; ratios are averaged by factors.
// Example  median(3, 1, 10) = 3, median(1, 3) = 2, geometric_mean(0.5, 2) = 1.
//          [tests: statistics_test.cc, "the median is in the middle",
//          "a geometric mean weighs factors"]
#pragma once

#include <cstddef>
#include <cstdint>
#include <random>
#include <span>
#include <vector>

namespace tileglot::relayout::bench {

/// The mean of the two middle samples if their number is even. Precondition: there is a sample.
double median(std::vector<double> samples);

/// Precondition: every value is above 0. Of an empty list: 1.
double geometric_mean(std::span<const double> values);

/// The same seed gives the same orders on every machine.
class Order {
 public:
  explicit Order(std::uint64_t seed) : numbers_(seed) {}
  /// 0 to count - 1, each once.
  std::vector<std::size_t> shuffled(std::size_t count);

 private:
  std::mt19937_64 numbers_;
};

}  // namespace tileglot::relayout::bench
