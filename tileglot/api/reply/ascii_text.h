// SPDX-License-Identifier: Apache-2.0
// ascii_text.h: answers for terminals without signs beyond ASCII.
//
// What     in_ascii(text) has a letter of ASCII for each sign that answers are drawn with: + for a
//          check mark, x for a cross, - and | for lines. Other characters, as of names, stay.
// Why      Reports are made once. One sign becomes one letter, so that columns stay columns; only
//          arrows and comparisons, which stand in no column, take two.
// Example  "✓ pass" is "+ pass".
//          [tests: ascii_text_test.cc, "each sign has a letter"]
#pragma once

#include <string>
#include <string_view>

#include "tileglot/api/reply/terminal.h"

namespace tileglot::api {

std::string in_ascii(std::string_view text);

/// The text as the terminal can show it.
std::string shown_on(const Terminal& terminal, std::string_view text);

}  // namespace tileglot::api
