// SPDX-License-Identifier: Apache-2.0
// any_reshape.h: random pairs of arrays of one size, for laws of bitcasts.
//
// What     any_reshape draws an array, often tiled, and another with as many elements, of which
//          dimensions were split, joined, inserted or moved; about half of the pairs are bitcasts.
//          Some are cut into parts (SC), and some own a tail (L).
//          same_places_by_trying is the definition: every element, one after the other.
// Why      Pairs that were drawn apart are bitcasts almost never.
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
/// `out` has the dimensions of `in` in another order, and mostly its layout too.
rc::Gen<ReshapePair> any_transpose();

bool has_tiles(const Shape& array);

/// The n-th elements, counted row-major, have one address for every n, and both arrays have as many
/// parts and own as much.
bool same_places_by_trying(const Shape& a, const Shape& b);

}  // namespace tileglot::notation::xla
