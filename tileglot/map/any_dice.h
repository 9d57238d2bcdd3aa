// SPDX-License-Identifier: Apache-2.0
// any_dice.h: small random choices for generators.
//
// What     Dice draws numbers from a splitmix64 stream, the same on every platform.
// Why      A map takes a hundred choices; one stream per map is quick, seeded by RapidCheck.
// Example  Dice dice(7); dice.between(1, 6); dice.one_in(3) is true a third of the time.
// Source   Steele, Lea, Flood: Fast splittable pseudorandom number generators (OOPSLA 2014).
#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace tileglot::map {

class Dice {
 public:
  explicit Dice(std::uint64_t seed) : state_(seed) {}

  std::uint64_t next() {
    state_ += 0x9E3779B97F4A7C15U;
    std::uint64_t z = state_;
    z = (z ^ (z >> 30U)) * 0xBF58476D1CE4E5B9U;
    z = (z ^ (z >> 27U)) * 0x94D049BB133111EBU;
    return z ^ (z >> 31U);
  }

  /// Precondition: low <= high.
  std::int64_t between(std::int64_t low, std::int64_t high) {
    const auto span = static_cast<std::uint64_t>(high - low) + 1;
    return low + static_cast<std::int64_t>(next() % span);
  }
  std::size_t below(std::size_t n) { return static_cast<std::size_t>(next() % n); }
  bool one_in(std::uint64_t n) { return next() % n == 0; }

  template <class T>
  const T& pick(const std::vector<T>& items) {
    return items[below(items.size())];
  }

  template <class T>
  void shuffle(std::vector<T>& items) {
    for (std::size_t i = items.size(); i > 1; --i) std::swap(items[i - 1], items[below(i)]);
  }

 private:
  std::uint64_t state_;
};

}  // namespace tileglot::map
