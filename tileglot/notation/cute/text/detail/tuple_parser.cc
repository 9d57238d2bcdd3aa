// SPDX-License-Identifier: Apache-2.0
#include "tileglot/notation/cute/text/detail/tuple_parser.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
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

bool is_digit(char c) { return c >= '0' && c <= '9'; }

}  // namespace

Result<IntTuple> TupleParser::whole_tuple() {
  TILEGLOT_TRY(node, tuple());
  TILEGLOT_TRY_STATUS(end());
  return node.value;
}

Result<IntTuple> TupleParser::whole_coordinate() {
  const std::size_t begin = scanner_.position();
  TILEGLOT_TRY(first, tuple());
  if (scanner_.looking_at(",")) {
    scanner_.rewind(begin);
    leaves_ = 0;
    TILEGLOT_TRY(list, modes("", begin, 0));
    return list.value;
  }
  TILEGLOT_TRY_STATUS(end());
  return first.value;
}

Result<Node> TupleParser::tuple() {
  leaves_ = 0;
  return node(0);
}

Result<Node> TupleParser::node(int depth) {
  scanner_.skip_space();
  const std::size_t begin = scanner_.position();
  if (depth > core::kMaxDepth) return fail(too_deep(depth, begin));
  if (scanner_.accept("(")) return modes(")", begin, depth);
  if (const auto refused = refuse_symbol(); !refused) return fail(refused.error());
  if (!at_number()) {
    const std::string_view word = qualified_name();
    if (is_one_of(word, kTupleCalls) && scanner_.accept("(")) return modes(")", begin, depth);
    if (is_one_of(word, kTupleTypes) && scanner_.accept("<")) return modes(">", begin, depth);
    scanner_.rewind(begin);
  }
  TILEGLOT_TRY(first, factor(begin));
  return product(std::move(first), begin);
}

/// After an opening bracket: modes up to `close`, which is consumed; if empty, to the end of the
/// text.
Result<Node> TupleParser::modes(std::string_view close, std::size_t begin, int depth) {
  Node result;
  while (!at_close(close)) {
    TILEGLOT_TRY(inner, node(depth + 1));
    const auto longer = append(result.value, inner.value);
    if (!longer) return fail(limit_error(longer.refusal, begin));
    result.value = *longer;
    result.modes.push_back(std::move(inner));
    if (!at_close(close)) TILEGLOT_TRY_STATUS(expect(",", "or the end of the tuple"));
  }
  if (result.modes.empty()) TILEGLOT_TRY_STATUS(count_leaf(begin));
  scanner_.accept(close);
  if (close == ">") TILEGLOT_TRY_STATUS(value_braces());
  result.span = scanner_.span_from(begin);
  return result;
}

bool TupleParser::at_close(std::string_view close) {
  return close.empty() ? scanner_.at_end() : scanner_.looking_at(close);
}

/// Anything that is not a tuple.
Result<Node> TupleParser::factor(std::size_t begin) { return at_number() ? number() : word(begin); }

/// 2*E<0>{}: a number times a basis, or numbers.
Result<Node> TupleParser::product(Node left, std::size_t begin) {
  while (!left.value.is_keep(0) && scanner_.accept("*")) {
    scanner_.skip_space();
    --leaves_;
    TILEGLOT_TRY(right, factor(scanner_.position()));
    const auto value = multiply(left.value.at(0), right.value.at(0));
    if (!value) return fail(limit_error(value.refusal, begin));
    left = Node{.span = scanner_.span_from(begin), .value = *value};
  }
  return left;
}

/// 4, -1, 4u, _4, _-1, 4@0@1
Result<Node> TupleParser::number() {
  const std::size_t begin = scanner_.position();
  const bool is_static = scanner_.accept("_");
  TILEGLOT_TRY(value, integer("an extent, stride or coordinate"));
  if (is_static) TILEGLOT_TRY_STATUS(value_braces());
  if (!is_static) accept_suffix();
  if (!scanner_.looking_at("@")) return leaf(Integer(value, is_static), begin);
  TILEGLOT_TRY(path, basis_path(begin));
  return leaf(Integer(value, is_static, path), begin);
}

