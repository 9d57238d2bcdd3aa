// SPDX-License-Identifier: Apache-2.0
#include "tileglot/notation/mesh/detail/reader.h"

#include <fmt/format.h>

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "tileglot/core/error.h"
#include "tileglot/core/scanner.h"
#include "tileglot/notation/mesh/mesh.h"

namespace tileglot::notation::mesh::detail {
namespace {

using core::fail;
using core::Result;
using core::Scanner;
using core::Status;

/// The text from here up to the quote that ends it, which is read too.
Result<std::string> read_quoted(Scanner& scanner, char quote) {
  // Blanks in quotes count, so the characters are taken from the text.
  const std::string_view text = scanner.text();
  const std::size_t begin = scanner.position();
  const std::size_t close = text.find(quote, begin + 1);
  if (close == std::string_view::npos) {
    return fail({.code = "scan.expected",
                 .message = fmt::format("the name that begins here has no closing {}", quote),
                 .span = core::Span{begin, text.size()}});
  }
  std::string name(text.substr(begin + 1, close - begin - 1));
  TILEGLOT_TRY_STATUS(at_span(check_name(name), {begin, close + 1}));
  scanner.accept(text.substr(begin, close + 1 - begin));
  return name;
}

}  // namespace

bool at_quote(Scanner& scanner) { return scanner.looking_at('\'') || scanner.looking_at('"'); }

Result<std::string> read_name(Scanner& scanner, std::string_view what) {
  if (at_quote(scanner)) return read_quoted(scanner, scanner.peek());
  scanner.skip_space();
  const std::size_t begin = scanner.position();
  std::string name(scanner.name());
  if (name.empty()) {
    return fail({.code = "scan.expected",
                 .message = fmt::format("expected {}, found {}", what, scanner.found()),
                 .span = scanner.here()});
  }
  TILEGLOT_TRY_STATUS(at_span(check_name(name), scanner.span_from(begin)));
  return name;
}

Result<std::vector<std::int64_t>> read_numbers(Scanner& scanner, std::string_view what, char close,
                                               std::size_t limit) {
  std::vector<std::int64_t> numbers;
  while (!scanner.accept(close)) {
    if (numbers.size() == limit) {
      return fail({.code = "mesh.limit",
                   .message = fmt::format("more than {} numbers in one list", limit),
                   .span = scanner.here(),
                   .help = "no mesh in use comes near this limit"});
    }
    TILEGLOT_TRY(number, scanner.integer(what));
    numbers.push_back(number);
    TILEGLOT_TRY(closed, accept_close(scanner, close, what));
    if (closed) break;
  }
  return numbers;
}

bool accept_word(Scanner& scanner, std::string_view word) {
  scanner.skip_space();
  const std::size_t begin = scanner.position();
  if (scanner.name() == word) return true;
  scanner.rewind(begin);
  return false;
}

bool accept_call(Scanner& scanner, std::string_view word, char open) {
  scanner.skip_space();
  const std::size_t begin = scanner.position();
  if (accept_word(scanner, word) && scanner.accept(open)) return true;
  scanner.rewind(begin);
  return false;
}

bool accept_key(Scanner& scanner, std::string_view key) { return accept_call(scanner, key, '='); }

Result<bool> accept_close(Scanner& scanner, char close, std::string_view what) {
  if (scanner.accept(close)) return true;
  if (scanner.accept(',')) return false;
  TILEGLOT_TRY_STATUS(
      scanner.expect(std::string_view(&close, 1), fmt::format("or ',' after {}", what)));
  return true;
}

Status expect_end(Scanner& scanner, std::string_view what) {
  if (scanner.at_end()) return {};
  return fail({.code = "scan.trailing",
               .message = fmt::format("{} ends before {}", what, scanner.found()),
               .span = scanner.here()});
}

}  // namespace tileglot::notation::mesh::detail
