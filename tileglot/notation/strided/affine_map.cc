// SPDX-License-Identifier: Apache-2.0
#include "tileglot/notation/strided/affine_map.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "tileglot/core/checked.h"
#include "tileglot/core/error.h"
#include "tileglot/core/scanner.h"
#include "tileglot/notation/strided/limits.h"

namespace tileglot::notation::strided {
namespace {

using enum AffineVerb;

std::optional<Interval> sum_of(Interval a, Interval b) {
  const auto lo = core::checked_add(a.lo, b.lo);
  const auto hi = core::checked_add(a.hi, b.hi);
  if (!lo || !hi) return std::nullopt;
  return Interval{*lo, *hi};
}

std::optional<Interval> product_of(Interval a, std::int64_t factor) {
  const auto lo = core::checked_mul(a.lo, factor);
  const auto hi = core::checked_mul(a.hi, factor);
  if (!lo || !hi) return std::nullopt;
  return Interval{std::min(*lo, *hi), std::max(*lo, *hi)};
}

/// floor(a / d), plus 1 if there is a remainder.
std::int64_t ceil_of(std::int64_t a, std::int64_t d) {
  return core::floor_div(a, d) + (core::floor_mod(a, d) != 0 ? 1 : 0);
}

std::int64_t value_of(const AffineStep& step, std::span<const std::int64_t> x,
                      std::span<const std::int64_t> values) {
  switch (step.verb) {
    case kDimension: return x[static_cast<std::size_t>(step.number)];
    case kConstant: return step.number;
    case kAdd: return values[step.left] + values[step.right];
    case kTimes: return values[step.left] * step.number;
    case kFloorDiv: return core::floor_div(values[step.left], step.number);
    case kCeilDiv: return ceil_of(values[step.left], step.number);
    case kMod: return core::floor_mod(values[step.left], step.number);
  }
  return 0;
}

/// The bounds of a dividend: x mod n is x if x never reaches the modulus.
Interval divided(const AffineMap& map, std::size_t index, const std::vector<Interval>& bounds) {
  const AffineStep& step = map.steps[index];
  if (step.verb != kMod) return bounds[index];
  const Interval inner = bounds[step.left];
  return inner.lo >= 0 && inner.hi < step.number ? inner : bounds[index];
}

std::optional<Interval> bound_of(const AffineMap& map, const AffineStep& step,
                                 std::span<const std::int64_t> extents,
                                 const std::vector<Interval>& bounds) {
  const std::int64_t n = step.number;
  switch (step.verb) {
    case kDimension: return Interval{0, extents[static_cast<std::size_t>(n)] - 1};
    case kConstant: return Interval{n, n};
    case kAdd: return sum_of(bounds[step.left], bounds[step.right]);
    case kTimes: return product_of(bounds[step.left], n);
    case kFloorDiv: {
      const Interval left = divided(map, step.left, bounds);
      return Interval{core::floor_div(left.lo, n), core::floor_div(left.hi, n)};
    }
    case kCeilDiv: {
      const Interval left = divided(map, step.left, bounds);
      return Interval{ceil_of(left.lo, n), ceil_of(left.hi, n)};
    }
    case kMod: return Interval{0, n - 1};
  }
  return std::nullopt;
}

/// Copies the steps that a result needs, each directly after its operands.
class Gatherer {
 public:
  explicit Gatherer(const AffineMap& from) : from_(from), to_{.dimensions = from.dimensions} {}

  AffineMap take() {
    for (const std::size_t result : from_.results) to_.results.push_back(copy(result));
    return std::move(to_);
  }

 private:
  std::size_t copy(std::size_t index) {
    AffineStep step = from_.steps[index];
    if (step.verb != kDimension && step.verb != kConstant) step.left = copy(step.left);
    if (step.verb == kAdd) step.right = copy(step.right);
    to_.steps.push_back(step);
    return to_.steps.size() - 1;
  }

