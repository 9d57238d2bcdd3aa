// SPDX-License-Identifier: Apache-2.0
// text.h: a digest as one line of text.
//
// What     tg1:BITS[EXTENTS]:ELEMENTS:SUMS, where SUMS is 32 hexadecimal digits, the first sum and
//          then the second. "tg1" names the formula: another one would have another name.
// Why      Texts are compared by eye, kept beside checkpoints, and sent by ranks.
// Units    Each digest has one text: no blanks, lower case, no leading zeros of numbers.
// Example  u8[2,3] of 1 to 6: tg1:8[2,3]:6:17e5e997b5361fe0da99b2ab0354ebb0.
//          [tests: text_test.cc, "a digest is one line"]
// Errors   digest.text with the place where the text is not as above.
#pragma once

#include <string>
#include <string_view>

#include "tileglot/core/error.h"
#include "tileglot/relayout/digest/digest.h"

namespace tileglot::relayout::digest {

std::string print(const Digest& digest);

core::Result<Digest> parse_digest(std::string_view text);

}  // namespace tileglot::relayout::digest
