// SPDX-License-Identifier: Apache-2.0
// default_layout.h: the layout that XLA uses where none is given.
//
// What     default_layout(shape) is row-major for an array, and empty for a token or an opaque
//          value. with_default_layout(shape) sets the order of every array in it to row-major.
// Why      "No layout" and "the default layout" differ: the first is not yet decided.
// Example  f32[10,20,30] has {2,1,0}; with_default_layout of (f32[2,3]{0,1:S(1)}, token[]) is
//          (f32[2,3]{1,0:S(1)}, token[]).
//          [tests: default_layout_test.cc, "only the order is set"]
// Errors   xla.not_array: a tuple has no layout of its own.
// Source   XLA, LayoutUtil::GetDefaultLayoutForShape and SetToDefaultLayout. As there, an existing
//          layout keeps its tiles and other attributes; clear_layout drops them.
#pragma once

#include "tileglot/core/error.h"
#include "tileglot/notation/xla/shape/layout.h"
#include "tileglot/notation/xla/shape/shape.h"

namespace tileglot::notation::xla {

/// The default layout of a buffer is that of its array.
core::Result<Layout> default_layout(const Shape& shape);

Shape with_default_layout(const Shape& shape);

}  // namespace tileglot::notation::xla
