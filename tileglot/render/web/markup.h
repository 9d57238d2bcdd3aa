// SPDX-License-Identifier: Apache-2.0
// markup.h: user text inside a picture file.
//
// What     valid_text(text) is UTF-8 without the characters that XML forbids; xml_text(text) is
//          safe in an element or between the quotes of an attribute.
// Why      Layouts, names and labels come from users; a picture file is well-formed and runs
//          nothing, whatever they wrote.
// Units    Columns are those of core/utf8.h.
// Example  xml_text("a<b & \"c\"") = "a&lt;b &amp; &quot;c&quot;"; valid_text("x\x1by\xff") is xy
//          and U+FFFD.
//          [tests: markup_test.cc, "what XML forbids is dropped and broken bytes are replaced"]
// Source   Extensible Markup Language 1.0, production 2 (Char).
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace tileglot::render {

std::string valid_text(std::string_view text);

/// Newlines and tabs are written as references, so that attributes keep them.
std::string xml_text(std::string_view text);

/// The lines of a text; one, empty, for no text.
std::vector<std::string> lines_of(std::string_view text);

/// The text in lines of at most `columns` characters, cut after a blank or a comma if there is one;
/// lines after the first begin with two blanks. Precondition: columns is at least 8.
std::vector<std::string> wrapped(std::string_view text, std::size_t columns);

}  // namespace tileglot::render
