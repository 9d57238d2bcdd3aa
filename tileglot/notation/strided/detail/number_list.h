// SPDX-License-Identifier: Apache-2.0
// number_list.h: lists of integers, as every notation here has them.
//
// What     read_numbers reads integers divided by commas up to the closing token, which it takes
//          too; Python's comma behind the last is allowed.
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

/// `what` is one of them, for messages: "an extent".
core::Result<std::vector<std::int64_t>> read_numbers(core::Scanner& scanner, std::string_view what,
                                                     std::string_view close);

/// Fails with scan.trailing unless the text ends here.
core::Status expect_end(core::Scanner& scanner, std::string_view what);

}  // namespace tileglot::notation::strided::detail
