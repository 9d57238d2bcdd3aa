// SPDX-License-Identifier: Apache-2.0
// listing.h: the values of any layout in 1-D order.
//
// What     list_values(layout, n) returns the size of a layout and its first n values: offsets, or
//          coordinates if the strides are scaled bases.
// Why      Two layouts are the same function if these lists are equal; `eval` prints them.
// Units    Offsets are in elements; index i flattens with the first mode fastest.
// Example  Sw<1,0,2> o 0 o 8:1 has the values 0, 1, 2, 3, 5, 4, 7, 6.
//          [tests: listing_test.cc, "a swizzled layout is listed by its three parts"]
// Errors   Those of crd2idx and of BasisSum; cute.unsupported for a composed layout that ends in a
//          swizzle, which has no shape.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "tileglot/core/error.h"
#include "tileglot/notation/cute/layout/layout.h"
#include "tileglot/notation/cute/text/parse.h"

namespace tileglot::notation::cute {

struct Listing {
  std::int64_t size = 0;                      ///< of the domain
  std::vector<std::int64_t> offsets = {};     ///< if the values are integers
  std::vector<std::string> coordinates = {};  ///< if they are coordinates, as texts
};

core::Result<Listing> list_values(const CuteLayout& layout, std::int64_t at_most);

}  // namespace tileglot::notation::cute
