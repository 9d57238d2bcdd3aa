// SPDX-License-Identifier: Apache-2.0
// read_list.h: reads a bracketed list with a function that reads one item.
//
// Example  read_list(scanner, "[", "]", item) reads [0,1] with two calls of item.
//          [tests: parse_test.cc, "both spellings of a vector"]
// Errors   scan.expected; those of the items.
#pragma once

#include <string_view>

#include "tileglot/core/error.h"
#include "tileglot/core/scanner.h"

namespace tileglot::notation::linear::detail {

/// Reads open item , item ... close; the list may be empty.
template <class Item>
core::Status read_list(core::Scanner& scanner, std::string_view open, std::string_view close,
                       const Item& read_item) {
  TILEGLOT_TRY_STATUS(scanner.expect(open, "before a list"));
  if (scanner.accept(close)) return {};
  do {
    TILEGLOT_TRY_STATUS(read_item());
  } while (scanner.accept(","));
  return scanner.expect(close, "after a list");
}

}  // namespace tileglot::notation::linear::detail
