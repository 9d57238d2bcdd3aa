// SPDX-License-Identifier: Apache-2.0
// any_reshape.h: random pairs of arrays of one size, for laws of bitcasts.
//
// What     any_reshape draws an array, often tiled, and another with as many elements, whose
//          dimensions were split, joined, inserted or moved; about half of the pairs are bitcasts.
//          Some are cut into parts (SC), and some own a tail (L).
//          same_addresses_by_trying is the definition: it compares every element.
// Why      Pairs that are drawn independently are almost never bitcasts.
#pragma once

#include <rapidcheck.h>

#include <cstdint>

#include "tileglot/notation/xla/shape/shape.h"

namespace tileglot::notation::xla {

struct ReshapePair {
  Shape in = {};
  Shape out = {};
};

rc::Gen<ReshapePair> any_reshape();
/// `out` has the dimensions of `in` in another order, and usually its layout too.
rc::Gen<ReshapePair> any_transpose();

bool has_tiles(const Shape& array);

/// True if the n-th elements, in row-major order, have the same address for every n, and both
/// arrays have equally many parts and own equally many places.
bool same_addresses_by_trying(const Shape& a, const Shape& b);

}  // namespace tileglot::notation::xla