  const AffineMap& from_;
  AffineMap to_;
};

class Reader {
 public:
  explicit Reader(core::Scanner& scanner) : scanner_(scanner) {}

  core::Result<AffineMap> read();

 private:
  using Step = core::Result<std::size_t>;

  core::Status read_dimensions();
  Step sum(std::size_t depth);
  Step product(std::size_t depth);
  Step operand(std::size_t depth);
  Step named();
  Step scaled(AffineVerb verb, std::size_t left, std::size_t right, core::Span span);
  Step add(const AffineStep& step);
  Step negated(std::size_t step);
  std::optional<AffineVerb> accept_verb();

  const AffineStep& at(std::size_t step) const { return map_.steps[step]; }
  bool is_constant(std::size_t step) const { return at(step).verb == kConstant; }
  core::Error no_affine(std::string message, core::Span span) const {
    return {{.code = "mlir.affine",
             .message = std::move(message),
             .span = span,
             .help = "expressions add dimensions and constants, multiply them by constants, and "
                     "take floordiv, ceildiv and mod of a constant above 0"}};
  }

  core::Scanner& scanner_;
  std::vector<std::string_view> names_ = {};
  AffineMap map_ = {};
};

core::Status Reader::read_dimensions() {
  TILEGLOT_TRY_STATUS(scanner_.expect("(", "before the dimensions"));
  while (!scanner_.accept(")")) {
    const std::string_view name = scanner_.name();
    if (name.empty() || std::ranges::find(names_, name) != names_.end()) {
      return core::fail(
          {.code = "mlir.dimension",
           .message = name.empty()
                          ? fmt::format("expected a name, found {}", scanner_.found())
                          : fmt::format("the dimension {} is listed twice", name.substr(0, 64)),
           .span = scanner_.here()});
    }
    if (names_.size() == kMaxRank) {
      return core::fail({.code = "strided.limit",
                         .message = fmt::format("more than {} dimensions", kMaxRank),
                         .span = scanner_.here()});
    }
    names_.push_back(name);
    if (scanner_.accept(",")) continue;
    TILEGLOT_TRY_STATUS(scanner_.expect(")", "after the dimensions"));
    break;
  }
  if (!scanner_.looking_at("[")) return {};
  return core::fail({.code = "mlir.symbol",
                     .message = "the map has symbols, so its offsets are known at run time only",
                     .span = scanner_.here(),
                     .help = "write numbers in place of the symbols"});
}

core::Result<AffineMap> Reader::read() {
  TILEGLOT_TRY_STATUS(scanner_.expect("affine_map", "before the map"));
  TILEGLOT_TRY_STATUS(scanner_.expect("<", "after 'affine_map'"));
  TILEGLOT_TRY_STATUS(read_dimensions());
  map_.dimensions = names_.size();
  TILEGLOT_TRY_STATUS(scanner_.expect("->", "after the dimensions"));
  TILEGLOT_TRY_STATUS(scanner_.expect("(", "before the results"));
  while (!scanner_.accept(")")) {
    TILEGLOT_TRY(result, sum(0));
    map_.results.push_back(result);
    if (scanner_.accept(",")) continue;
    TILEGLOT_TRY_STATUS(scanner_.expect(")", "after the results"));
    break;
  }
  TILEGLOT_TRY_STATUS(scanner_.expect(">", "after the map"));
  return Gatherer(map_).take();  // without the constants that were folded into steps
}

Reader::Step Reader::add(const AffineStep& step) {
  if (map_.steps.size() == kMaxExpressions) {
    return core::fail({.code = "strided.limit",
                       .message = fmt::format("more than {} terms and factors", kMaxExpressions),
                       .span = scanner_.here()});
  }
  map_.steps.push_back(step);
  return map_.steps.size() - 1;
}

Reader::Step Reader::negated(std::size_t step) {
  const AffineStep known = at(step);
  if (known.verb == kConstant || known.verb == kTimes) {
    if (const auto opposite = core::checked_sub(0, known.number)) {
      return add({known.verb, *opposite, known.left, 0});
    }
  }
  return add({kTimes, -1, step, 0});
}

Reader::Step Reader::sum(std::size_t depth) {
  TILEGLOT_TRY(first, product(depth));
  std::size_t result = first;
  while (scanner_.looking_at("+") || (scanner_.looking_at("-") && !scanner_.looking_at("->"))) {
    const bool is_minus = scanner_.accept("-");
    if (!is_minus) scanner_.accept("+");
    TILEGLOT_TRY(next, product(depth));
    std::size_t right = next;
    if (is_minus) {
      TILEGLOT_TRY(opposite, negated(next));
      right = opposite;
    }
    TILEGLOT_TRY(joined, add({kAdd, 0, result, right}));
    result = joined;
  }
  return result;
}

std::optional<AffineVerb> Reader::accept_verb() {
  if (scanner_.accept("*")) return kTimes;
  if (scanner_.accept("floordiv")) return kFloorDiv;
  if (scanner_.accept("ceildiv")) return kCeilDiv;
  if (scanner_.accept("mod")) return kMod;
  return std::nullopt;
}

Reader::Step Reader::product(std::size_t depth) {
  scanner_.skip_space();
  const std::size_t begin = scanner_.position();
  TILEGLOT_TRY(first, operand(depth));
  std::size_t result = first;
  while (const auto verb = accept_verb()) {
    TILEGLOT_TRY(next, operand(depth));
    TILEGLOT_TRY(joined, scaled(*verb, result, next, scanner_.span_from(begin)));
    result = joined;
  }
  return result;
}

Reader::Step Reader::scaled(AffineVerb verb, std::size_t left, std::size_t right, core::Span span) {
  if (verb == kTimes && is_constant(left) && !is_constant(right)) std::swap(left, right);
  if (!is_constant(right)) {
    return core::fail(no_affine(
        verb == kTimes ? "a product of two dimensions" : "a divisor that is not a constant", span));
  }
  const std::int64_t number = at(right).number;
  if (verb != kTimes && number < 1) {
    return core::fail(no_affine(fmt::format("a division by {}", number), span));
  }
  return add({verb, number, left, 0});
}

Reader::Step Reader::operand(std::size_t depth) {
  if (depth == kMaxDepth) {
    return core::fail({.code = "strided.limit",
                       .message = fmt::format("more than {} expressions in each other", kMaxDepth),
                       .span = scanner_.here()});
  }
  const char first = scanner_.peek();
  if (first >= '0' && first <= '9') {
    TILEGLOT_TRY(number, scanner_.integer("a constant"));
    return add({kConstant, number, 0, 0});
  }
  if (scanner_.accept("-")) {
    TILEGLOT_TRY(inner, operand(depth + 1));
    return negated(inner);
  }
  if (!scanner_.accept("(")) return named();
  TILEGLOT_TRY(inner, sum(depth + 1));
  TILEGLOT_TRY_STATUS(scanner_.expect(")", "after an expression"));
  return inner;
}

Reader::Step Reader::named() {
  scanner_.skip_space();
  const std::size_t begin = scanner_.position();
  const std::string_view name = scanner_.name();
  const auto found = std::ranges::find(names_, name);
  if (found != names_.end()) return add({kDimension, found - names_.begin(), 0, 0});
  return core::fail(
      {.code = "mlir.dimension",
       .message = name.empty()
                      ? fmt::format("expected an expression, found {}", scanner_.found())
                      : fmt::format("{} is not a dimension of the map", name.substr(0, 64)),
       .span = scanner_.span_from(begin),
       .help = fmt::format("its dimensions are {}", fmt::join(names_, ", "))});
}

class Writer {
 public:
  explicit Writer(const AffineMap& map) : map_(map) {}

