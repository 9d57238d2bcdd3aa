// SPDX-License-Identifier: Apache-2.0
// ascii.h: answers for terminals that show only ASCII.
//
// What     in_ascii(text) replaces each sign that answers are drawn with by an ASCII letter: + for
//          a check mark, x for a cross, - and | for lines. Other characters, such as those of
//          names, stay.
// Why      Reports are made once. One sign becomes one letter, so that columns stay aligned; only
//          arrows and comparisons, which are never in a column, take two.
// Example  "✓ pass" is "+ pass".
//          [tests: ascii_test.cc, "each sign has a letter"]
#pragma once

#include <string>
#include <string_view>

#include "tileglot/render/picture/terminal.h"

namespace tileglot::value {

std::string in_ascii(std::string_view text);

/// The text as the terminal can show it.
std::string shown_on(const render::Terminal& terminal, std::string_view text);

}  // namespace tileglot::value
