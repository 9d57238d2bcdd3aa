// SPDX-License-Identifier: Apache-2.0
// has_layout.h: checks whether the arrays of a shape have layouts, and clears them.
//
// What     has_layout: every array has one. has_any_layout: some element has one. clear_layout
//          removes the layout of every array. clear_tiles removes the tiles of every layout.
// Why      A missing layout is not yet decided; passes check before they decide.
// Example  For (f32[2]{0}, f32[3] without a layout), has_any_layout is true and has_layout is
//          false. Tokens and opaque values need no layout and count as having one; for (),
//          has_layout is true and has_any_layout is false.
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
