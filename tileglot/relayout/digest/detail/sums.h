// SPDX-License-Identifier: Apache-2.0
// sums.h: the two sums mod 2^64.
#pragma once

#include <cstdint>

namespace tileglot::relayout::digest::detail {

struct Sums {
  std::uint64_t first = 0;
  std::uint64_t second = 0;

  void add(const Sums& other) {
    first += other.first;
    second += other.second;
  }
  friend bool operator==(const Sums&, const Sums&) = default;
};

}  // namespace tileglot::relayout::digest::detail
