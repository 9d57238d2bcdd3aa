// SPDX-License-Identifier: Apache-2.0
// equal.h: whether XLA considers two layouts or shapes equal.
//
// What     equal(a, b) is XLA's ==; its last argument lists what to ignore.
// Why      Passes compare "except for the tiles" or "except for the layout": each comparison has a
//          name.
// Example  {1,0:S(1)} and {1,0} differ, but are equal if the memory space is ignored.
//          f32[4]{0:E(32)} and f32[4]{0} differ, but are equal if only the order counts.
//          [tests: equal_test.cc, "what does not count"]
// Source   XLA, Layout::Equal and Shape::Equal. The prefix M(n) never counts, as in XLA; operator==
//          compares it too.
#pragma once

#include "tileglot/notation/xla/shape/layout.h"
#include "tileglot/notation/xla/shape/shape.h"

namespace tileglot::notation::xla {

/// Fields that are true are ignored. minor_to_major always counts.
struct LayoutIgnores {
  bool tiles = false;
  bool tail_padding = false;
  bool index_type = false;
  bool pointer_type = false;
  bool memory_space = false;
  bool split_configs = false;
  bool physical_shape = false;
  bool element_size = false;
};

/// Only minor_to_major counts.
inline constexpr LayoutIgnores kMinorToMajorOnly{true, true, true, true, true, true, true, true};

bool equal(const Layout& a, const Layout& b, LayoutIgnores ignores = {});

struct ShapeIgnores {
  bool layout = false;           ///< including whether there is one
  LayoutIgnores of_layout = {};  ///< what to ignore in the layouts
  bool element_type = false;
  bool floating_precision = false;  ///< all floating point types are equal
  bool dynamic = false;             ///< which dimensions are dynamic; `?` equals every size
  bool dimensions = false;          ///< the sizes; the rank counts
  bool buffer = false;              ///< b(s) equals s
};

/// Equal except for layouts and for which dimensions are dynamic.
inline constexpr ShapeIgnores kCompatible{.layout = true, .dynamic = true};

bool equal(const Shape& a, const Shape& b, const ShapeIgnores& ignores = {});

}  // namespace tileglot::notation::xla