/// _, Int<4>{}, E<0,1>{}, ScaledBasis<Int<2>,1>
Result<Node> TupleParser::word(std::size_t begin) {
  const std::string_view word = qualified_name();
  if (goal_.takes_underscores && is_one_of(word, kUnderscores)) {
    TILEGLOT_TRY_STATUS(value_braces());
    TILEGLOT_TRY_STATUS(count_leaf(begin));
    return Node{.span = scanner_.span_from(begin), .value = core::Underscore{}};
  }
  if (is_one_of(word, kIntegerTypes)) return integer_type(begin);
  if (goal_.takes_bases && word == "E") return unit_basis(begin);
  if (goal_.takes_bases && word == "ScaledBasis") return scaled_basis(begin);
  return fail(word_error(word, begin));
}

/// After `Int` or `C`: <4>, then nothing, {} or ().
Result<Node> TupleParser::integer_type(std::size_t begin) {
  TILEGLOT_TRY_STATUS(expect("<", "before the value of a static integer"));
  TILEGLOT_TRY(value, integer("the value of a static integer"));
  TILEGLOT_TRY_STATUS(expect(">", "after the value of a static integer"));
  TILEGLOT_TRY_STATUS(value_braces());
  return leaf(core::static_integer(value), begin);
}

/// After `E`: <0,1> and {}, (0) or ([0,1]); the outermost mode first.
Result<Node> TupleParser::unit_basis(std::size_t begin) {
  const bool is_type = scanner_.accept("<");
  if (!is_type) TILEGLOT_TRY_STATUS(expect("(", "or '<' before the mode of a basis"));
  TILEGLOT_TRY(path, path_list(is_type ? ">" : ")", begin));
  if (is_type) TILEGLOT_TRY_STATUS(value_braces());
  return leaf(Integer(1, true, path), begin);
}

/// After `ScaledBasis`: <Int<2>,0,1> and {}, (2, 0) or (2, [0,1]).
Result<Node> TupleParser::scaled_basis(std::size_t begin) {
  const bool is_type = scanner_.accept("<");
  if (!is_type) TILEGLOT_TRY_STATUS(expect("(", "or '<' before the value of a basis"));
  scanner_.skip_space();
  TILEGLOT_TRY(value, factor(scanner_.position()));
  --leaves_;
  TILEGLOT_TRY_STATUS(expect(",", "after the value of a basis"));
  TILEGLOT_TRY(path, path_list(is_type ? ">" : ")", begin));
  if (is_type) TILEGLOT_TRY_STATUS(value_braces());
  const auto scaled = multiply(value.value.at(0), Integer(1, true, path));
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

Result<Node> TupleParser::leaf(Integer value, std::size_t begin) {
  TILEGLOT_TRY_STATUS(count_leaf(begin));
  return Node{.span = scanner_.span_from(begin), .value = value};
}

Status TupleParser::count_leaf(std::size_t begin) {
  if (++leaves_ <= core::kMaxLeaves) return {};
  return fail(limit_error({Reason::kTooManyLeaves, leaves_, core::kMaxLeaves}, begin));
}

bool TupleParser::at_number() {
  scanner_.skip_space();
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
  if (scanner_.accept("{")) return expect("}", "after {");
  if (scanner_.accept("(")) return expect(")", "after (");
  return {};
}

Status TupleParser::expect(std::string_view token, std::string_view where) {
  if (scanner_.accept(token)) return {};
  if (const auto refused = refuse_symbol(); !refused) return refused;
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
  const std::size_t begin = scanner_.position();
  if (scanner_.accept("?")) return fail(unsupported("a value known only at run time", begin));
  if (scanner_.accept("[") || scanner_.accept("<")) return fail(unsupported("a tiler", begin));
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
