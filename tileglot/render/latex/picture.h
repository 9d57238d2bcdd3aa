// SPDX-License-Identifier: Apache-2.0
// latex/picture.h: a picture as a LaTeX document.
//
// What     to_latex(picture, palette) is a document of one page, as large as the picture. Its
//          tikzpicture is between two lines of per cent signs and can be copied into a paper, where
//          it needs \usepackage{tikz} and nothing else.
//          [tests: latex/compile_test.cc, "a paper takes the picture"]
// Why      A figure as text has the paper's fonts and can be edited.
// Units    Cells are 28 to 72 px of 3/4 bp, as in SVG; very large pictures are drawn smaller, so
//          that they stay within what TeX and PDF can measure. The file is ASCII.
// Example  f32[3,5]{1,0:T(2,2)}: the first row of labels is
//          \tgc{0}\tgc{1}\tgc{4}\tgc{5}\tgc{8}\tgc{\ensuremath{\cdot}9}.
//          [tests: latex/picture_test.cc, "the worked example has its labels in rows"]
//
// Kinds    Padding is hatched, an alias has a second border, a hole a dashed one, a selected cell a
//          thick and a witness a thick red one; each has its mark too.
// Safety   latex/detail/text.h escapes user text. Text that is wider than its cell is scaled down.
// Memory   Texts and fills of a row are one box each, so that 128 x 128 cells stay within TeX
//          Live's default TeX memory, whatever they contain.
//          [tests: latex/compile_test.cc, "many cells compile"]
#pragma once

#include <string>

#include "tileglot/render/picture/palette.h"
#include "tileglot/render/picture/picture.h"

namespace tileglot::render {

std::string to_latex(const Picture& picture, Palette palette);

}  // namespace tileglot::render
