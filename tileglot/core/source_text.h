// SPDX-License-Identifier: Apache-2.0
// source_text.h: the line of a text at which an error points, and the error as people read it.
//
// What     with_line(error, text) copies the line under the error's span into it; given a Result, it
//          does so for its error. render(error) gives the message, that line with carets under the
//          span, the witness and the help.
// Why      A user who sees where the error is and what to write instead need not know our grammar.
//          Parsers know offsets; the caller that holds the text adds the line, and from then on the
//          error is complete. A line that is already there is kept, because the innermost text is
//          the one that was parsed; so a span must not change once its line is there.
// Units    Spans are bytes; carets are placed by character, so that U+2217 is one column wide.
// Example  TILEGLOT_TRY(shape, core::with_line(xla::parse_shape(text), text));
//          Its error is rendered as
//            error[xla.order]: minor_to_major must list every dimension once; 1 is listed twice ...
//              1 | f32[3,5]{1,1}
//                |            ^
//              help: write {1,0} for row-major or {0,1} for column-major
//          [tests: source_text_test.cc, "an error shows the line, a caret and the help"]
#pragma once

#include <string>
#include <string_view>
#include <utility>

#include "tileglot/core/error.h"

namespace tileglot::core {

/// Adds the first line of the error's span, unless the error already has a line or has no span. Of a
/// long line only the part near the span is kept; characters that a terminal acts on become '?'. A span at or past
/// the end is shown after the last character that is not blank.
Error with_line(Error error, std::string_view text);

template <class T>
Result<T> with_line(Result<T> result, std::string_view text) {
  if (result) return result;
  return fail(with_line(std::move(result).error(), text));
}

/// Several lines, each ended by a newline.
std::string render(const Error& error);

}  // namespace tileglot::core