  /// The text of a sum, without parentheses around it.
  std::string text(std::size_t index) const {
    const AffineStep& step = map_.steps[index];
    if (step.verb != kAdd) return term(step);
    const AffineStep& right = map_.steps[step.right];
    if (const auto opposite = without_minus(right)) {
      return fmt::format("{} - {}", text(step.left), *opposite);
    }
    return fmt::format("{} + {}", text(step.left),
                       right.verb == kAdd ? fmt::format("({})", text(step.right)) : term(right));
  }

 private:
  /// The text after a minus sign, if the step can be written with one.
  std::optional<std::string> without_minus(const AffineStep& step) const {
    const bool has_sign = step.verb == kConstant || step.verb == kTimes;
    if (!has_sign || step.number >= 0 || step.number == core::kInt64Min) return std::nullopt;
    if (step.verb == kConstant) return fmt::format("{}", -step.number);
    // A product by -1 comes from a minus sign before a term that is neither a number nor a product.
    const AffineVerb inner = map_.steps[step.left].verb;
    const bool is_opposite = step.number == -1 && inner != kConstant && inner != kTimes;
    if (is_opposite) return operand(step.left);
    return fmt::format("{} * {}", operand(step.left), -step.number);
  }

  std::string term(const AffineStep& step) const {
    switch (step.verb) {
      case kDimension: return fmt::format("d{}", step.number);
      case kConstant: return fmt::format("{}", step.number);
      case kTimes: return fmt::format("{} * {}", operand(step.left), step.number);
      case kFloorDiv: return fmt::format("{} floordiv {}", operand(step.left), step.number);
      case kCeilDiv: return fmt::format("{} ceildiv {}", operand(step.left), step.number);
      case kMod: return fmt::format("{} mod {}", operand(step.left), step.number);
      case kAdd: return {};
    }
    return {};
  }

