// SPDX-License-Identifier: Apache-2.0
// print.h: the canonical text of shapes, layouts and tiles.
//
// What     print(x) is the text XLA prints for x, with layouts.
// Why      One spelling per value: texts can be compared and read back, whatever spelling was read.
// Example  print(parse_shape("F32[3, 5]{1,0:(2,2)}")) = "f32[3,5]{1,0:T(2,2)}".
//          [tests: print_test.cc, "published spellings print canonically"]
//          parse(print(x)) = x, except for what XLA's text cannot express: an index or pointer type
//          that is not an integer prints as `#(invalid)`, and M(n) with n <= 0 prints nothing.
#pragma once

#include <string>

#include "tileglot/notation/xla/shape/layout.h"
#include "tileglot/notation/xla/shape/shape.h"
#include "tileglot/notation/xla/shape/tile.h"

namespace tileglot::notation::xla {

enum class LayoutText { kShown, kHidden };

/// Every fifth element of a tuple is marked with `/*index=5*/`, as in XLA.
std::string print(const Shape& shape, LayoutText layouts = LayoutText::kShown);
/// `{1,0:T(8,128)}`
std::string print(const Layout& layout);
/// `(8,128)`
std::string print(const Tile& tile);

}  // namespace tileglot::notation::xla
