// SPDX-License-Identifier: Apache-2.0
// text_columns.h: texts in columns of a width.
//
// What     width_of is how many characters a text shows, padded fills a text up with blanks, and
//          wrapped cuts one into lines.
// Units    Characters: a letter or sign counts 1, whatever its bytes; colours (ink.h) count 0.
// Example  width_of("✓ pass") is 6. wrapped("x = [[1,0],[0,1]]", 14) is "x = [[1,0],"
//          and "[0,1]]".
//          [tests: text_columns_test.cc, "lines end behind a blank or a comma"]
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace tileglot::api {

std::size_t width_of(std::string_view text);

/// Unchanged where it is as wide already.
std::string padded(std::string_view text, std::size_t width);

/// Blanks on the left.
std::string right_aligned(std::string_view text, std::size_t width);

/// Lines of at most `width` characters, cut behind a blank or a comma where there is one, and best
/// between two lists in brackets. One line for width 0. Precondition: the text has no colours.
std::vector<std::string> wrapped(std::string_view text, std::size_t width);

}  // namespace tileglot::api
