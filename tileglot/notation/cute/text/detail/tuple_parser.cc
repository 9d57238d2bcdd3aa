// SPDX-License-Identifier: Apache-2.0
#include "tileglot/notation/cute/text/detail/tuple_parser.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "tileglot/core/error.h"
#include "tileglot/core/int_tuple.h"
#include "tileglot/notation/cute/text/refusal.h"

namespace tileglot::notation::cute {
namespace {

using core::Error;
using core::fail;
using core::Result;
using core::Status;

template <std::size_t N>
bool is_one_of(std::string_view word, const std::array<std::string_view, N>& words) {
  return std::find(words.begin(), words.end(), word) != words.end();
}

constexpr std::array<std::string_view, 7> kTupleCalls{"make_shape",    "make_stride", "make_tuple",
                                                      "make_coord",    "make_step",   "tuple",
                                                      "make_int_tuple"};
constexpr std::array<std::string_view, 6> kTupleTypes{"Shape", "Stride", "Step",
                                                      "Coord", "tuple",  "IntTuple"};
constexpr std::array<std::string_view, 3> kIntegerTypes{"Int", "C", "integral_constant"};
constexpr std::array<std::string_view, 4> kUnderscores{"_", "X", "Underscore", "None"};
constexpr std::array<std::string_view, 5> kIntegerSuffixes{"u", "l", "ul", "ll", "ull"};

/// A word that begins a CuTe construct that is not allowed in this text.
struct Foreign {
  std::string_view word;
  std::string_view what;
};
constexpr std::array<Foreign, 22> kForeignWords{{
    {"Sw", "a swizzle"},
    {"S", "a swizzle"},
    {"Swizzle", "a swizzle"},
    {"make_swizzle", "a swizzle"},
    {"ComposedLayout", "a composed layout"},
    {"make_composed_layout", "a composed layout"},
    {"composition", "a composition"},
    {"smem_ptr", "a composed layout"},
    {"ArithTuple", "a coordinate tensor"},
    {"F2", "a stride over F2 (xor)"},
    {"E", "a scaled basis"},
    {"ScaledBasis", "a scaled basis"},
    {"Tile", "a tiler"},
    {"make_tile", "a tiler"},
    {"Underscore", "the `_` that keeps a mode"},
    {"_", "the `_` that keeps a mode"},
    {"X", "the `_` that keeps a mode"},
    {"None", "the `_` that keeps a mode"},
    {"int", "a value known only at run time"},
    {"int32_t", "a value known only at run time"},
    {"int64_t", "a value known only at run time"},
    {"make_identity_layout", "a layout of scaled bases"},
}};

std::string_view foreign_name(std::string_view word) {
  if (word.starts_with("SW_")) return "a swizzle";
  const auto found = std::find_if(kForeignWords.begin(), kForeignWords.end(),
                                  [word](const Foreign& f) { return f.word == word; });
  return found == kForeignWords.end() ? std::string_view() : found->what;
}

/// The start of a word, which may be as long as a hostile input.
std::string shortened(std::string_view word) {
  constexpr std::size_t kLongest = 40;
  return word.size() <= kLongest ? std::string(word)
                                 : fmt::format("{}...", word.substr(0, kLongest));
}

bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }

}  // namespace

Result<IntTuple> TupleParser::whole_tuple() {
  IntTuple value;
  TupleText text(value);
  TILEGLOT_TRY_STATUS(tuple(text));
  TILEGLOT_TRY_STATUS(end());
  return value;
}

Result<IntTuple> TupleParser::whole_coordinate() {
  const std::size_t begin = scanner_.position();
  IntTuple value;
  TupleText text(value);
  TILEGLOT_TRY_STATUS(tuple(text));
  if (scanner_.looking_at(',')) {
    scanner_.rewind(begin);
    return whole_list();
  }
  TILEGLOT_TRY_STATUS(end());
  return value;
}

/// Modes without brackets around them, to the end of the text.
Result<IntTuple> TupleParser::whole_list() {
  IntTuple value;
  TupleText text(value);
  leaves_ = 0;
  TILEGLOT_TRY_STATUS(modes(std::nullopt, scanner_.position(), 0, text));
  return value;
}

Status TupleParser::tuple(TupleText& to) {
  leaves_ = 0;
  bases_ = 0;
  return node(0, to);
}

