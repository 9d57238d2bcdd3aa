// SPDX-License-Identifier: Apache-2.0
#include "tileglot/relayout/bench/statistics.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

namespace tileglot::relayout::bench {

double median(std::vector<double> samples) {
  std::sort(samples.begin(), samples.end());
  const std::size_t middle = samples.size() / 2;
  if (samples.size() % 2 == 1) return samples[middle];
  return (samples[middle - 1] + samples[middle]) / 2;
}

double geometric_mean(std::span<const double> values) {
  if (values.empty()) return 1;
  double sum = 0;
  for (const double value : values) sum += std::log(value);
  return std::exp(sum / static_cast<double>(values.size()));
}

std::vector<std::size_t> Order::shuffled(std::size_t count) {
  std::vector<std::size_t> order(count);
  std::iota(order.begin(), order.end(), std::size_t{0});
  // std::shuffle draws differently in different standard libraries.
  for (std::size_t i = count; i > 1; --i) std::swap(order[i - 1], order[numbers_() % i]);
  return order;
}

}  // namespace tileglot::relayout::bench
