// SPDX-License-Identifier: Apache-2.0
// source_text.h: renders an error with its source text.
//
// What     render(error, text) gives the message, the line of the text with a caret under the span,
//          the witness and the help.
// Why      A user who sees where the error is and what to write instead need not know our grammar.
// Units    Spans are bytes; carets are placed by character, so that U+2217 is one column wide.
// Example  error[xla.order]: minor_to_major must list every dimension once; 1 is listed twice ...
//            1 | f32[3,5]{1,1}
//              |            ^
//            help: write {1,0} for row-major or {0,1} for column-major
//          [tests: source_text_test.cc, "an error shows the line, a caret and the help"]
#pragma once

#include <string>
#include <string_view>

#include "tileglot/core/error.h"

namespace tileglot::core {

/// Several lines, each ended by a newline. Only the first line of a span is shown, and of a long
/// line only the part near it; characters that a terminal acts on are shown as '?'. A span at or
/// past the end is shown after the last character that is not blank.
std::string render(const Error& error, std::string_view text);

}  // namespace tileglot::core
