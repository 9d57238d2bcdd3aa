// SPDX-License-Identifier: Apache-2.0
// stored_shape.h: the shape that a relaid tensor has in its file.
//
// What     The physical extents of the target layout, D after the last tile, if every position is
//          in it; otherwise one dimension as long as the codomain. packed_shape is the same shape
//          in bytes that hold several elements each.
// Why      A reader that does not know layouts still sees valid blocks (decision 0005).
// Example  bf16[4096,14336]{1,0:T(8,128)(2,1)} is stored as (512,112,4,128,2,1).
//          [tests: stored_shape_test.cc, "a tiled layout is stored in its physical extents"]
#pragma once

#include <cstddef>
#include <cstdint>

#include "tileglot/bridge/any_layout.h"
#include "tileglot/map/index_map.h"
#include "tileglot/value/read_layout.h"

namespace tileglot::value {

/// Shapes of a higher rank than the file format allows become one-dimensional.
Extents stored_shape(const bridge::AnyLayout& layout, const map::IndexMap& map,
                     std::size_t highest_rank);

/// The shape in bytes that each hold `together` elements of this shape, along the last dimension
/// other than 1 if that is divisible, else one-dimensional. Precondition: the number of elements is
/// divisible.
Extents packed_shape(Extents shape, std::int64_t together);

}  // namespace tileglot::value
