// SPDX-License-Identifier: Apache-2.0
// reader.h: the tokens that the texts of this package share.
//
// What     Names with or without quotes, lists of integers, the end of a text; a call `Word(`.
// Why      JAX, jaxlib and torch print names and lists alike, as Python does.
// Errors   mesh.name, mesh.limit; scan.expected, scan.integer, scan.integer_too_large,
//          scan.trailing.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "tileglot/core/error.h"
#include "tileglot/core/scanner.h"

namespace tileglot::notation::mesh::detail {

/// The result, whose error points at the text read since `begin`, unless it points somewhere.
template <class T>
core::Result<T> at_span(core::Result<T> result, core::Span span) {
  if (result || result.error()->span) return result;
  core::Error error = std::move(result).error();
  error->span = span;
  return core::fail(std::move(error));
}

/// x, 'x' or "x". `what` names it in messages: "an axis".
core::Result<std::string> read_name(core::Scanner& scanner, std::string_view what);
bool at_quote(core::Scanner& scanner);

/// Integers with commas between them up to and including `close`; a trailing comma is allowed.
core::Result<std::vector<std::int64_t>> read_numbers(core::Scanner& scanner, std::string_view what,
                                                     char close, std::size_t limit);

/// Moves over `word` and `open` if both are next, with or without a blank between them; else not.
bool accept_call(core::Scanner& scanner, std::string_view word, char open = '(');
/// Moves over `key` and `=` if both are next.
bool accept_key(core::Scanner& scanner, std::string_view key);
/// Moves over a whole word, one that does not go on with letters, digits or '_'.
bool accept_word(core::Scanner& scanner, std::string_view word);

/// A comma before the next of several items, or `close`, which is read too: true if it was that.
/// Precondition: an item was just read.
core::Result<bool> accept_close(core::Scanner& scanner, char close, std::string_view what);

/// Fails with scan.trailing unless the text ends here.
core::Status expect_end(core::Scanner& scanner, std::string_view what);

}  // namespace tileglot::notation::mesh::detail