Status TupleParser::node(int depth, TupleText& to) {
  scanner_.skip_space();
  const std::size_t begin = scanner_.position();
  if (depth > core::kMaxDepth) return fail(too_deep(depth, begin));
  if (scanner_.accept('(')) return modes(')', begin, depth, to);
  if (at_number()) return product(number(), begin, to);
  TILEGLOT_TRY_STATUS(refuse_symbol());
  const std::string_view name = qualified_name();
  const std::size_t after = scanner_.position();
  if (is_one_of(name, kTupleCalls) && scanner_.accept('(')) return modes(')', begin, depth, to);
  if (is_one_of(name, kTupleTypes) && scanner_.accept('<')) return modes('>', begin, depth, to);
  scanner_.rewind(after);
  return product(word(name, begin), begin, to);
}

/// After an opening bracket: modes up to `close`, which is consumed; without one, to the end of the
/// text.
Status TupleParser::modes(std::optional<char> close, std::size_t begin, int depth, TupleText& to) {
  const std::size_t part = to.open();
  bool is_empty = true;
  while (!at_close(close)) {
    TILEGLOT_TRY_STATUS(node(depth + 1, to));
    TILEGLOT_TRY_STATUS(check_depth(depth, to, begin));
    is_empty = false;
    if (scanner_.accept(',') || at_close(close)) continue;
    TILEGLOT_TRY_STATUS(expect(",", "or the end of the tuple"));
  }
  if (is_empty) TILEGLOT_TRY_STATUS(count_leaf(begin));
  if (close) scanner_.accept(*close);
  if (close == '>') TILEGLOT_TRY_STATUS(value_braces());
  to.close(part, scanner_.span_from(begin));
  return {};
}

/// node counts the brackets before a tuple, but a `()` in the last level adds one of its own. Such a
/// text is refused once the outermost mode that contains the `()` has been read.
Status TupleParser::check_depth(int depth, const TupleText& text, std::size_t begin) {
  if (depth > 0 || text.depth() <= core::kMaxDepth) return {};
  return fail(too_deep(text.depth(), begin));
}

/// A leaf and what it is multiplied by: 2*E<0>{}, a number times a basis, or numbers.
Status TupleParser::product(Result<Leaf> first, std::size_t begin, TupleText& to) {
  if (!first) return fail(std::move(first).error());
  Leaf left = *first;
  core::Span span = scanner_.span_from(begin);
  while (!left.is_underscore && scanner_.accept('*')) {
    scanner_.skip_space();
    --leaves_;
    TILEGLOT_TRY(right, factor(scanner_.position()));
    const auto value = multiply(left.value, right.value);
    if (!value) return fail(limit_error(value.refusal, begin));
    left = {*value};
    span = scanner_.span_from(begin);
  }
  if (left.is_underscore) {
    to.underscore(span);
  } else {
    to.leaf(left.value, span);
  }
  return {};
}

/// One leaf, without what it is multiplied by.
Result<TupleParser::Leaf> TupleParser::factor(std::size_t begin) {
  return at_number() ? number() : word(qualified_name(), begin);
}

/// 4, -1, 4u, _4, _-1, 4@0@1
Result<TupleParser::Leaf> TupleParser::number() {
  const std::size_t begin = scanner_.position();
  const bool is_static = scanner_.accept('_');
  TILEGLOT_TRY(value, integer("an extent, stride or coordinate"));
  if (is_static) TILEGLOT_TRY_STATUS(value_braces());
  if (!is_static && is_letter(scanner_.peek())) accept_suffix();
  if (!scanner_.looking_at('@')) return leaf(Integer(value, is_static), begin);
  TILEGLOT_TRY(path, basis_path(begin));
  return leaf(Integer(value, is_static, path), begin);
}

/// After a name: _, Int<4>{}, E<0,1>{}, ScaledBasis<Int<2>,1>
Result<TupleParser::Leaf> TupleParser::word(std::string_view name, std::size_t begin) {
  if (goal_.takes_underscores && is_one_of(name, kUnderscores)) {
    TILEGLOT_TRY_STATUS(value_braces());
    TILEGLOT_TRY_STATUS(count_leaf(begin));
    return Leaf{core::static_integer(0), true};
  }
  if (is_one_of(name, kIntegerTypes)) return integer_type(begin);
  if (goal_.takes_bases && name == "E") return unit_basis(begin);
  if (goal_.takes_bases && name == "ScaledBasis") return scaled_basis(begin);
  return fail(word_error(name, begin));
}

