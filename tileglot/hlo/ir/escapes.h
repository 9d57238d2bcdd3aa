// SPDX-License-Identifier: Apache-2.0
// escapes.h: quoted strings, as in HLO texts.
//
// What     to_quoted(text) writes a text between quotation marks, with C's escapes; from_quoted
//          reads what to_quoted wrote, and all of C's escapes.
// Example  to_quoted of a"b is "a\"b"; from_quoted("\x41\102") is AB.
//          [tests: hlo/ir/escapes_test.cc, "what is quoted is read back"]
// Source   Abseil, escaping.h: CEscape and CUnescape.
#pragma once

#include <string>
#include <string_view>

namespace tileglot::hlo {

/// Bytes that are not printable ASCII become three octal digits.
std::string to_quoted(std::string_view text);

/// Without the quotation marks, single or double, if there are any; an unknown escape stays as it is.
std::string from_quoted(std::string_view text);

}  // namespace tileglot::hlo
