// SPDX-License-Identifier: Apache-2.0
// print_literal.h: the text of constants.
//
// Example  { { 1, 2 }, { 3, -inf } }; tuples are ( 1, {2, 3} ).
//          [tests: hlo/text/literal_reader_test.cc, "constants of every form are read"]
// Source   XLA, literal.cc: floats have as many digits as distinguish them, and no more than six if
//          those suffice.
#pragma once

#include <string>

#include "tileglot/hlo/ir/literal.h"

namespace tileglot::hlo {

/// XLA writes `-0`, which it reads as +0; an exact text has `-0.0`. Of more than 65,536 elements
/// that are 0 after the first, that one is written alone.
void append_literal(const Literal& literal, bool exact, std::string& out);

/// With the shape of each array: `s32[2]{0} {1, 2}`, `( s32[] 1, f32[2]{0} {1, 2} )`.
void append_shaped_literal(const Literal& literal, bool exact, std::string& out);

}  // namespace tileglot::hlo
