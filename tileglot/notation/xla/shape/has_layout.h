// SPDX-License-Identifier: Apache-2.0
// has_layout.h: whether the arrays of a shape have layouts; taking them away.
//
// What     has_layout: every array has one. has_any_layout: some element has one. clear_layout: no
//          array has one any more. clear_tiles: no layout has tiles any more.
// Why      A layout that is missing is still to be decided; passes ask before they decide.
// Example  Of (f32[2]{0}, f32[3] without), has_any_layout is true and has_layout is false. Tokens
//          and opaque values need none and count as having one; () has all of its none, and not
//          any.
//          [tests: has_layout_test.cc, "all and any over tuples"]
// Source   XLA, LayoutUtil::HasLayout, HasAnyLayout, ClearLayout, ClearTiles.
#pragma once

#include "tileglot/notation/xla/shape/shape.h"

namespace tileglot::notation::xla {

bool has_layout(const Shape& shape);
bool has_any_layout(const Shape& shape);

Shape clear_layout(const Shape& shape);
Shape clear_tiles(const Shape& shape);

}  // namespace tileglot::notation::xla
