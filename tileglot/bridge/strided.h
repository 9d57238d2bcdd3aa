// SPDX-License-Identifier: Apache-2.0
// strided.h: arrays with strides as index maps, and back.
//
// What     to_map(layout) is the map of any layout of notation/strided: its dimensions are the
//          array's, its codomain every position that the layout owns. to_strided(map) returns the
//          one stride of each dimension, or the reason why there is none; to_numpy, to_torch and
//          to_mdspan write the same in their own terms. view_of(map) has more dimensions than the
//          map: one for each digit, as reshape and transpose of an array do.
// Why      A tiled array has no strides, but a view of it does: the result is exact on the map's
//          own dimensions, or an error that shows the view.
// Units    Strides in elements; those of to_numpy in bytes, where an element of less than 8 bits
//          takes one byte, as in NumPy.
// Example  (4,6):(1,4) is shape=(4,6) strides=(1,4) elements; f32[4,6]{1,0:T(2,2)} has no strides,
//          and the view shape=(2,2,3,2) strides=(12,2,4,1).
//          [tests: strided_test.cc, "one stride a dimension or a view with more"]
// Errors   to_map: those of notation/strided, map.too_many_terms. The others: bridge.not_affine,
//          bridge.not_offsets (a map onto coordinates), bridge.not_strided (a dimension with
//          several strides), bridge.not_torch (a negative stride or offset), bridge.not_mdspan (an
//          offset, a stride of 0 or below, two elements at one offset), strided.too_large (bytes).
#pragma once

#include <optional>

#include "tileglot/core/element_type.h"
#include "tileglot/core/error.h"
#include "tileglot/map/index_map.h"
#include "tileglot/notation/strided/any_layout.h"
#include "tileglot/notation/strided/mdspan.h"
#include "tileglot/notation/strided/strides.h"

namespace tileglot::bridge {

core::Result<map::IndexMap> to_map(const notation::strided::AnyLayout& layout);

using ElementTypeIfKnown = std::optional<core::ElementType>;

/// A dimension of fewer than two elements gets as its stride the reach of the later dimensions.
core::Result<notation::strided::StridedArray> to_strided(const map::IndexMap& map,
                                                         ElementTypeIfKnown type = {});
core::Result<notation::strided::StridedArray> to_numpy(const map::IndexMap& map,
                                                       core::ElementType type);
core::Result<notation::strided::StridedArray> to_torch(const map::IndexMap& map,
                                                       ElementTypeIfKnown type = {});
/// layout_right or layout_left if the map is one of them.
core::Result<notation::strided::Mdspan> to_mdspan(const map::IndexMap& map);

/// The array with a dimension for each digit, a dimension's digits adjacent, the most significant
/// first. std::nullopt where a digit is clipped or the map is not a sum of digits.
std::optional<notation::strided::StridedArray> view_of(const map::IndexMap& map);

/// bridge.not_offsets for a map whose values are coordinates of a tensor.
core::Status check_memory(const map::IndexMap& map);

/// The extents of the map's domain as an array.
notation::strided::Array array_of(const map::IndexMap& map, ElementTypeIfKnown type);

}  // namespace tileglot::bridge
