// SPDX-License-Identifier: Apache-2.0
#include "tileglot/notation/cute/text/detail/composed_parser.h"

#include <algorithm>
#include <array>
#include <bit>
#include <charconv>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <utility>
#include <variant>

#include "tileglot/core/error.h"
#include "tileglot/notation/cute/text/refusal.h"

namespace tileglot::notation::cute {
namespace {

using core::fail;
using core::Result;
using core::Status;

constexpr std::array<std::string_view, 4> kSwizzleWords{"Sw", "S", "Swizzle", "make_swizzle"};
constexpr std::array<std::string_view, 3> kComposedWords{"ComposedLayout", "make_composed_layout",
                                                         "composition"};

template <std::size_t N>
bool is_one_of(std::string_view word, const std::array<std::string_view, N>& words) {
  return std::find(words.begin(), words.end(), word) != words.end();
}

/// Clamps a number; one that does not fit an int is not valid in a swizzle either.
int small(std::int64_t value) {
  return static_cast<int>(std::clamp<std::int64_t>(value, -1000, 1000));
}

/// Converts a swizzle of bytes to one of elements; bits below an element are dropped.
Swizzle in_elements(Swizzle s, int element_bits) {
  constexpr int kLog2OfByte = 3;
  const int base = s.base + kLog2OfByte - std::countr_zero(static_cast<unsigned>(element_bits));
  if (base >= 0) return {s.bits, base, s.shift};
  return {std::max(s.bits + base, 0), 0, s.shift};
}

}  // namespace

Result<CuteLayout> ComposedParser::whole_any_layout() {
  Result<CuteLayout> result;
  Status read = any_layout(*result);
  if (read) read = end();
  if (!read) result = fail(std::move(read).error());
  return result;
}

Result<Swizzle> ComposedParser::whole_swizzle() {
  TILEGLOT_TRY(result, swizzle());
  TILEGLOT_TRY_STATUS(end());
  return result;
}

// -- composed layouts

Status ComposedParser::any_layout(CuteLayout& to) {
  for (const std::string_view type : {"layout", "composed_layout"}) {
    TILEGLOT_TRY(is_quoted, accept_quoted(type));
    if (!is_quoted) continue;
    TILEGLOT_TRY_STATUS(chain(to));
    return end_quoted();
  }
  scanner().skip_space();
  const std::size_t begin = scanner().position();
  const std::string_view word = next_name();
  if (!is_one_of(word, kComposedWords)) return chain(to);
  return call(word, begin, to.emplace<ComposedLayout>());
}

/// A layout, A o B or A o offset o B. Precondition: `to` is an empty layout.
Status ComposedParser::chain(CuteLayout& to) {
  scanner().skip_space();
  const std::size_t begin = scanner().position();
  if (!at_swizzle() && layout(std::get<Layout<>>(to)) && !accept_o()) return {};
  scanner().rewind(begin);
  return composition(to);
}

/// A o B or A o offset o B.
Status ComposedParser::composition(CuteLayout& to) {
  const std::size_t begin = scanner().position();
  auto& parts = to.emplace<ComposedLayout>();
  TILEGLOT_TRY_STATUS(stage(parts.outer));
  if (!accept_o()) {
    if (parts.outer.is_swizzle) return fail(unsupported("a swizzle without a layout", begin));
    scanner().rewind(begin);  // a layout alone has no parentheses around it
    return layout(to.emplace<Layout<>>());
  }
  Offset between;
  if (at_offset()) {
    TILEGLOT_TRY(written, offset());
    between = written;
    if (!accept_o()) TILEGLOT_TRY_STATUS(expect("o", "after the offset"));
  }
  TILEGLOT_TRY_STATUS(stage(parts.inner));
  if (accept_o()) return fail(unsupported("a composition of more than two", begin));
  return add_offset(between, begin, parts);
}

/// ComposedLayout<A,offset,B>{}, or a function of A, offset and B; composition may omit the
/// offset.
Status ComposedParser::call(std::string_view word, std::size_t begin, ComposedLayout& to) {
  qualified_name();
  const bool is_type = scanner().accept('<');
  if (!is_type) TILEGLOT_TRY_STATUS(expect("(", "before the outer layout"));
  accept_keyword("inner");
  TILEGLOT_TRY_STATUS(stage(to.outer));
  TILEGLOT_TRY_STATUS(expect(",", "after the outer layout"));
  Offset between;
  const bool has_offset = word != "composition" || at_offset();
  if (has_offset) {
    accept_keyword("offset");
    TILEGLOT_TRY(written, offset());
    between = written;
    TILEGLOT_TRY_STATUS(expect(",", "after the offset"));
  }
  accept_keyword("outer");
  TILEGLOT_TRY_STATUS(stage(to.inner));
  TILEGLOT_TRY_STATUS(expect(is_type ? ">" : ")", "after the inner layout"));
  if (is_type) TILEGLOT_TRY_STATUS(value_braces());
  if (!has_offset && !to.outer.is_swizzle) return fail(unsupported("a composition", begin));
  return add_offset(between, begin, to);
}

/// Adds the offset to the two parts; one in bytes changes the swizzle.
Status ComposedParser::add_offset(const Offset& offset, std::size_t begin, ComposedLayout& to) {
  to.offset = offset.value;
  if (offset.element_bits == 0) return {};
  if (!to.outer.is_swizzle) return fail(unsupported("a pointer after a layout", begin));
  to.outer.swizzle = in_elements(to.outer.swizzle, offset.element_bits);
  return {};
}

/// Reads a swizzle or a layout, perhaps in parentheses, into an empty stage.
Status ComposedParser::stage(Stage& to) {
  if (at_swizzle()) return swizzle_stage(to);
  scanner().skip_space();
  const std::size_t begin = scanner().position();
  Status plain = layout(to.layout);
  if (plain) return plain;
  scanner().rewind(begin);
  to.layout = {};
  if (in_parentheses(to)) return {};
  return plain;
}

Status ComposedParser::swizzle_stage(Stage& to) {
  TILEGLOT_TRY(read, swizzle());
  to.is_swizzle = true;
  to.swizzle = read;
  return {};
}

/// (Swizzle(3,0,3)) or ((8,8):(8,1)), as the parts of a composition are printed in Python.
Status ComposedParser::in_parentheses(Stage& to) {
  TILEGLOT_TRY_STATUS(expect("(", "before a part of a composition"));
  TILEGLOT_TRY_STATUS(at_swizzle() ? swizzle_stage(to) : layout(to.layout));
  return expect(")", "after a part of a composition");
}

/// The `o` of A o offset o B.
bool ComposedParser::accept_o() {
  const std::size_t begin = scanner().position();
  if (scanner().name() == "o") return true;
  scanner().rewind(begin);
  return false;
}

/// True if an offset is next, followed by another layout. A number alone is a layout.
bool ComposedParser::at_offset() {
  const std::size_t begin = scanner().position();
  accept_keyword("offset");
  // A tuple is not an offset; reading it would only make an error that says so.
  const bool goes_on =
      !scanner().looking_at('(') && offset() && (accept_o() || scanner().accept(','));
  scanner().rewind(begin);
  return goes_on || next_name().starts_with("smem_ptr") || scanner().looking_at('?');
}

Result<ComposedParser::Offset> ComposedParser::offset() {
  scanner().skip_space();
  const std::size_t begin = scanner().position();
  if (next_name().starts_with("smem_ptr")) return shared_memory(begin);
  IntTuple value;
  TupleText text(value);
  TILEGLOT_TRY_STATUS(tuple(text));
  const bool is_plain = value.is_scalar && value.paths[0] == 0;
  if (!is_plain) return fail(unsupported("an offset that is a coordinate", begin));
  return Offset{value.at(0)};
}

/// smem_ptr[16b](unset), smem_ptr[16b](0x400), smem_ptr_flag, smem_ptr_flag_bits<16>
Result<ComposedParser::Offset> ComposedParser::shared_memory(std::size_t begin) {
  const std::string_view word = qualified_name();
  if (word == "smem_ptr_flag") {
    TILEGLOT_TRY_STATUS(value_braces());
    return Offset{};
  }
  const bool is_type = word == "smem_ptr_flag_bits";
  TILEGLOT_TRY_STATUS(expect(is_type ? "<" : "[", "before the bits of an element"));
  TILEGLOT_TRY(bits, integer("the bits of an element"));
  if (is_type) {
    TILEGLOT_TRY_STATUS(expect(">", "after the bits of an element"));
    TILEGLOT_TRY_STATUS(value_braces());
    return element_bits(bits, begin);
  }
  TILEGLOT_TRY_STATUS(expect("b", "after the bits of an element"));
  TILEGLOT_TRY_STATUS(expect("]", "after the bits of an element"));
  TILEGLOT_TRY_STATUS(expect("(", "before the address"));
  if (scanner().name() != "unset") {
    return fail(unsupported("an address that is known only at run time", begin));
  }
  TILEGLOT_TRY_STATUS(expect(")", "after the address"));
  return element_bits(bits, begin);
}

Result<ComposedParser::Offset> ComposedParser::element_bits(std::int64_t bits, std::size_t begin) {
  constexpr std::int64_t kWidest = 1024;
  const bool fits = bits > 0 && bits <= kWidest && std::has_single_bit(std::uint64_t(bits));
  if (!fits) return fail(unsupported("an element whose size is not 1, 2, 4, .. bits", begin));
  return Offset{core::static_integer(0), static_cast<int>(bits)};
}

// -- swizzles

bool ComposedParser::at_swizzle() {
  const std::size_t begin = scanner().position();
  const char next = scanner().peek();
  if (next == '!' || next == '#') {
    const bool is_typed = scanner().accept("!cute.swizzle") || scanner().accept("#cute.swizzle");
    scanner().rewind(begin);
    return is_typed;
  }
  const std::string_view word = next_name();
  return is_one_of(word, kSwizzleWords) || word.starts_with("SW_");
}

/// Sw<3,0,3> and its other spellings, perhaps in quotes.
Result<Swizzle> ComposedParser::swizzle() {
  int quotes = 0;
  for (bool goes_on = true; goes_on;) {
    TILEGLOT_TRY(is_quoted, accept_quoted("swizzle"));
    goes_on = is_quoted;
    quotes += is_quoted ? 1 : 0;
  }
  TILEGLOT_TRY(read, plain_swizzle());
  for (; quotes > 0; --quotes) TILEGLOT_TRY_STATUS(end_quoted());
  return read;
}

/// A swizzle without quotes; the shift may be omitted if it equals the bits.
Result<Swizzle> ComposedParser::plain_swizzle() {
  scanner().skip_space();
  const std::size_t begin = scanner().position();
  const std::string_view word = qualified_name();
  if (word.starts_with("SW_")) return swizzle_name(word, begin);
  if (!is_one_of(word, kSwizzleWords)) return fail(word_error(word, begin));
  if (word != "make_swizzle" && scanner().accept("<")) {
    TILEGLOT_TRY(read, swizzle_arguments(">", begin));
    TILEGLOT_TRY_STATUS(value_braces());
    return read;
  }
  if (word == "Swizzle" || word == "make_swizzle") {
    TILEGLOT_TRY_STATUS(expect("(", "after Swizzle"));
    return swizzle_arguments(")", begin);
  }
  TILEGLOT_TRY_STATUS(expect("<", "after Sw"));
  return swizzle_arguments(">", begin);
}

Result<Swizzle> ComposedParser::swizzle_arguments(std::string_view close, std::size_t begin) {
  TILEGLOT_TRY(bits, integer("the number of bits"));
  TILEGLOT_TRY_STATUS(expect(",", "after the number of bits"));
  TILEGLOT_TRY(base, integer("the lowest bits that stay"));
  std::int64_t shift = bits;
  if (scanner().accept(",")) {
    TILEGLOT_TRY(written, integer("the shift"));
    shift = written;
  }
  TILEGLOT_TRY_STATUS(expect(close, "after the shift"));
  return checked(bits, base, shift, begin);
}

/// SW_3_4_3 is one name, SW_3_4_-3 is a name and the text after it.
Result<Swizzle> ComposedParser::swizzle_name(std::string_view word, std::size_t begin) {
  std::array<int, 3> numbers{};
  const char* at = word.data() + 2;
  const char* end = scanner().text().data() + scanner().text().size();
  for (int& number : numbers) {
    if (at == end || *at != '_') return fail(word_error("", begin));
    const auto read = std::from_chars(at + 1, end, number);
    if (read.ec != std::errc()) return fail(word_error("", begin));
    at = read.ptr;
  }
  scanner().rewind(static_cast<std::size_t>(at - scanner().text().data()));
  return checked(numbers[0], numbers[1], numbers[2], begin);
}

Result<Swizzle> ComposedParser::checked(std::int64_t bits, std::int64_t base, std::int64_t shift,
                                        std::size_t begin) {
  const auto result = make_swizzle(small(bits), small(base), small(shift));
  // The error shows the numbers as they were written.
  if (!result) return fail(limit_error({result.refusal.reason, bits, shift}, begin));
  return *result;
}

}  // namespace tileglot::notation::cute
