// SPDX-License-Identifier: Apache-2.0
// number_list.h: reads lists of integers, common to the notations of this package.
//
// What     read_numbers reads integers separated by commas up to and including the closing token;
//          Python's trailing comma is allowed.
// Example  "2,3)" up to ")" is 2, 3; "2,)" is 2.
//          [tests: array_text_test.cc, "tuples and lists are read as Python prints them"]
// Errors   scan.integer, scan.expected; strided.limit beyond kMaxRank numbers.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "tileglot/core/error.h"
#include "tileglot/core/scanner.h"

namespace tileglot::notation::strided::detail {

/// `what` names one number in messages: "an extent".
core::Result<std::vector<std::int64_t>> read_numbers(core::Scanner& scanner, std::string_view what,
                                                     std::string_view close);

/// Fails with scan.trailing unless the text ends here.
core::Status expect_end(core::Scanner& scanner, std::string_view what);

}  // namespace tileglot::notation::strided::detail
