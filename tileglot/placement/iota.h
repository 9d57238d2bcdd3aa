// SPDX-License-Identifier: Apache-2.0
// iota.h: the orders that XLA and JAX write as an array transposed, as digits.
//
// What     <=[r0,r1,..]T(p0,p1,..) numbers 0..n-1 row-major over the extents r, transposes that array
//          so that its dimension p[i] becomes the i-th, and reads it row-major. Digit i then has
//          r[p[i]] values and the row-major stride of dimension p[i].
// Example  <=[2,4]T(1,0) has the digits {4, stride 1}, {2, stride 4}.
//          [tests: places_test.cc, "digits are a transposed order"]
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "tileglot/placement/places.h"

namespace tileglot::placement {

std::vector<Digit> iota_digits(std::span<const std::int64_t> extents,
                               std::span<const std::int64_t> permutation);

}  // namespace tileglot::placement