/// After `Int` or `C`: <4>, then nothing, {} or ().
Result<TupleParser::Leaf> TupleParser::integer_type(std::size_t begin) {
  TILEGLOT_TRY_STATUS(expect("<", "before the value of a static integer"));
  TILEGLOT_TRY(value, integer("the value of a static integer"));
  TILEGLOT_TRY_STATUS(expect(">", "after the value of a static integer"));
  TILEGLOT_TRY_STATUS(value_braces());
  return leaf(core::static_integer(value), begin);
}

/// After `E`: <0,1> and {}, (0) or ([0,1]); the outermost mode first.
Result<TupleParser::Leaf> TupleParser::unit_basis(std::size_t begin) {
  const bool is_type = scanner_.accept("<");
  if (!is_type) TILEGLOT_TRY_STATUS(expect("(", "or '<' before the mode of a basis"));
  TILEGLOT_TRY(path, path_list(is_type ? ">" : ")", begin));
  if (is_type) TILEGLOT_TRY_STATUS(value_braces());
  return leaf(Integer(1, true, path), begin);
}

/// After `ScaledBasis`: <Int<2>,0,1> and {}, (2, 0) or (2, [0,1]).
Result<TupleParser::Leaf> TupleParser::scaled_basis(std::size_t begin) {
  if (++bases_ > core::kMaxDepth) return fail(too_deep(bases_, begin));
  const bool is_type = scanner_.accept("<");
  if (!is_type) TILEGLOT_TRY_STATUS(expect("(", "or '<' before the value of a basis"));
  scanner_.skip_space();
  TILEGLOT_TRY(value, factor(scanner_.position()));
  --bases_;
  --leaves_;
  TILEGLOT_TRY_STATUS(expect(",", "after the value of a basis"));
  TILEGLOT_TRY(path, path_list(is_type ? ">" : ")", begin));
  if (is_type) TILEGLOT_TRY_STATUS(value_braces());
  const auto scaled = multiply(value.value, Integer(1, true, path));
  if (!scaled) return fail(limit_error(scaled.refusal, begin));
  return leaf(*scaled, begin);
}

/// 0,1 or [0,1] up to `close`.
Result<core::BasisPath> TupleParser::path_list(std::string_view close, std::size_t begin) {
  const bool is_list = scanner_.accept("[");
  const std::string_view inner = is_list ? "]" : close;
  core::BasisPath path;
  for (int levels = 1; !scanner_.accept(inner); ++levels) {
    TILEGLOT_TRY(mode, integer("the mode of a scaled basis"));
    TILEGLOT_TRY_STATUS(check_path(levels, mode, begin));
    path = path.inside(static_cast<int>(mode));
    if (!scanner_.looking_at(inner)) TILEGLOT_TRY_STATUS(expect(",", "or the end of the modes"));
  }
  if (is_list) TILEGLOT_TRY_STATUS(expect(close, "after the modes"));
  return path;
}

/// After the value of a scaled basis: @0@1, the innermost mode first.
Result<core::BasisPath> TupleParser::basis_path(std::size_t begin) {
  core::BasisPath path;
  for (int levels = 1; scanner_.accept("@"); ++levels) {
    TILEGLOT_TRY(mode, integer("the mode of a scaled basis"));
    if (!goal_.takes_bases) return fail(unsupported("a scaled basis", begin));
    TILEGLOT_TRY_STATUS(check_path(levels, mode, begin));
    path = {(path.packed << 6U) | static_cast<std::uint32_t>(mode + 1)};
  }
  return path;
}

Status TupleParser::check_path(int levels, std::int64_t mode, std::size_t begin) {
  const bool fits =
      levels <= core::BasisPath::kMaxLevels && mode >= 0 && mode <= core::BasisPath::kMaxMode;
  if (fits) return {};
  return fail(limit_error({Reason::kBasisPath, levels, mode}, begin));
}

Result<TupleParser::Leaf> TupleParser::leaf(Integer value, std::size_t begin) {
  TILEGLOT_TRY_STATUS(count_leaf(begin));
  return Leaf{value};
}

Error TupleParser::too_many_leaves(std::size_t begin) {
  return limit_error({Reason::kTooManyLeaves, leaves_, core::kMaxLeaves}, begin);
}

/// '-' or '_' or both, directly before a digit.
bool TupleParser::at_signed_number() {
  const std::string_view text = scanner_.text().substr(scanner_.position());
  std::size_t digit = 0;
  for (const char sign : {'_', '-'}) {
    if (digit < text.size() && text[digit] == sign) ++digit;
  }
  return digit < text.size() && is_digit(text[digit]);
}

