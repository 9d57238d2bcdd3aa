// SPDX-License-Identifier: Apache-2.0
#include "tileglot/bridge/mlir.h"

#include <fmt/format.h>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <utility>
#include <variant>
#include <vector>

#include "tileglot/bridge/detail/memory_digits.h"
#include "tileglot/bridge/strided.h"
#include "tileglot/core/error.h"
#include "tileglot/map/digits.h"
#include "tileglot/map/equal.h"
#include "tileglot/map/index_map.h"
#include "tileglot/map/terms.h"
#include "tileglot/map/value.h"
#include "tileglot/notation/strided/affine_map.h"
#include "tileglot/notation/strided/any_layout.h"
#include "tileglot/notation/strided/array.h"
#include "tileglot/notation/strided/limits.h"
#include "tileglot/notation/strided/mlir.h"

namespace tileglot::bridge {
namespace {

namespace strided = notation::strided;

using enum strided::AffineVerb;

/// Appends steps to a map. Beyond the limit nothing is appended, and is_too_long() returns true.
class Steps {
 public:
  explicit Steps(std::size_t dimensions) : map_{.dimensions = dimensions} {}

  std::size_t dimension(std::size_t k) { return add({kDimension, static_cast<std::int64_t>(k)}); }
  std::size_t constant(std::int64_t n) { return add({kConstant, n}); }
  std::size_t times(std::size_t e, std::int64_t n) { return n == 1 ? e : add({kTimes, n, e}); }
  std::size_t floor_div(std::size_t e, std::int64_t n) {
    return n == 1 ? e : add({kFloorDiv, n, e});
  }
  std::size_t mod(std::size_t e, std::int64_t n) { return add({kMod, n, e}); }
  /// `e` added to `before`, if there is one.
  std::size_t plus(std::optional<std::size_t> before, std::size_t e) {
    return before ? add({kAdd, 0, *before, e}) : e;
  }
  void result(std::size_t e) { map_.results.push_back(e); }

  bool is_too_long() const { return is_too_long_; }
  strided::AffineMap take() { return std::move(map_); }

 private:
  std::size_t add(const strided::AffineStep& step) {
    is_too_long_ = is_too_long_ || map_.steps.size() == strided::kMaxExpressions;
    if (is_too_long_) return 0;
    map_.steps.push_back(step);
    return map_.steps.size() - 1;
  }

  strided::AffineMap map_;
  bool is_too_long_ = false;
};

/// floor(x / div) mod radix, by the fewest operations; nothing is cut off where the digit is the
/// top one and has no more space than values.
std::size_t digit_of(Steps& steps, const MemoryDigit& digit) {
  const std::size_t x = steps.dimension(digit.dim);
  if (digit.is_top && !digit.padded) return steps.floor_div(x, digit.div);
  return steps.floor_div(steps.mod(x, digit.div * digit.radix), digit.div);
}

/// One result for each digit, in memory order.
std::optional<strided::AffineMap> by_digits(const map::IndexMap& map) {
  const auto digits = memory_digits(map, "bridge.not_mlir", "");
  if (!digits) return std::nullopt;
  Steps steps(map.rank());
  for (const MemoryDigit& digit : *digits) {
    if (core::saturating_mul(digit.div, digit.radix) == core::kInt64Max) return std::nullopt;
    steps.result(digit_of(steps, digit));
  }
  if (steps.is_too_long()) return std::nullopt;
  return steps.take();
}

/// The map's sum as one expression.
class Sum {
 public:
  explicit Sum(const map::IndexMap& map) : map_(map), steps_(map.rank()) {}

  core::Result<strided::AffineMap> take() {
    steps_.result(value(map_.out()));
    if (!steps_.is_too_long()) return steps_.take();
    return core::fail({.code = "bridge.not_mlir",
                       .message = fmt::format("the map takes more than {} terms as one expression",
                                              strided::kMaxExpressions),
                       .help = "`--to map` shows the layout with its inner values named"});
  }

