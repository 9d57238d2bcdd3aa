// SPDX-License-Identifier: Apache-2.0
// ascii.h: answers for terminals that show only ASCII.
//
// What     in_ascii(text) replaces the symbols that answers are drawn with by ASCII characters: +
//          for a check mark, x for a cross, - and | for lines. All other characters, such as those
//          of names, stay.
// Why      Answers are written once, with symbols. A symbol becomes one character, so that columns
//          stay aligned; only arrows, comparisons and the ellipsis, which are never in a column,
//          take more.
// Example  "✓ pass" is "+ pass".
//          [tests: ascii_test.cc, "each symbol has a character"]
#pragma once

#include <string>
#include <string_view>

#include "tileglot/render/picture/terminal.h"

namespace tileglot::value {

std::string in_ascii(std::string_view text);

/// The text as the terminal can show it.
std::string shown_on(const render::Terminal& terminal, std::string_view text);

}  // namespace tileglot::value
