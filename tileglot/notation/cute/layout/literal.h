// SPDX-License-Identifier: Apache-2.0
// literal.h: layouts in source code, checked by the compiler.
//
// What     "((2,2),2):((4,1),2)"_layout is a Layout in a constant expression; a text that is not a
//          layout fails to compile. read_layout and read_int_tuple do the reading and can be called
//          on any text.
// Why      A layout is written as its users write it, without the mistakes that nested
//          make_shape(make_shape(..)..) invites.
// Example  constexpr Layout tile = "((_2,2),2)"_layout; is column-major, ((_2,2),2):((_1,2),4).
//          [tests: literal_test.cc, "a literal is the layout that parse reads"]
//          "(4,5):(1@0,1@1)"_layout has coordinates as values; read_coordinate("(_,1)") keeps mode
//          0.
//          [tests: literal_test.cc, "bases and underscores are read as parse reads them"]
// Errors   A bad literal calls a function that no constant expression may call; its name is the
//          reason, and compilers print it: `call to non-'constexpr' function 'void
//          ...::layout_literal_shape_and_stride_are_not_congruent()'`. text/parse.h reads every
//          other spelling and reports where and why it failed in a sentence.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "tileglot/notation/cute/layout/layout.h"

namespace tileglot::notation::cute {

/// Reads one integer or tuple from the start of a text, in one pass, without recursion.
class TupleReader {
 public:
  constexpr explicit TupleReader(std::string_view text, bool takes_underscores = false)
      : begin_(text.data()),
        at_(begin_),
        end_(begin_ + text.size()),
        takes_underscores_(takes_underscores) {}

  constexpr Outcome<IntTuple> read() {
    tuple_ = IntTuple{};
    level_ = 0;
    pending_opens_ = 0;
    do {
      const Refusal refused = item_follows_ ? read_item() : read_separator();
      if (refused != Refusal{}) return refused;
    } while (level_ > 0 || item_follows_);
    item_follows_ = true;
    return tuple_;
  }

  constexpr bool accept(char c) {
    if (peek() != c) return false;
    ++at_;
    return true;
  }
  constexpr bool at_end() { return peek() == '\0' && at_ == end_; }
  constexpr Refusal unbalanced() const { return here(Reason::kUnbalanced); }

 private:
  constexpr Refusal here(Reason reason) const { return {reason, at_ - begin_, 0}; }

  constexpr char peek() {
    while (at_ != end_ && (*at_ == ' ' || *at_ == '\t' || *at_ == '\n')) ++at_;
    return at_ != end_ ? *at_ : '\0';
  }

  constexpr Refusal read_item() {
    if (accept('(')) return open();
    if (level_ > 0 && accept(')')) return close_without_item();
    return read_number();
  }

  constexpr Refusal open() {
    ++level_;
    if (level_ > core::kMaxDepth) return {Reason::kTooDeep, level_, core::kMaxDepth};
    just_opened_ = true;
    if (level_ > 1) ++pending_opens_;
    return {};
  }

  /// `()`, or the comma before `)` that Python writes in (3,).
  constexpr Refusal close_without_item() {
    if (!just_opened_) return close();
    just_opened_ = item_follows_ = false;
    --level_;
    if (level_ == 0) return {};
    --pending_opens_;
    tuple_.empty_mask |= std::uint64_t{1} << unsigned(tuple_.slots % core::kMaxLeaves);
    return add_slot(Integer(0));
  }

  constexpr Refusal read_separator() {
    if (accept(')')) return close();
    if (!accept(',')) return unbalanced();
    item_follows_ = true;
    return {};
  }

  constexpr Refusal close() {
    item_follows_ = false;
    --level_;
    if (level_ > 0) ++tuple_.nesting[tuple_.slots - 1];
    return {};
  }

  constexpr Refusal add_slot(Integer value) {
    if (tuple_.slots == core::kMaxLeaves)
      return {Reason::kTooManyLeaves, tuple_.slots + 1, core::kMaxLeaves};
    const int slot = tuple_.slots++;
    tuple_.set(slot, value);
    tuple_.nesting[slot] = static_cast<std::uint8_t>(16 * pending_opens_);
    tuple_.is_scalar = level_ == 0;
    pending_opens_ = 0;
    return {};
  }

  constexpr Refusal read_number() {
    const bool is_static = accept('_');
    if (is_static && takes_underscores_ && !at_digits()) return add_underscore();
    std::int64_t value = 0;
    if (const Refusal refused = read_digits(value); refused != Refusal{}) return refused;
    core::BasisPath path;
    for (int levels = 1; at_ != end_ && *at_ == '@'; ++levels) {
      ++at_;
      std::int64_t mode = 0;
      if (const Refusal refused = read_digits(mode); refused != Refusal{}) return refused;
      const bool fits =
          levels <= core::BasisPath::kMaxLevels && mode >= 0 && mode <= core::BasisPath::kMaxMode;
      if (!fits) return {Reason::kBasisPath, levels, mode};
      path = {(path.packed << 6U) | static_cast<std::uint32_t>(mode + 1)};
    }
    just_opened_ = item_follows_ = false;
    return add_slot(Integer(value, is_static, path));
  }