  std::string operand(std::size_t index) const {
    const AffineVerb verb = map_.steps[index].verb;
    return verb == kDimension || verb == kConstant ? term(map_.steps[index])
                                                   : fmt::format("({})", text(index));
  }

  const AffineMap& map_;
};

}  // namespace

std::optional<std::vector<Interval>> bounds_of(const AffineMap& map,
                                               std::span<const std::int64_t> extents) {
  std::vector<Interval> bounds;
  bounds.reserve(map.steps.size());
  for (const AffineStep& step : map.steps) {
    const auto bound = bound_of(map, step, extents, bounds);
    if (!bound) return std::nullopt;
    bounds.push_back(*bound);
  }
  return bounds;
}

void apply(const AffineMap& map, std::span<const std::int64_t> x, std::span<std::int64_t> results) {
  // Every value is written before it is read.
  std::array<std::int64_t, kMaxExpressions> values;  // NOLINT(*-member-init)
  for (std::size_t i = 0; i < map.steps.size(); ++i) values[i] = value_of(map.steps[i], x, values);
  for (std::size_t i = 0; i < map.results.size(); ++i) results[i] = values[map.results[i]];
}

AffineMap identity_map(std::size_t dimensions) {
  AffineMap map{.dimensions = dimensions};
  for (std::size_t k = 0; k < dimensions; ++k) {
    map.steps.push_back({kDimension, static_cast<std::int64_t>(k), 0, 0});
    map.results.push_back(k);
  }
  return map;
}

core::Result<AffineMap> read_affine_map(core::Scanner& scanner) { return Reader(scanner).read(); }

std::string print(const AffineMap& map) {
  std::vector<std::string> dimensions;
  dimensions.reserve(map.dimensions);
  for (std::size_t k = 0; k < map.dimensions; ++k) dimensions.push_back(fmt::format("d{}", k));
  std::vector<std::string> results;
  results.reserve(map.results.size());
  for (const std::size_t result : map.results) results.push_back(Writer(map).text(result));
  return fmt::format("affine_map<({}) -> ({})>", fmt::join(dimensions, ", "),
                     fmt::join(results, ", "));
}

}  // namespace tileglot::notation::strided
