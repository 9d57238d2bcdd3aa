// SPDX-License-Identifier: Apache-2.0
// columns.h: texts in columns of a given width.
//
// What     width_of is how many characters a text shows, padded fills a text up with blanks, and
//          wrapped cuts one into lines.
// Units    Characters: a letter or sign counts 1, whatever its bytes; colours (ansi_style.h) count
//          0.
// Example  width_of("✓ pass") is 6. wrapped("x = [[1,0],[0,1]]", 14) is "x = [[1,0],"
//          and "[0,1]]".
//          [tests: columns_test.cc, "lines end after a blank or a comma"]
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace tileglot::value {

std::size_t width_of(std::string_view text);

/// Unchanged if it is already that wide.
std::string padded(std::string_view text, std::size_t width);

/// Blanks on the left.
std::string right_aligned(std::string_view text, std::size_t width);

enum class Align : std::uint8_t { kLeft, kRight };

using TextRow = std::vector<std::string>;

/// Columns two blanks apart after an indent of two, as wide as their widest text; the last one is
/// not padded. Precondition: every row has a text for each of `columns`.
std::string table_of(const std::vector<TextRow>& rows, const std::vector<Align>& columns);

/// Lines of at most `width` characters, cut after a blank or a comma if there is one, preferably
/// between two lists in brackets. One line for width 0. Precondition: the text has no colours.
std::vector<std::string> wrapped(std::string_view text, std::size_t width);

}  // namespace tileglot::value