  constexpr bool at_digits() const {
    const char* const at = at_ != end_ && *at_ == '-' ? at_ + 1 : at_;
    return at != end_ && *at >= '0' && *at <= '9';
  }

  constexpr Refusal read_digits(std::int64_t& value) {
    const bool negative = at_ != end_ && *at_ == '-';
    if (negative) ++at_;
    const char* const digits = at_;
    bool fits = true;
    for (; at_ != end_ && *at_ >= '0' && *at_ <= '9'; ++at_) {
      const std::int64_t digit = negative ? '0' - *at_ : *at_ - '0';
      fits = fits && core::multiply_fits(value, 10, value) && core::add_fits(value, digit, value);
    }
    if (at_ == digits) return here(Reason::kNotANumber);
    if (!fits) return {Reason::kNumberTooLarge, digits - begin_, 0};
    return {};
  }

  constexpr Refusal add_underscore() {
    just_opened_ = item_follows_ = false;
    const int slot = tuple_.slots;
    const Refusal refused = add_slot(core::static_integer(0));
    if (refused == Refusal{}) tuple_.keep_mask |= std::uint64_t{1} << unsigned(slot);
    return refused;
  }

  const char* begin_;
  const char* at_;
  const char* end_;
  bool takes_underscores_;
  IntTuple tuple_;
  int level_ = 0;
  int pending_opens_ = 0;
  bool just_opened_ = false;
  bool item_follows_ = true;
};

/// A text that is one integer or tuple: 6, (3,(_6,2)).
constexpr Outcome<IntTuple> read_int_tuple(std::string_view text) {
  TupleReader reader(text);
  const auto tuple = reader.read();
  if (tuple && !reader.at_end()) return reader.unbalanced();
  return tuple;
}

/// Like read_int_tuple, also with `_` for the modes that a slice keeps: (_,(1,_)).
constexpr Outcome<IntTuple> read_coordinate(std::string_view text) {
  TupleReader reader(text, true);
  const auto tuple = reader.read();
  if (tuple && has_basis(*tuple)) return Refusal{Reason::kBasisArithmetic, 0, 0};
  if (tuple && !reader.at_end()) return reader.unbalanced();
  return tuple;
}

/// A text shape:stride, or a shape alone, which is column-major. Strides may be scaled bases, 1@0.
constexpr Outcome<Layout<>> read_layout(std::string_view text) {
  TupleReader reader(text);
  TILEGLOT_TRY_VALUE(shape, reader.read());
  const bool has_stride = reader.accept(':');
  const auto stride = has_stride ? reader.read() : Outcome<IntTuple>();
  if (!stride) return stride.refusal;
  if (!reader.at_end()) return reader.unbalanced();
  if (has_basis(shape)) return Refusal{Reason::kBasisArithmetic, 0, 0};
  return has_stride ? make_layout(shape, *stride) : make_layout(shape);
}

// Declared but never defined: calling one in a constant expression is the compile error, and its
// name is the message.
void layout_literal_expected_a_number_here();
void layout_literal_has_unbalanced_parentheses_or_a_missing_comma();
void layout_literal_has_a_number_beyond_64_bits();
void layout_literal_has_more_than_64_leaves();
void layout_literal_is_nested_deeper_than_16();
void layout_literal_has_a_negative_extent();
void layout_literal_has_a_scaled_basis_where_it_cannot();
void layout_literal_shape_and_stride_are_not_congruent();
void layout_literal_has_a_size_or_offset_beyond_64_bits();

constexpr void check_layout_literal(Reason reason) {
  switch (reason) {
    case Reason::kNone: return;
    case Reason::kNotANumber: return layout_literal_expected_a_number_here();
    case Reason::kNumberTooLarge: return layout_literal_has_a_number_beyond_64_bits();
    case Reason::kTooManyLeaves: return layout_literal_has_more_than_64_leaves();
    case Reason::kTooDeep: return layout_literal_is_nested_deeper_than_16();
    case Reason::kBasisPath:
    case Reason::kBasisArithmetic: return layout_literal_has_a_scaled_basis_where_it_cannot();
    case Reason::kNegativeExtent: return layout_literal_has_a_negative_extent();
    case Reason::kNotCongruent: return layout_literal_shape_and_stride_are_not_congruent();
    case Reason::kProductTooLarge:
    case Reason::kSumTooLarge: return layout_literal_has_a_size_or_offset_beyond_64_bits();
    default: return layout_literal_has_unbalanced_parentheses_or_a_missing_comma();
  }
}

inline namespace literals {

consteval Layout<> operator""_layout(const char* text, std::size_t length) {
  const auto layout = read_layout({text, length});
  check_layout_literal(layout.refusal.reason);
  return *layout;
}

}  // namespace literals
}  // namespace tileglot::notation::cute
