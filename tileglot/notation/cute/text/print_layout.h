// SPDX-License-Identifier: Apache-2.0
// print_layout.h: CuTe's table of a layout, character for character.
//
// What     print_layout(layout) is what CuTe's print_layout writes to stdout: the layout, then a
//          table with a row for each coordinate of mode 0 and a column for each of mode 1.
// Why      Every text on CuTe shows layouts in this form, and people compare their own with it.
// Example  print_layout((_4,_2):(_2,_1)) has 0 1 / 2 3 / 4 5 / 6 7 in its cells.
//          [tests: print_layout_test.cc, "a layout of rank 2 is the table that CuTe prints"]
//          For rank 3 and above, the rank-2 slices follow one another, each under its name,
//          (_,_,0).
//          [tests: print_layout_test.cc, "a higher rank is printed slice by slice"]
// Errors   cute.too_large_to_print, cute.extent (no elements), those of listing.h.
// Source   cute/util/print_layout.hpp. Cells are as wide as the digits of the cosize, so negative
//          numbers stick out to the right, as in CuTe. CuTe refuses ranks other than 2; a lower
//          rank is one column here.
#pragma once

#include <string>

#include "tileglot/core/error.h"
#include "tileglot/notation/cute/text/parse.h"

namespace tileglot::notation::cute {

core::Result<std::string> print_layout(const CuteLayout& layout);

}  // namespace tileglot::notation::cute
