// SPDX-License-Identifier: Apache-2.0
// print_latex.h: CuTe's LaTeX pictures of a layout, character for character.
//
// What     print_latex(layout) is the document that CuTe's print_latex writes: a cell for each
//          element, shaded grey by its offset modulo 8. print_latex_tv(layout, tile) draws a
//          thread-value layout on a tile: each cell shows its thread and value, coloured by thread.
// Why      Papers and issues show layouts in these pictures.
// Example  print_latex((_4,_2):(_2,_1)) has the node `\node[fill=black!60] at (1,1) {3};`.
//          [tests: print_latex_test.cc, "a cell is grey by its offset modulo 8"]
// Errors   cute.too_large_to_print beyond 65536 cells; for thread-value layouts cute.rank (not
//          two modes), cute.tile (no tile of two modes, or a value outside it).
// Source   cute/util/print_latex.hpp. Differs from CuTe: an offset below 0 has a colour too,
//          whereas CuTe reads outside its table; ranks above 2 are drawn as one picture per slice.
#pragma once

#include <string>

#include "tileglot/core/error.h"
#include "tileglot/notation/cute/layout/layout.h"
#include "tileglot/notation/cute/text/parse.h"

namespace tileglot::notation::cute {

core::Result<std::string> print_latex(const CuteLayout& layout);

/// `layout` has rank 2; its values are coordinates of the tile, or indices into it (first mode
/// fastest). A cell that several threads own shows the first, threads before values.
core::Result<std::string> print_latex_tv(const CuteLayout& layout, const IntTuple& tile);

}  // namespace tileglot::notation::cute
