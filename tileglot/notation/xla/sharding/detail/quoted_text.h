// SPDX-License-Identifier: Apache-2.0
// quoted_text.h: reads and writes strings between quotation marks.
//
// What     read_quoted reads "a\"b\n\101"; quoted writes it: \n, \r, \t, \", \', \\ and, for bytes
//          that are not printable ASCII, three octal digits.
// Example  quoted of a tab and a quotation mark is "\t\"".
//          [tests: sharding/parse_test.cc, "metadata is kept"]
// Errors   xla.quoted (no quotation mark, no end, an unknown escape).
// Source   Abseil, escaping.h, the C escapes that XLA writes.
#pragma once

#include <string>
#include <string_view>

#include "tileglot/core/error.h"
#include "tileglot/core/scanner.h"

namespace tileglot::notation::xla {

core::Result<std::string> read_quoted(core::Scanner& scanner);
std::string quoted(std::string_view text);

}  // namespace tileglot::notation::xla
