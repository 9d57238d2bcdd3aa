// SPDX-License-Identifier: Apache-2.0
// latex/detail/text.h: user text inside a LaTeX file.
//
// What     latex_text(text) is ASCII that prints as the text: characters special to TeX are
//          escaped, the signs that pictures use become mathematics, any other character its number.
// Why      Names and labels come from users; a picture compiles, and runs nothing, whatever they
//          wrote. It needs no input or font encoding either.
// Example  latex_text("3×5 → {1,0}_2") is "3\ensuremath{\times}5 \ensuremath{\rightarrow}
//          \ensuremath{\{}1,0\ensuremath{\}}\_2"; e with an accent is "U+00E9", a control character
//          "?".
//          [tests: latex/detail/text_test.cc, "signs become mathematics"]
#pragma once

#include <string>
#include <string_view>

namespace tileglot::render::detail {

/// A newline counts as a control character.
std::string latex_text(std::string_view text);

}  // namespace tileglot::render::detail
