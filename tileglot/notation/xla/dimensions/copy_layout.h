// SPDX-License-Identifier: Apache-2.0
// copy_layout.h: copies the layouts of one shape to another, or compares them.
//
// What     copy_layout_between_shapes(from, to) is `to` with the layouts of `from`: array by array,
//          and without a layout where `from` has none. layouts_in_shapes_equal(a, b) compares the
//          layouts; its last argument lists what to ignore. Types and sizes do not matter, ranks
//          do.
// Example  The layout of f32[123,42,7]{2,0,1} on f32[2,3,5] gives f32[2,3,5]{2,0,1}; (f32[2,3]) and
//          (f32[2,2]) have equal layouts.
//          [tests: copy_layout_test.cc, "sizes and types do not matter"]
// Errors   xla.copy: tuples of different lengths, different ranks; those of validate_layout for a
//          layout that does not fit.
// Source   XLA, LayoutUtil::CopyLayoutBetweenShapes and LayoutsInShapesEqual. As there, a token
//          takes no layout. Unlike there, what is ignored is ignored inside tuples too, and an
//          array never equals a shape that is not an array.
#pragma once

#include "tileglot/core/error.h"
#include "tileglot/notation/xla/shape/equal.h"
#include "tileglot/notation/xla/shape/shape.h"

namespace tileglot::notation::xla {

core::Result<Shape> copy_layout_between_shapes(const Shape& from, const Shape& to);

bool layouts_in_shapes_equal(const Shape& a, const Shape& b, LayoutIgnores ignores = {});

}  // namespace tileglot::notation::xla
