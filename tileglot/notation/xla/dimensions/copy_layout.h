// SPDX-License-Identifier: Apache-2.0
// copy_layout.h: the layouts of one shape, put on another or held against its own.
//
// What     copy_layout_between_shapes(from, to) is `to` with the layouts of `from`: array by array,
//          and none where `from` has none. layouts_in_shapes_equal(a, b) holds them against each
//          other; its last argument names what is not to count. Types and sizes do not matter,
//          ranks do.
// Example  The layout of f32[123,42,7]{2,0,1} on f32[2,3,5] makes f32[2,3,5]{2,0,1}; (f32[2,3]) and
//          (f32[2,2]) have equal layouts.
//          [tests: copy_layout_test.cc, "sizes and types do not matter"]
// Errors   xla.copy: tuples of other lengths, other ranks; those of validate_layout for a layout
//          that does not fit.
// Source   XLA, LayoutUtil::CopyLayoutBetweenShapes and LayoutsInShapesEqual. As there a token
//          takes nothing. Unlike there, what does not count does not count inside tuples either,
//          and an array never equals what is none.
#pragma once

#include "tileglot/core/error.h"
#include "tileglot/notation/xla/shape/equal.h"
#include "tileglot/notation/xla/shape/shape.h"

namespace tileglot::notation::xla {

core::Result<Shape> copy_layout_between_shapes(const Shape& from, const Shape& to);

bool layouts_in_shapes_equal(const Shape& a, const Shape& b, LayoutIgnores ignores = {});

}  // namespace tileglot::notation::xla
