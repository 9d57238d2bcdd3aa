// SPDX-License-Identifier: Apache-2.0
#include "tileglot/hlo/text/detail/element_reader.h"

#include <fmt/format.h>

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <limits>
#include <string>
#include <string_view>

#include "tileglot/core/error.h"
#include "tileglot/core/utf8.h"
#include "tileglot/hlo/ir/element_value.h"
#include "tileglot/hlo/ir/float_format.h"
#include "tileglot/hlo/text/detail/cursor.h"
#include "tileglot/notation/xla/shape/primitive_type.h"

namespace tileglot::hlo {
namespace {

using core::fail;
using core::Result;
using core::Status;
using notation::xla::PrimitiveType;

bool is_digit(char c) { return c >= '0' && c <= '9'; }

struct FloatRange {
  double lowest = 0;
  double highest = 0;
};

FloatRange range_of(PrimitiveType type) {
  if (type == PrimitiveType::kF8e8m0fnu) return {std::ldexp(1.0, -127), std::ldexp(1.0, 127)};
  const double highest = largest_number(*float_format(type));
  return {-highest, highest};
}

tl::unexpected<core::Error> out_of_range(Cursor& cursor, std::size_t begin, PrimitiveType type,
                                         const std::string& range) {
  return fail({.code = "hlo.literal",
               .message = fmt::format("{} is out of range for {}, which has the numbers {}",
                                      core::printable(cursor.since(begin)), name_of(type), range),
               .span = cursor.span_from(begin)});
}

/// Reads the characters of a number; empty if there is none.
std::string_view number_text(Cursor& cursor) {
  cursor.skip_space();
  const std::size_t begin = cursor.position();
  const std::string_view text = cursor.text();
  std::size_t at = begin + (cursor.next() == '-' ? 1 : 0);
  const std::size_t digits = at;
  while (at < text.size() && (is_digit(text[at]) || text[at] == '.')) ++at;
  if (at == digits || text[begin] == '.') return {};
  if (at < text.size() && (text[at] == 'e' || text[at] == 'E')) {
    std::size_t exponent = at + 1;
    if (exponent < text.size() && (text[exponent] == '-' || text[exponent] == '+')) ++exponent;
    while (exponent < text.size() && is_digit(text[exponent])) at = ++exponent;
  }
  cursor.move_to(at);
  return cursor.since(begin);
}

Result<double> finite(Cursor& cursor) {
  const std::size_t begin = cursor.here().begin;
  const std::string text(number_text(cursor));
  if (text.find_first_of(".eE") == std::string::npos) {
    cursor.move_to(begin);
    TILEGLOT_TRY(value, cursor.integer("a number"));
    return static_cast<double>(value);
  }
  char* end = nullptr;
  const double value = std::strtod(text.c_str(), &end);
  if (end != text.c_str() + text.size()) {
    cursor.move_to(begin);
    return cursor.expected("a number");
  }
  if (std::isfinite(value)) return value;
  return out_of_range(cursor, begin, PrimitiveType::kF64, "-1.79769e+308 to 1.79769e+308");
}

/// The mantissa of `nan(0x7)`, 0 if none is written.
Result<std::uint64_t> payload(Cursor& cursor) {
  if (cursor.next() != '(') return 0;
  cursor.accept('(');
  TILEGLOT_TRY_STATUS(cursor.expect("0x", "before the bits of a nan"));
  const std::size_t begin = cursor.position();
  const std::string digits(cursor.text().substr(begin, 16));
  char* end = nullptr;
  const std::uint64_t bits = std::strtoull(digits.c_str(), &end, 16);
  const auto length = static_cast<std::size_t>(end - digits.c_str());
  if (length == 0 || bits == 0) return cursor.expected("hexadecimal digits that are not all 0");
  cursor.move_to(begin + length);
  TILEGLOT_TRY_STATUS(cursor.expect(')', "after the bits of a nan"));
  return bits;
}

/// The bits that the nan of a type may have; 0 if it has one nan only.
std::uint64_t payload_mask(PrimitiveType type) {
  const auto format = float_format(type);
  if (!format || format->nan != NanPattern::kLargestExponent) return 0;
  return (std::uint64_t{1} << format->mantissa_bits) - 1;
}

Status store_nan(Cursor& cursor, PrimitiveType type, bool negative, std::byte* out) {
  store_float(type, std::copysign(std::numeric_limits<double>::quiet_NaN(), negative ? -1.0 : 1.0),
              out);
  const std::size_t begin = cursor.position();
  TILEGLOT_TRY(bits, payload(cursor));
  if (bits == 0) return {};
  const std::uint64_t mask = payload_mask(type);
  if (bits > mask) {
    return fail(
        {.code = "hlo.literal",
         .message = fmt::format("the nan of {} cannot have the bits 0x{:x}", name_of(type), bits),
         .span = cursor.span_from(begin),
         .help = mask == 0 ? std::string("the type has one nan: write nan")
                           : fmt::format("they are 0x1 to 0x{:x}", mask)});
  }
  store_bits(type, (load_bits(type, out) & ~mask) | bits, out);
  return {};
}

bool in_range(PrimitiveType type, double value) {
  const FloatRange range = range_of(type);
  return value >= range.lowest && value <= range.highest;
}

/// XLA takes every number that rounds to one of the type, and of the parts of a complex number
/// those within the range only.
enum class Rounding : std::uint8_t { kToNearest, kWithinRange };

Status read_float(Cursor& cursor, PrimitiveType type, Rounding rounding, std::byte* out) {
  const std::size_t begin = cursor.here().begin;
  const bool negative = cursor.next() == '-';
  if (negative) cursor.move_to(begin + 1);
  const bool attached = !Cursor::is_blank(cursor.next());
  const std::string_view word = attached ? cursor.peek_word() : std::string_view{};
  if (word == "nan" || word == "inf") {
    cursor.word();
    if (word == "nan") return store_nan(cursor, type, negative, out);
    const double infinity = std::numeric_limits<double>::infinity();
    store_float(type, negative ? -infinity : infinity, out);
    return {};
  }
  cursor.move_to(begin);
  TILEGLOT_TRY(value, finite(cursor));
  store_float(type, value, out);
  const bool has_zero = type != PrimitiveType::kF8e8m0fnu || value != 0;
  const bool fits = rounding == Rounding::kToNearest ? has_zero : in_range(type, value);
  if (fits && std::isfinite(load_float(type, out))) return {};
  const FloatRange range = range_of(type);
  return out_of_range(cursor, begin, type,
                      fmt::format("{:g} to {:g}", range.lowest, range.highest));
}

Status read_integer(Cursor& cursor, PrimitiveType type, std::byte* out) {
  const std::size_t begin = cursor.here().begin;
  const bool decimal = number_text(cursor).find_first_of(".eE") != std::string_view::npos;
  cursor.move_to(begin);
  if (decimal)
    return cursor.expected(fmt::format("an integer, for an element of type {}", name_of(type)));
  TILEGLOT_TRY(value, cursor.integer("an integer"));
  store_integer(type, value, out);
  if (load_integer(type, out) == value) return {};
  const int bits = value_bits(type);
  const std::int64_t half = std::int64_t{1} << (bits - 1);
  return out_of_range(cursor, begin, type,
                      is_unsigned(type) ? fmt::format("0 to {}", half - 1 + half)
                                        : fmt::format("{} to {}", -half, half - 1));
}

Status read_truth(Cursor& cursor, std::byte* out) {
  const std::string_view word = cursor.peek_word();
  if (word == "true" || word == "false") {
    cursor.word();
    store_integer(PrimitiveType::kPred, word == "true" ? 1 : 0, out);
    return {};
  }
  const std::size_t begin = cursor.here().begin;
  const bool decimal = number_text(cursor).find_first_of(".eE") != std::string_view::npos;
  cursor.move_to(begin);
  if (decimal) return cursor.expected("true, false or an integer");
  TILEGLOT_TRY(value, cursor.integer("true, false or an integer"));
  store_integer(PrimitiveType::kPred, value, out);
  return {};
}

/// `(re, im)`
Status read_complex(Cursor& cursor, PrimitiveType type, std::byte* out) {
  const PrimitiveType part =
      type == PrimitiveType::kC64 ? PrimitiveType::kF32 : PrimitiveType::kF64;
  TILEGLOT_TRY_STATUS(cursor.expect('(', "before a complex number, as in (1, -2)"));
  TILEGLOT_TRY_STATUS(read_float(cursor, part, Rounding::kWithinRange, out));
  TILEGLOT_TRY_STATUS(cursor.expect(',', "between real and imaginary part"));
  TILEGLOT_TRY_STATUS(read_float(cursor, part, Rounding::kWithinRange, out + stored_bytes(part)));
  return cursor.expect(')', "after a complex number");
}

}  // namespace

Status read_element(Cursor& cursor, PrimitiveType type, std::byte* out) {
  if (type == PrimitiveType::kPred) return read_truth(cursor, out);
  if (is_complex(type)) return read_complex(cursor, type, out);
  if (notation::xla::is_integral(type)) return read_integer(cursor, type, out);
  return read_float(cursor, type, Rounding::kToNearest, out);
}

}  // namespace tileglot::hlo
