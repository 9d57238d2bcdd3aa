// SPDX-License-Identifier: Apache-2.0
#include "tileglot/hlo/text/detail/cursor.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <system_error>

#include "tileglot/core/error.h"
#include "tileglot/core/utf8.h"
#include "tileglot/notation/xla/shape/primitive_type.h"

namespace tileglot::hlo {
namespace {

using core::fail;
using core::Result;
using core::Span;
using core::Status;

bool is_digit(char c) { return c >= '0' && c <= '9'; }

bool starts_word(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; }

bool continues_word(char c) { return starts_word(c) || is_digit(c) || c == '.' || c == '-'; }

constexpr std::array kReserved = std::to_array<std::string_view>(
    {"ENTRY", "FileLocations", "FileNames", "FunctionNames", "HloModule", "ROOT", "StackFrames",
     "false", "inf", "last_tile_dim_replicate", "manual", "maximal", "nan", "replicated",
     "shard_as", "shard_like", "true", "unknown", "unreduced"});

/// Numbers from 2^63 to 2^64 - 1 are read as XLA reads them: as the 64 bits of a negative number.
std::errc read_integer(const char* begin, const char* end, std::int64_t& value) {
  const auto read = std::from_chars(begin, end, value);
  if (read.ec != std::errc::result_out_of_range || *begin == '-') return read.ec;
  std::uint64_t bits = 0;
  const auto again = std::from_chars(begin, end, bits);
  value = static_cast<std::int64_t>(bits);
  return again.ec;
}

}  // namespace

bool is_reserved(std::string_view word) {
  return std::binary_search(kReserved.begin(), kReserved.end(), word) ||
         (word.size() <= 14 && notation::xla::primitive_type_named(word).has_value());
}

std::string lower_case(std::string_view word) {
  std::string result(word);
  for (char& c : result) {
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  }
  return result;
}

void Cursor::skip_comments() {
  while (text_.substr(at_).starts_with("/*") || text_.substr(at_).starts_with("//")) {
    const bool line = text_[at_ + 1] == '/';
    const std::size_t end = text_.find(line ? "\n" : "*/", at_ + 2);
    if (end == std::string_view::npos && !line) return;
    at_ = end == std::string_view::npos ? text_.size() : end + (line ? 1 : 2);
    while (at_ < text_.size() && is_blank(text_[at_])) ++at_;
  }
}

bool Cursor::accept(std::string_view token) {
  skip_space();
  if (!text_.substr(at_).starts_with(token)) return false;
  at_ += token.size();
  return true;
}

Status Cursor::expect(char c, std::string_view where) {
  if (accept(c)) return {};
  return expected(fmt::format("'{}' {}", c, where));
}

Status Cursor::expect(std::string_view token, std::string_view where) {
  if (accept(token)) return {};
  return expected(fmt::format("'{}' {}", token, where));
}

std::string_view Cursor::word() {
  skip_space();
  if (!starts_word(next())) return {};
  const std::size_t begin = at_;
  while (continues_word(next())) ++at_;
  return since(begin);
}

std::string_view Cursor::peek_word() {
  skip_space();
  const std::size_t begin = at_;
  const std::string_view result = word();
  at_ = begin;
  return result;
}

std::string_view Cursor::name() {
  skip_space();
  const std::size_t begin = at_;
  if (next() == '%') {
    ++at_;
    if (starts_word(next())) return word();
  } else {
    const std::string_view result = word();
    if (!result.empty() && next() == ':') {
      ++at_;
      return result;
    }
    if (!result.empty() && next() != '=' && !is_reserved(result)) return result;
  }
  at_ = begin;
  return {};
}

std::string_view Cursor::attribute_name() {
  skip_space();
  const std::size_t begin = at_;
  const std::string_view result = word();
  if (!result.empty() && next() == '=') {
    ++at_;
    return result;
  }
  at_ = begin;
  return {};
}

Result<std::int64_t> Cursor::integer(std::string_view what) {
  skip_space();
  const std::size_t begin = at_;
  if (next() == '-') ++at_;
  const std::size_t digits = at_;
  while (is_digit(next())) ++at_;
  if (at_ == digits) {
    at_ = begin;
    return expected(what);
  }
  std::int64_t value = 0;
  if (read_integer(text_.data() + begin, text_.data() + at_, value) == std::errc{}) return value;
  return fail({.code = "scan.integer_too_large",
               .message = fmt::format("{} does not fit 64 bits", core::printable(since(begin))),
               .span = span_from(begin)});
}

Result<bool> Cursor::boolean() {
  const std::size_t begin = at_;
  const std::string_view read = word();
  if (read == "true") return true;
  if (read == "false") return false;
  at_ = begin;
  return expected("true or false");
}

Result<std::string_view> Cursor::quoted() {
  skip_space();
  const std::size_t begin = at_;
  const char mark = next();
  if (mark != '"' && mark != '\'') return expected("a string between quotation marks");
  for (++at_; at_ < text_.size() && text_[at_] != mark; ++at_) {
    if (text_[at_] == '\\' && at_ + 1 < text_.size()) ++at_;
  }
  if (at_ < text_.size()) {
    ++at_;
    return since(begin);
  }
  return fail({.code = "hlo.syntax",
               .message = "the string has no end",
               .span = Span{begin, begin + 1},
               .help = "close it with a quotation mark; write \\\" for one inside"});
}

Result<std::string_view> Cursor::braces() {
  skip_space();
  const std::size_t begin = at_;
  if (next() != '{') return expected("'{'");
  std::size_t depth = 0;
  do {
    if (next() == '"') {
      TILEGLOT_TRY_STATUS(quoted());
      continue;
    }
    depth += next() == '{' ? 1U : 0U;
    depth -= next() == '}' ? 1U : 0U;
    ++at_;
  } while (depth > 0 && at_ < text_.size());
  if (depth == 0) return since(begin);
  return fail({.code = "hlo.syntax",
               .message = "the braces are not closed",
               .span = Span{begin, begin + 1},
               .help = "write '}' at the end"});
}

Span Cursor::span_from(std::size_t begin) const {
  std::size_t end = at_;
  while (end > begin && is_blank(text_[end - 1])) --end;
  return {begin, std::max(end, begin + 1)};
}

Span Cursor::here() {
  skip_space();
  const std::size_t begin = at_;
  const std::size_t length = word().size();
  at_ = begin;
  return {begin, begin + std::max<std::size_t>(length, 1)};
}

std::string Cursor::found() {
  const Span span = here();
  if (span.begin >= text_.size()) return "the end of the text";
  return fmt::format("'{}'", core::printable(text_.substr(span.begin, span.end - span.begin)));
}

tl::unexpected<core::Error> Cursor::expected(std::string_view what, std::string help) {
  return fail({.code = "hlo.syntax",
               .message = fmt::format("expected {}, found {}", what, found()),
               .span = here(),
               .help = std::move(help)});
}

}  // namespace tileglot::hlo
