// SPDX-License-Identifier: Apache-2.0
// reader_words.cc: types, numbers and words of a shape.

#include "tileglot/notation/xla/text/detail/shape_reader.h"

#include <fmt/format.h>

#include <bit>
#include <charconv>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <system_error>

#include "tileglot/core/element_type.h"
#include "tileglot/core/error.h"
#include "tileglot/core/scanner.h"
#include "tileglot/core/utf8.h"
#include "tileglot/notation/xla/shape/primitive_type.h"

namespace tileglot::notation::xla {
namespace {

using core::Error;
using core::fail;
using core::Result;
using core::Span;
using core::Status;

/// Names XLA's type for one that the text spells as another notation does, or explains how types
/// are written.
std::string help_for_type(std::string_view name) {
  const auto known = core::parse_element_type(name);
  const auto ours = known ? primitive_type_of(*known) : std::nullopt;
  if (ours) return fmt::format("XLA calls {} {}", core::printable(name), name_of(*ours));
  if (!known && known.error()->help.starts_with("did you mean")) return known.error()->help;
  return "types are written as in f32[2,3], bf16[8], s4[5], pred[], token[]";
}

/// An all upper-case word in lower case; other words unchanged.
std::string folded(std::string_view name) {
  std::string lower(name);
  for (char& c : lower) {
    if (c >= 'a' && c <= 'z') return std::string(name);
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  }
  return lower;
}

/// XLA reads 2^63 to 2^64-1 as the negative number with the same bits.
std::optional<std::int64_t> wrapped_integer(std::string_view digits) {
  std::uint64_t value = 0;
  const auto parsed = std::from_chars(digits.data(), digits.data() + digits.size(), value);
  if (parsed.ec != std::errc() || parsed.ptr != digits.data() + digits.size()) return std::nullopt;
  return std::bit_cast<std::int64_t>(value);
}

/// Errors on which XLA would abort end the parse, whatever follows in the text.
bool ends_the_parse(const Error& error) {
  return error->code == "xla.limit" || error->code == "xla.tile" || error->code == "xla.tail" ||
         error->code == "xla.not_array";
}

}  // namespace

Error limit_error(std::string_view what, std::size_t limit, Span span) {
  return {{.code = "xla.limit",
           .message = fmt::format("more than {} {}", limit, what),
           .span = span,
           .help = "no XLA shape in use comes near this limit"}};
}

std::size_t ShapeReader::start() {
  scanner_.skip_space();
  return scanner_.position();
}

bool ShapeReader::keyword(std::string_view word) {
  const std::size_t begin = start();
  if (scanner_.name() == word) return true;
  scanner_.rewind(begin);
  return false;
}

Result<std::int64_t> ShapeReader::integer(std::string_view what) {
  const std::size_t begin = start();
  auto value = scanner_.integer(what);
  if (value || value.error()->code != "scan.integer_too_large") return value;
  const std::size_t length = scanner_.position() - begin;
  const auto wrapped = wrapped_integer(scanner_.text().substr(begin, length));
  if (wrapped) return *wrapped;
  return value;
}

Result<PrimitiveType> ShapeReader::type() {
  const std::size_t begin = start();
  const std::string_view word = scanner_.name();
  const auto found = primitive_type_named(published() ? folded(word) : std::string(word));
  if (found) return *found;
  if (word.empty()) {
    return fail({.code = "xla.type",
                 .message = fmt::format("expected a type, found {}", scanner_.found()),
                 .span = scanner_.here(),
                 .help = help_for_type(word)});
  }
  const Span span = scanner_.span_from(begin);
  scanner_.rewind(begin);
  return fail({.code = "xla.type",
               .message = fmt::format("'{}' is not an XLA type", core::printable(word)),
               .span = span,
               .help = help_for_type(word)});
}

Status ShapeReader::tolerate(Status status) {
  if (status) return {};
  if (ends_the_parse(status.error())) return status;
  if (!tolerated_) tolerated_ = status.error();
  return {};
}

Status ShapeReader::end(std::string_view of_what) {
  if (scanner_.at_end()) return {};
  const bool empty_layout = scanner_.looking_at("{");
  return fail(
      {.code = "xla.trailing",
       .message = fmt::format("nothing may follow the {}, found {}", of_what, scanner_.found()),
       .span = scanner_.here(),
       .help = empty_layout ? "a layout starts with a number or a colon: {1,0} or {:T(256)}" : ""});
}

}  // namespace tileglot::notation::xla
