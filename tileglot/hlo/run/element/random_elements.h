// SPDX-License-Identifier: Apache-2.0
// random_elements.h: inputs for a run, the same from the same seed on every machine.
//
// What     random_elements(type, n, numbers, generator). kIntegers: integers of -4 to 4 in every type
//          (0 to 4 in unsigned ones), so that sums and products of a module's size are exact in f32;
//          kAny: floats of -1 to 1, integers of -100 to 100 as far as the type goes.
// Example  Seed 1 gives the same 5 numbers twice.
//          [tests: hlo/run/element/random_elements_test.cc, "a seed is a sequence"]
// Source   splitmix64, Steele, Lea, Flood 2014.
#pragma once

#include <cstddef>
#include <cstdint>

#include "tileglot/hlo/run/element/elements.h"

namespace tileglot::hlo::run {

enum class RandomNumbers : std::uint8_t { kAny, kIntegers };

class RandomBits {
 public:
  explicit RandomBits(std::uint64_t seed) : state_(seed) {}
  std::uint64_t next();

 private:
  std::uint64_t state_;
};

Elements random_elements(PrimitiveType type, std::size_t n, RandomNumbers numbers,
                         RandomBits& bits);

}  // namespace tileglot::hlo::run
