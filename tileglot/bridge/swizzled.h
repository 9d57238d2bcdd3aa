// SPDX-License-Identifier: Apache-2.0
// swizzled.h: the swizzle in a map.
//
// What     to_any_cute(map) is the layout of a map: shape:stride where there is one, otherwise
//          Sw<B,M,S> o offset o shape:stride, with the fewest bits and then the smallest shift.
// Why      Kernels know swizzles by their three numbers; a map knows xors of bits.
// How      A swizzle undoes itself. So each swizzle that could be in the map is applied to its
//          offsets; a shape:stride is read off along the axes of what comes out, and kept if the
//          map of the whole is the map that was given.
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