 private:
  // An inner value is written out wherever it is used, so texts of inner values of inner values
  // double with every level: the limit of steps ends that.
  std::size_t source(map::Source src) {
    if (steps_.is_too_long()) return 0;
    return map_.is_dimension(src) ? steps_.dimension(src) : value(map_.inner_of(src));
  }

  std::size_t value(const map::Value& v) {
    std::optional<std::size_t> sum;
    for (std::size_t i = 0; i < v.floors.size() && !steps_.is_too_long();) {
      const map::Source src = v.floors[i].src;
      sum = digits_or_floors(sum, v, src);
      while (i < v.floors.size() && v.floors[i].src == src) ++i;
    }
    for (const map::ParityRow& row : v.xors.rows) {
      sum = steps_.plus(sum, steps_.times(parity(v.xors, row), row.weight));
    }
    if (v.base != 0 || !sum) sum = steps_.plus(sum, steps_.constant(v.base));
    return *sum;
  }

  /// Digits with their strides, where the divisors nest, so that no term is negative; else floors.
  std::size_t digits_or_floors(std::optional<std::size_t> sum, const map::Value& v,
                               map::Source src) {
    const auto digits = map::digits_of(v, src);
    if (!digits) {
      for (const map::FloorTerm& term : v.floors) {
        if (term.src != src) continue;
        sum = steps_.plus(sum, steps_.times(steps_.floor_div(source(src), term.div), term.coef));
      }
      return *sum;
    }
    for (std::size_t i = digits->size(); i-- > 0;) {
      const map::Digit& digit = (*digits)[i];
      if (digit.stride != 0) sum = steps_.plus(sum, strided_digit(src, digit));
    }
    return sum ? *sum : steps_.constant(0);
  }

  std::size_t strided_digit(map::Source src, const map::Digit& digit) {
    std::size_t e = source(src);
    if (digit.radix) e = steps_.mod(e, digit.div * *digit.radix);
    return steps_.times(steps_.floor_div(e, digit.div), digit.stride);
  }

  std::size_t parity(const map::XorPart& xors, const map::ParityRow& row) {
    std::optional<std::size_t> sum;
    for (const map::BitRef& bit : map::bits_of(xors, row)) {
      sum = steps_.plus(sum, steps_.floor_div(source(bit.src), std::int64_t{1} << bit.bit));
    }
    return steps_.mod(*sum, 2);
  }

  const map::IndexMap& map_;
  Steps steps_;
};

bool is_row_major(const strided::StridedArray& array) {
  if (array.offset != 0) return false;
  std::int64_t stride = 1;
  for (std::size_t k = array.strides.size(); k-- > 0;) {
    const std::int64_t extent = array.array.extents[k];
    if (extent > 1 && array.strides[k] != stride) return false;
    if (extent > 1) stride *= extent;
  }
  return true;
}

/// True if the layout is proved to be the map; false also if undecided.
bool is_known_to_be(const strided::MlirLayout& layout, const map::IndexMap& map) {
  const auto back = to_map(strided::AnyLayout(layout));
  if (!back) return false;
  const auto difference = map::first_difference(map, *back);
  return difference && !*difference;
}

}  // namespace

core::Result<strided::MlirLayout> to_mlir(const map::IndexMap& map, ElementTypeIfKnown type) {
  TILEGLOT_TRY_STATUS(check_memory(map));
  strided::MlirLayout layout{.array = array_of(map, type)};
  if (map.size() == 0) return layout;
  if (const auto array = to_strided(map, type)) {
    if (!is_row_major(*array)) layout.layout = strided::MlirStrides{array->strides, array->offset};
    return layout;
  }
  if (auto tiled = by_digits(map)) {
    layout.layout = *std::move(tiled);
    if (is_known_to_be(layout, map)) return layout;
  }
  TILEGLOT_TRY(sum, Sum(map).take());
  layout.layout = std::move(sum);
  TILEGLOT_TRY_STATUS(strided::check(layout));
  return layout;
}

}  // namespace tileglot::bridge
