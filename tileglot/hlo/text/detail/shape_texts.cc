// SPDX-License-Identifier: Apache-2.0
#include "tileglot/hlo/text/detail/shape_texts.h"

#include <cstddef>
#include <optional>
#include <string_view>

#include "tileglot/core/error.h"
#include "tileglot/core/scanner.h"
#include "tileglot/notation/xla/shape/primitive_type.h"
#include "tileglot/notation/xla/text/parse.h"

namespace tileglot::hlo {
namespace {

using core::Result;
using notation::xla::MissingLayout;
using notation::xla::Shape;

constexpr std::size_t kNotFound = std::string_view::npos;

std::size_t skip_blanks(std::string_view text, std::size_t at) {
  while (at < text.size() && Cursor::is_blank(text[at])) ++at;
  return at;
}

/// The position after the parenthesis that closes the one at `at`.
std::size_t tuple_end(std::string_view text, std::size_t at) {
  std::size_t depth = 0;
  for (; at < text.size(); ++at) {
    if (text[at] == '(') ++depth;
    if (text[at] == ')' && --depth == 0) return at + 1;
  }
  return kNotFound;
}

bool begins_layout(std::string_view text, std::size_t brace) {
  const std::size_t at = skip_blanks(text, brace + 1);
  if (at == text.size()) return false;
  return text[at] == ':' || text[at] == '-' || (text[at] >= '0' && text[at] <= '9');
}

/// The likely end of a shape at `at`; nothing if a comment makes that hard to see.
std::size_t likely_end(std::string_view text, std::size_t at) {
  if (text[at] == '(') return tuple_end(text, at);
  const std::size_t bracket = text.find(']', at);
  if (bracket == kNotFound) return kNotFound;
  const std::size_t next = skip_blanks(text, bracket + 1);
  if (next == text.size()) return bracket + 1;
  if (text[next] == '/') return kNotFound;
  if (text[next] != '{' || !begins_layout(text, next)) return bracket + 1;
  const std::size_t brace = text.find('}', next);
  return brace == kNotFound ? kNotFound : brace + 1;
}

}  // namespace

bool at_shape(Cursor& cursor) {
  if (cursor.peek() == '(') return true;
  const std::string_view word = cursor.peek_word();
  if (word == "b") return cursor.text().substr(cursor.position()).starts_with("b(");
  return word.size() <= 14 && notation::xla::primitive_type_named(word).has_value();
}

Result<Shape> read_shape(Cursor& cursor, MissingLayout missing_layout) {
  core::Scanner scanner(cursor.text());
  scanner.rewind(cursor.position());
  TILEGLOT_TRY(read,
               notation::xla::parse_shape_at(scanner, {.spelling = notation::xla::Spelling::kXla,
                                                       .missing_layout = missing_layout}));
  cursor.move_to(scanner.position());
  return std::move(read.shape);
}

Result<ShapeId> ShapeTexts::read(Cursor& cursor) {
  cursor.skip_space();
  const std::size_t begin = cursor.position();
  const std::size_t end =
      begin < cursor.text().size() ? likely_end(cursor.text(), begin) : kNotFound;
  if (end != kNotFound) {
    const auto known = known_.find(cursor.text().substr(begin, end - begin));
    if (known != known_.end()) {
      cursor.move_to(end);
      return known->second;
    }
  }
  TILEGLOT_TRY(shape, read_shape(cursor, missing_layout_));
  const ShapeId id = module_.keep(shape);
  if (cursor.position() == end) known_.emplace(cursor.since(begin), id);
  return id;
}

}  // namespace tileglot::hlo
