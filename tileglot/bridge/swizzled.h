// SPDX-License-Identifier: Apache-2.0
// swizzled.h: finds the swizzle in a map.
//
// What     to_any_cute(map) is the layout of a map: shape:stride where there is one, otherwise
//          Sw<B,M,S> o offset o shape:stride, with the fewest bits and then the smallest shift.
// Why      Kernels specify swizzles by three numbers; a map only has xors of bits.
// How      A swizzle is its own inverse. So each candidate swizzle is applied to the map's offsets;
//          a shape:stride is read off along the axes of the result, and kept if the map of the
//          whole equals the given map.
// Example  The map of Sw<3,0,3> o 5 o (8,8):(8,1), in which 5 carries into the rows, is that layout
//          again.
//          [tests: swizzled_test.cc, "a swizzle is found in a map"]
// Errors   Those of to_cute where no swizzle fits either.
#pragma once

#include "tileglot/core/error.h"
#include "tileglot/map/index_map.h"
#include "tileglot/notation/cute/layout/composed_layout.h"

namespace tileglot::bridge {

core::Result<notation::cute::CuteLayout> to_any_cute(const map::IndexMap& map);

}  // namespace tileglot::bridge
