// SPDX-License-Identifier: Apache-2.0
// print.h: a map as text.
//
// What     to_text(f) writes the sum: the base, then each dimension's terms (the one with the
//          smallest first coefficient first), then terms on inner values, then parities. Dimensions
//          have their names, or x0, x1, .. where they have none.
// Example  f32[3,5]{1,0:T(2,2)} is x1 + 2*(x1/2) + 2*x0 + 8*(x0/2). Bit 3 of x1 is x1_3, an xor is
//          8*[x0_0 ^ x1_3]. An inner value is written out, 18*((x1+5*x0)/2); a long one is named
//          and defined at the end: .. where v0 = ..
//          [tests: print_test.cc, "a map prints as the sum it is"]
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>

#include "tileglot/map/index_map.h"

namespace tileglot::map {

std::string to_text(const IndexMap& f);

/// (2,3)
std::string coordinate_text(std::span<const std::int64_t> x);

/// [3,5]
std::string extents_text(std::span<const Dim> dims);

/// The dimension's name, or x0, x1, .. where it does not have one.
std::string dimension_name(std::span<const Dim> dims, std::size_t k);

}  // namespace tileglot::map