std::string_view TupleParser::qualified_name() {
  std::string_view word = scanner_.name();
  while (word == "cute" || word == "cutlass") {
    if (!scanner_.accept("::") && !scanner_.accept(".")) break;
    word = scanner_.name();
  }
  return word;
}

std::string_view TupleParser::next_name() {
  const std::size_t begin = scanner_.position();
  const std::string_view word = qualified_name();
  scanner_.rewind(begin);
  return word;
}

bool TupleParser::accept_call(std::string_view name, std::string_view open) {
  const std::size_t begin = scanner_.position();
  if (qualified_name() == name && scanner_.accept(open)) return true;
  scanner_.rewind(begin);
  return false;
}

Result<std::int64_t> TupleParser::integer(std::string_view what) {
  auto value = scanner_.integer(what);
  if (value || !value.error()->help.empty()) return value;
  Error error = std::move(value).error();
  error->help = goal_.help;
  return fail(std::move(error));
}

void TupleParser::accept_suffix() {
  const std::size_t begin = scanner_.position();
  std::string word(scanner_.name());
  for (char& c : word) c = c == 'U' ? 'u' : c == 'L' ? 'l' : c;
  if (!is_one_of(word, kIntegerSuffixes)) scanner_.rewind(begin);
}

void TupleParser::accept_keyword(std::string_view keyword) {
  const std::size_t begin = scanner_.position();
  if (scanner_.name() != keyword || !scanner_.accept("=")) scanner_.rewind(begin);
}

Status TupleParser::value_braces() {
  if (scanner_.accept('{')) return expect("}", "after {");
  if (scanner_.accept('(')) return expect(")", "after (");
  return {};
}

Status TupleParser::expect(std::string_view token, std::string_view where) {
  if (scanner_.accept(token)) return {};
  TILEGLOT_TRY_STATUS(refuse_symbol());
  return fail({.code = "cute.syntax",
               .message = fmt::format("expected '{}' {}, found {}", token, where, scanner_.found()),
               .span = scanner_.here(),
               .help = std::string(goal_.help)});
}

Status TupleParser::end() {
  if (scanner_.at_end()) return {};
  return fail(
      {.code = "cute.syntax",
       .message = fmt::format("expected the end of {}, found {}", goal_.what, scanner_.found()),
       .span = scanner_.here(),
       .help = std::string(goal_.help)});
}

/// Refuses a character that begins a CuTe construct that is not allowed in this text.
Status TupleParser::refuse_symbol() {
  const char next = scanner_.peek();
  if (next != '?' && next != '[' && next != '<' && next != '!' && next != '#') return {};
  const std::size_t begin = scanner_.position();
  if (scanner_.accept('?')) return fail(unsupported("a value known only at run time", begin));
  if (scanner_.accept('[') || scanner_.accept('<')) return fail(unsupported("a tiler", begin));
  if (scanner_.accept("!cute.") || scanner_.accept("#cute.")) {
    return fail(unsupported(fmt::format("the type cute.{}", shortened(scanner_.name())), begin));
  }
  return {};
}

Error TupleParser::word_error(std::string_view word, std::size_t begin) {
  if (const auto what = foreign_name(word); !what.empty()) return unsupported(what, begin);
  const std::string found = word.empty() ? scanner_.found() : fmt::format("'{}'", shortened(word));
  return {{.code = "cute.syntax",
           .message = fmt::format("expected an integer or a tuple, found {}", found),
           .span = word.empty() ? scanner_.here() : scanner_.span_from(begin),
           .help = std::string(goal_.help)}};
}

Error TupleParser::unsupported(std::string_view what, std::size_t begin) {
  const core::Span span = scanner_.span_from(begin);
  return {{.code = "cute.unsupported",
           .message = fmt::format("{} is not part of {}", what, goal_.what),
           .span = span,
           .help = std::string(goal_.help)}};
}

Error TupleParser::limit_error(Refusal refusal, std::size_t begin) {
  Error error = to_error(refusal);
  error->span = scanner_.span_from(begin);
  return error;
}

Error TupleParser::too_deep(int depth, std::size_t begin) {
  return limit_error({Reason::kTooDeep, depth, core::kMaxDepth}, begin);
}

}  // namespace tileglot::notation::cute
