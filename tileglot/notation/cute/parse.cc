// SPDX-License-Identifier: Apache-2.0
#include "tileglot/notation/cute/parse.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "tileglot/core/error.h"
#include "tileglot/core/int_tuple.h"
#include "tileglot/core/scanner.h"
#include "tileglot/notation/cute/layout.h"
#include "tileglot/notation/cute/print.h"
#include "tileglot/notation/cute/refusal.h"

namespace tileglot::notation::cute {
namespace {

using core::Error;
using core::fail;
using core::Result;
using core::Scanner;
using core::Span;
using core::Status;

/// What is being read, for messages, and which leaves it may have besides integers.
struct Goal {
  std::string_view what;
  std::string_view help;
  bool takes_bases = false;
  bool takes_underscores = false;
};
constexpr Goal kLayout{"a plain layout",
                       "a plain layout is shape:stride with integers, as in (4,2):(2,1)"};
constexpr Goal kAnyLayout{
    "a layout", "write shape:stride, as in (4,2):(2,1), or Sw<3,0,3> o 0 o (8,8):(8,1)", true};
constexpr Goal kSwizzle{"a swizzle", "write Sw<bits,base,shift>, as in Sw<3,0,3>"};
constexpr Goal kTiler{"a tiler",
                      "write a layout, an integer, or one of them for each mode, as in <4:1,_,8>",
                      true, true};
constexpr Goal kTuple{"a tuple of integers", "write integers in parentheses, as in (4,(2,3))",
                      true};
constexpr Goal kCoordinate{"a coordinate", "write an integer or a tuple, as in 5 or (1,(0,_))",
                           false, true};

/// An integer that is read, as a small int; what does not fit is no part of a swizzle either.
int small(std::int64_t value) {
  return static_cast<int>(std::clamp<std::int64_t>(value, -1000, 1000));
}

/// A tuple as it was written, so that an error can point at any part of it.
struct Node {
  Span span = {};
  IntTuple value = {};
  std::vector<Node> modes = {};
};

/// What stands for a stride: a tuple, a tag, or nothing.
enum class Order : std::uint8_t { kColumnMajor, kRowMajor };

struct StrideText {
  Order order = Order::kColumnMajor;
  std::optional<Node> strides = {};
};

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
constexpr std::array<std::string_view, 3> kColumnMajorTags{"LayoutLeft", "GenColMajor", "ColMajor"};
constexpr std::array<std::string_view, 3> kRowMajorTags{"LayoutRight", "GenRowMajor", "RowMajor"};
constexpr std::array<std::string_view, 5> kIntegerSuffixes{"u", "l", "ul", "ll", "ull"};

/// A word that begins something CuTe has and a plain layout has not.
struct Foreign {
  std::string_view word;
  std::string_view what;
};
constexpr std::array<Foreign, 21> kForeignWords{{
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

Error offset_error(Span span) {
  return {.code = "cute.overflow",
          .message = "the largest offset does not fit a signed 64-bit integer",
          .span = span,
          .help = "the sum of (extent - 1) * |stride| is at most 9223372036854775806"};
}

const Node* first_negative(const Node& node) {
  if (node.value.is_scalar) return node.value.values[0] < 0 ? &node : nullptr;
  for (const Node& mode : node.modes) {
    if (const Node* found = first_negative(mode)) return found;
  }
  return nullptr;
}

/// Fails at the innermost modes that differ.
Status expect_congruent(const Node& shape, const Node& stride) {
  if (congruent(shape.value, stride.value)) return {};
  if (shape.value.is_scalar || stride.value.is_scalar ||
      shape.modes.size() != stride.modes.size()) {
    return fail({.code = "cute.congruent",
                 .message = fmt::format("the shape has {} where the stride has {}",
                                        print(shape.value), print(stride.value)),
                 .span = stride.span,
                 .help = "write one stride for each extent, nested in the same way"});
  }
  for (std::size_t i = 0; i < shape.modes.size(); ++i) {
    TILEGLOT_TRY_STATUS(expect_congruent(shape.modes[i], stride.modes[i]));
  }
  return {};
}

Result<Layout<>> compact(const Node& shape, Order order) {
  const auto layout =
      order == Order::kColumnMajor ? make_layout(shape.value) : make_layout_right(shape.value);
  if (layout) return *layout;
  return fail(offset_error(shape.span));
}

Result<Layout<>> build(const Node& shape, const StrideText& stride) {
  if (has_basis(shape.value)) {
    return fail({.code = "cute.syntax",
                 .message = fmt::format("the shape {} has a scaled basis", print(shape.value)),
                 .span = shape.span,
                 .help = "only strides are scaled bases"});
  }
  if (const Node* negative = first_negative(shape)) {
    return fail({.code = "cute.extent",
                 .message = fmt::format("extent {} is negative", print(negative->value)),
                 .span = negative->span,
                 .help = "an extent is 0 or more; a stride may be negative"});
  }
  if (const auto elements = size(shape.value); !elements) {
    return fail({.code = "cute.overflow",
                 .message = fmt::format("the number of elements of {} does not fit a signed "
                                        "64-bit integer",
                                        print(shape.value)),
                 .span = shape.span,
                 .help = "the product of the extents is at most 9223372036854775807"});
  }
  if (!stride.strides) return compact(shape, stride.order);
  if (const auto refused = expect_congruent(shape, *stride.strides); !refused) {
    return fail(refused.error());
  }
  const auto layout = make_layout(shape.value, stride.strides->value);
  if (layout) return *layout;
  return fail(offset_error(stride.strides->span));
}

/// The start of a word that may be as long as a hostile text.
std::string shortened(std::string_view word) {
  constexpr std::size_t kLongest = 40;
  return word.size() <= kLongest ? std::string(word)
                                 : fmt::format("{}...", word.substr(0, kLongest));
}

bool is_digit(char c) { return c >= '0' && c <= '9'; }

class Parser {
 public:
  Parser(std::string_view text, Goal goal) : scanner_(text), goal_(goal) {}

  Result<Layout<>> layout() {
    if (const auto refused = refuse_composed(); !refused) return fail(refused.error());
    TILEGLOT_TRY(result, layout_text());
    TILEGLOT_TRY_STATUS(end());
    return result;
  }

  Result<CuteLayout> any_layout() {
    TILEGLOT_TRY(first, stage());
    if (!accept_o()) {
      TILEGLOT_TRY_STATUS(end());
      if (!first.is_swizzle) return first.layout;
      return fail(unsupported("a swizzle without a layout", 0));
    }
    TILEGLOT_TRY(offset, tuple());
    if (!offset.value.is_scalar) return fail(word_error("", offset.span.begin));
    if (!accept_o()) TILEGLOT_TRY_STATUS(expect("o", "after the offset"));
    TILEGLOT_TRY(last, stage());
    TILEGLOT_TRY_STATUS(end());
    return ComposedLayout{first, offset.value.at(0), last};
  }

  Result<Swizzle> swizzle() {
    TILEGLOT_TRY(result, swizzle_text());
    TILEGLOT_TRY_STATUS(end());
    return result;
  }

  Result<Tiler> tiler() {
    TILEGLOT_TRY(result, tiler_text(0));
    TILEGLOT_TRY_STATUS(end());
    return result;
  }

  Result<IntTuple> int_tuple() {
    TILEGLOT_TRY(node, tuple());
    TILEGLOT_TRY_STATUS(end());
    return node.value;
  }

  /// As a tuple, or a list without its parentheses: 2,3.
  Result<IntTuple> coordinate() {
    const std::size_t begin = scanner_.position();
    TILEGLOT_TRY(first, tuple());
    if (scanner_.looking_at(",")) {
      scanner_.rewind(begin);
      leaves_ = 0;
      TILEGLOT_TRY(list, modes("", begin));
      return list.value;
    }
    TILEGLOT_TRY_STATUS(end());
    return first.value;
  }

 private:
  // -- what stands around a layout

  /// The `o` of A o offset o B.
  bool accept_o() {
    const std::size_t begin = scanner_.position();
    if (scanner_.name() == "o") return true;
    scanner_.rewind(begin);
    return false;
  }

  Result<Stage> stage() {
    const std::size_t begin = scanner_.position();
    const std::string_view word = qualified_name();
    scanner_.rewind(begin);
    if (word == "Sw" || word == "S" || word == "Swizzle") {
      TILEGLOT_TRY(swizzle, swizzle_text());
      return Stage(swizzle);
    }
    TILEGLOT_TRY(layout, layout_text());
    return Stage(layout);
  }

  /// Sw<3,0,3>, also S<..> and Swizzle<..>{}; the shift may be left out where it is the bits.
  Result<Swizzle> swizzle_text() {
    scanner_.skip_space();
    const std::size_t begin = scanner_.position();
    const std::string_view word = qualified_name();
    if (word != "Sw" && word != "S" && word != "Swizzle") return fail(word_error(word, begin));
    TILEGLOT_TRY_STATUS(expect("<", "after Sw"));
    TILEGLOT_TRY(bits, integer("the number of bits"));
    TILEGLOT_TRY_STATUS(expect(",", "after the number of bits"));
    TILEGLOT_TRY(base, integer("the lowest bits that stay"));
    std::int64_t shift = bits;
    if (scanner_.accept(",")) {
      TILEGLOT_TRY(written, integer("the shift"));
      shift = written;
    }
    TILEGLOT_TRY_STATUS(expect(">", "after the shift"));
    TILEGLOT_TRY_STATUS(value_braces());
    const auto result = make_swizzle(small(bits), small(base), small(shift));
    if (result) return *result;
    Error error = to_error(result.refusal);
    error.span = scanner_.span_from(begin);
    return fail(std::move(error));
  }

  Result<Tiler> tiler_text(int depth) {
    scanner_.skip_space();
    const std::size_t begin = scanner_.position();
    if (depth > core::kMaxDepth) return fail(limit_error(Reason::kTooDeep, depth, begin));
    if (scanner_.accept("<")) return tilers(depth, begin);
    TILEGLOT_TRY(shape, tuple());
    if (!scanner_.looking_at(":")) return tiler_or_error(tiler_of(shape.value), begin);
    scanner_.rewind(begin);
    TILEGLOT_TRY(layout, shape_and_stride());
    return tiler_or_error(tiler_of(layout), begin);
  }

  /// Behind `<`: tilers up to `>`.
  Result<Tiler> tilers(int depth, std::size_t begin) {
    Tiler result;
    while (!scanner_.accept(">")) {
      TILEGLOT_TRY(next, tiler_text(depth + 1));
      TILEGLOT_TRY(longer, tiler_or_error(append(result, next), begin));
      result = longer;
      if (!scanner_.looking_at(">")) TILEGLOT_TRY_STATUS(expect(",", "or the end of the tiler"));
    }
    return result;
  }

  Result<Tiler> tiler_or_error(const Outcome<Tiler>& tiler, std::size_t begin) {
    if (!tiler) return fail(limit_error(tiler.refusal, begin));
    return *tiler;
  }

  // -- texts around a plain layout

  Result<Layout<>> layout_text() {
    for (const std::string_view wrapper : {"!cute.layout", "#cute.layout"}) {
      if (scanner_.accept(wrapper)) return quoted_layout();
    }
    const std::size_t begin = scanner_.position();
    const std::string_view word = qualified_name();
    if (word == "Layout" && scanner_.accept("<")) return layout_type();
    if (word == "Layout" || word == "make_layout") return layout_call();
    scanner_.rewind(begin);
    return shape_and_stride();
  }

  /// <"(4,2):(2,1)">
  Result<Layout<>> quoted_layout() {
    TILEGLOT_TRY_STATUS(expect("<", "after cute.layout"));
    TILEGLOT_TRY_STATUS(expect("\"", "before the layout"));
    TILEGLOT_TRY(result, shape_and_stride());
    TILEGLOT_TRY_STATUS(expect("\"", "after the layout"));
    TILEGLOT_TRY_STATUS(expect(">", "after the layout"));
    return result;
  }

  /// (4,2):(2,1) or a shape alone.
  Result<Layout<>> shape_and_stride() {
    TILEGLOT_TRY(shape, tuple());
    StrideText stride;
    if (scanner_.accept(":")) {
      TILEGLOT_TRY(strides, tuple());
      stride.strides = std::move(strides);
    }
    return build(shape, stride);
  }

  /// Behind `Layout<`: Shape<_4,_2>,Stride<_2,_1>>{}
  Result<Layout<>> layout_type() {
    TILEGLOT_TRY(shape, tuple());
    TILEGLOT_TRY(stride, stride_argument());
    TILEGLOT_TRY_STATUS(expect(">", "after the stride"));
    TILEGLOT_TRY_STATUS(value_braces());
    return build(shape, stride);
  }

  /// Behind `make_layout` or `Layout`: (shape, stride), (shape, stride=stride), (shape:stride).
  Result<Layout<>> layout_call() {
    TILEGLOT_TRY_STATUS(expect("(", "before the shape"));
    accept_keyword("shape");
    TILEGLOT_TRY(shape, tuple());
    TILEGLOT_TRY(stride, stride_argument());
    TILEGLOT_TRY_STATUS(expect(")", "after the stride"));
    return build(shape, stride);
  }

  Result<StrideText> stride_argument() {
    StrideText result;
    if (!scanner_.accept(":") && !scanner_.accept(",")) return result;
    accept_keyword("stride");
    const std::size_t begin = scanner_.position();
    const std::string_view word = qualified_name();
    if (is_one_of(word, kColumnMajorTags) || is_one_of(word, kRowMajorTags)) {
      if (is_one_of(word, kRowMajorTags)) result.order = Order::kRowMajor;
      TILEGLOT_TRY_STATUS(value_braces());
      return result;
    }
    scanner_.rewind(begin);
    TILEGLOT_TRY(strides, tuple());
    result.strides = std::move(strides);
    return result;
  }

  // -- tuples

  /// One integer or tuple, in any spelling, with room for 64 integers of its own.
  Result<Node> tuple() {
    leaves_ = 0;
    return node(0);
  }

  Result<Node> node(int depth) {
    scanner_.skip_space();
    const std::size_t begin = scanner_.position();
    if (depth > core::kMaxDepth) return fail(limit_error(Reason::kTooDeep, depth, begin));
    if (scanner_.accept("(")) return modes(")", begin, depth);
    if (const auto refused = refuse_symbol(); !refused) return fail(refused.error());
    if (at_number()) return number();
    const std::string_view word = qualified_name();
    if (word == "_" && goal_.takes_underscores) {
      TILEGLOT_TRY_STATUS(count_leaf(begin));
      return Node{.span = scanner_.span_from(begin), .value = core::Underscore{}};
    }
    if (is_one_of(word, kTupleCalls) && scanner_.accept("(")) return modes(")", begin, depth);
    if (is_one_of(word, kTupleTypes) && scanner_.accept("<")) return modes(">", begin, depth);
    if (is_one_of(word, kIntegerTypes)) return integer_type(begin);
    return fail(word_error(word, begin));
  }

  /// Behind an opening bracket: modes up to `close`, which is taken; to the end of the text if
  /// empty.
  Result<Node> modes(std::string_view close, std::size_t begin, int depth = 0) {
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

  bool at_close(std::string_view close) {
    return close.empty() ? scanner_.at_end() : scanner_.looking_at(close);
  }

  /// 4, -1, 4u, _4, _-1
  Result<Node> number() {
    const std::size_t begin = scanner_.position();
    const bool is_static = scanner_.accept("_");
    TILEGLOT_TRY(value, integer("an extent, stride or coordinate"));
    if (is_static) TILEGLOT_TRY_STATUS(value_braces());
    if (!is_static) accept_suffix();
    if (!scanner_.looking_at("@")) return leaf(Integer(value, is_static), begin);
    TILEGLOT_TRY(path, basis_path(begin));
    return leaf(Integer(value, is_static, path), begin);
  }

  /// Behind the value of a scaled basis: @0@1, the innermost mode first.
  Result<core::BasisPath> basis_path(std::size_t begin) {
    core::BasisPath path;
    for (int levels = 1; scanner_.accept("@"); ++levels) {
      TILEGLOT_TRY(mode, integer("the mode of a scaled basis"));
      if (!goal_.takes_bases) return fail(unsupported("a scaled basis", begin));
      const bool fits =
          levels <= core::BasisPath::kMaxLevels && mode >= 0 && mode <= core::BasisPath::kMaxMode;
      if (!fits) return fail(limit_error({Reason::kBasisPath, levels, mode}, begin));
      path = {(path.packed << 6U) | static_cast<std::uint32_t>(mode + 1)};
    }
    return path;
  }

  /// Behind `Int` or `C`: <4>, then nothing, {} or ().
  Result<Node> integer_type(std::size_t begin) {
    TILEGLOT_TRY_STATUS(expect("<", "before the value of a static integer"));
    TILEGLOT_TRY(value, integer("the value of a static integer"));
    TILEGLOT_TRY_STATUS(expect(">", "after the value of a static integer"));
    TILEGLOT_TRY_STATUS(value_braces());
    return leaf(core::static_integer(value), begin);
  }

  Result<Node> leaf(Integer value, std::size_t begin) {
    TILEGLOT_TRY_STATUS(count_leaf(begin));
    return Node{.span = scanner_.span_from(begin), .value = value};
  }

  Status count_leaf(std::size_t begin) {
    if (++leaves_ <= core::kMaxLeaves) return {};
    return fail(limit_error(Reason::kTooManyLeaves, leaves_, begin));
  }

  // -- tokens

  /// A number starts here: a digit, or '-' or '_' before one, without blanks.
  bool at_number() {
    const std::string_view text = scanner_.text().substr(scanner_.position());
    std::size_t digit = 0;
    for (const char sign : {'_', '-'}) {
      if (digit < text.size() && text[digit] == sign) ++digit;
    }
    return digit < text.size() && is_digit(text[digit]);
  }

  /// A name without the `cute::` or `cute.` before it.
  std::string_view qualified_name() {
    std::string_view word = scanner_.name();
    while (word == "cute" || word == "cutlass") {
      if (!scanner_.accept("::") && !scanner_.accept(".")) break;
      word = scanner_.name();
    }
    return word;
  }

  Result<std::int64_t> integer(std::string_view what) {
    auto value = scanner_.integer(what);
    if (value || !value.error().help.empty()) return value;
    Error error = std::move(value).error();
    error.help = goal_.help;
    return fail(std::move(error));
  }

  void accept_suffix() {
    const std::size_t begin = scanner_.position();
    std::string word(scanner_.name());
    for (char& c : word) c = c == 'U' ? 'u' : c == 'L' ? 'l' : c;
    if (!is_one_of(word, kIntegerSuffixes)) scanner_.rewind(begin);
  }

  /// name= before an argument.
  void accept_keyword(std::string_view keyword) {
    const std::size_t begin = scanner_.position();
    if (scanner_.name() != keyword || !scanner_.accept("=")) scanner_.rewind(begin);
  }

  /// The {} or () that makes a value of a type.
  Status value_braces() {
    if (scanner_.accept("{")) return expect("}", "after {");
    if (scanner_.accept("(")) return expect(")", "after (");
    return {};
  }

  Status expect(std::string_view token, std::string_view where) {
    if (scanner_.accept(token)) return {};
    if (const auto refused = refuse_symbol(); !refused) return refused;
    return fail(
        {.code = "cute.syntax",
         .message = fmt::format("expected '{}' {}, found {}", token, where, scanner_.found()),
         .span = scanner_.here(),
         .help = std::string(goal_.help)});
  }

  Status end() {
    if (scanner_.at_end()) return {};
    return fail(
        {.code = "cute.syntax",
         .message = fmt::format("expected the end of {}, found {}", goal_.what, scanner_.found()),
         .span = scanner_.here(),
         .help = std::string(goal_.help)});
  }

  // -- refusals

  /// `A o offset o B` anywhere in the text.
  Status refuse_composed() {
    const std::size_t place = scanner_.text().find(" o ");
    if (place == std::string_view::npos) return {};
    scanner_.rewind(scanner_.text().size());
    return fail(unsupported("a composed layout", 0));
  }

  /// A character that begins something CuTe has and a plain layout has not.
  Status refuse_symbol() {
    const std::size_t begin = scanner_.position();
    if (scanner_.accept("?")) return fail(unsupported("a value known only at run time", begin));
    if (scanner_.accept("[") || scanner_.accept("<")) return fail(unsupported("a tiler", begin));
    if (scanner_.accept("!cute.") || scanner_.accept("#cute.")) {
      return fail(unsupported(fmt::format("the type cute.{}", shortened(scanner_.name())), begin));
    }
    return {};
  }

  Error word_error(std::string_view word, std::size_t begin) {
    if (const auto what = foreign_name(word); !what.empty()) return unsupported(what, begin);
    const std::string found =
        word.empty() ? scanner_.found() : fmt::format("'{}'", shortened(word));
    return {.code = "cute.syntax",
            .message = fmt::format("expected an integer or a tuple, found {}", found),
            .span = word.empty() ? scanner_.here() : scanner_.span_from(begin),
            .help = std::string(goal_.help)};
  }

  Error unsupported(std::string_view what, std::size_t begin) {
    const Span span = scanner_.span_from(begin);
    return {.code = "cute.unsupported",
            .message = fmt::format("{} is not part of {}", what, goal_.what),
            .span = span,
            .help = std::string(goal_.help)};
  }

  Error limit_error(Refusal refusal, std::size_t begin) {
    Error error = to_error(refusal);
    error.span = scanner_.span_from(begin);
    return error;
  }
  Error limit_error(Reason reason, int found, std::size_t begin) {
    const int limit = reason == Reason::kTooDeep ? core::kMaxDepth : core::kMaxLeaves;
    return limit_error(Refusal{reason, found, limit}, begin);
  }

  Scanner scanner_;
  Goal goal_;
  int leaves_ = 0;
};

}  // namespace

core::Result<Layout<>> parse_layout(std::string_view text) {
  return Parser(text, kLayout).layout();
}

core::Result<CuteLayout> parse_any_layout(std::string_view text) {
  return Parser(text, kAnyLayout).any_layout();
}

core::Result<Swizzle> parse_swizzle(std::string_view text) {
  return Parser(text, kSwizzle).swizzle();
}

core::Result<Tiler> parse_tiler(std::string_view text) { return Parser(text, kTiler).tiler(); }

core::Result<IntTuple> parse_int_tuple(std::string_view text) {
  return Parser(text, kTuple).int_tuple();
}

core::Result<IntTuple> parse_coordinate(std::string_view text) {
  return Parser(text, kCoordinate).coordinate();
}

}  // namespace tileglot::notation::cute
