// SPDX-License-Identifier: Apache-2.0
#include "tileglot/notation/strided/tvm.h"

#include <fmt/format.h>

#include <algorithm>
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
#include "tileglot/notation/strided/array.h"
#include "tileglot/notation/strided/detail/number_list.h"

namespace tileglot::notation::strided {
namespace {

using core::Span;

bool is_primal(char c) { return c >= 'A' && c <= 'Z'; }
bool is_subordinate(char c) { return c >= 'a' && c <= 'z'; }
char primal_of(char c) { return is_primal(c) ? c : static_cast<char>(c - 'a' + 'A'); }
char subordinate_of(char c) { return static_cast<char>(c - 'A' + 'a'); }

/// An axis as written in the text.
struct Named {
  char letter = 'A';
  std::optional<std::int64_t> factor = {};
  Span span = {};
};

core::Error bad_axis(std::string message, Span span) {
  return {{.code = "tvm.axis",
           .message = std::move(message),
           .span = span,
           .help = "a layout is NCHW, or NCHW16c, where 16c splits C"}};
}

/// One axis: a capital, or a factor and a letter.
core::Result<Named> read_axis(core::Scanner& scanner) {
  const std::size_t begin = scanner.position();
  const char first = scanner.peek();
  Named axis;
  if (first >= '0' && first <= '9') {
    TILEGLOT_TRY(factor, scanner.integer("a factor"));
    axis.factor = factor;
  }
  const char letter = scanner.peek();
  const std::string_view token(&letter, 1);
  if (!is_primal(letter) && !is_subordinate(letter)) {
    return core::fail(
        bad_axis(fmt::format("expected an axis, found {}", scanner.found()), scanner.here()));
  }
  scanner.accept(token);
  axis.letter = letter;
  axis.span = scanner.span_from(begin);
  if (is_subordinate(letter) == axis.factor.has_value() && axis.factor.value_or(1) >= 1) {
    return axis;
  }
  return core::fail(
      {.code = "tvm.factor",
       .message = is_primal(letter) ? fmt::format("the primal axis {} has a factor", letter)
                  : axis.factor     ? fmt::format("{} is split by {}", letter, *axis.factor)
                                    : fmt::format("the subordinate axis {} has no factor", letter),
       .span = axis.span,
       .help = "a small letter has a factor of 1 or more before it, a capital none"});
}

core::Status check_once(const std::vector<Named>& axes) {
  for (std::size_t i = 0; i < axes.size(); ++i) {
    const char letter = axes[i].letter;
    const auto is_it = [&](const Named& other) { return other.letter == letter; };
    if (std::ranges::count_if(axes, is_it) > 1) {
      return core::fail(bad_axis(fmt::format("axis {} is there twice", letter), axes[i].span));
    }
    const char primal = primal_of(letter);
    if (std::ranges::none_of(axes, [&](const Named& a) { return a.letter == primal; })) {
      return core::fail(
          bad_axis(fmt::format("{} splits {}, which is not there", letter, primal), axes[i].span));
    }
  }
  return {};
}

core::Result<std::vector<Named>> read_axes(core::Scanner& scanner) {
  std::vector<Named> axes;
  while (!scanner.at_end() && !scanner.looking_at("->")) {
    TILEGLOT_TRY(axis, read_axis(scanner));
    axes.push_back(axis);
    if (axes.size() > 52) break;  // one must be listed twice
  }
  TILEGLOT_TRY_STATUS(check_once(axes));
  return axes;
}

std::string primals_of(const std::vector<Named>& axes) {
  std::string names;
  for (const Named& axis : axes) {
    if (is_primal(axis.letter)) names += axis.letter;
  }
  return names;
}

std::string sorted(std::string text) {
  std::ranges::sort(text);
  return text;
}

/// Reads the dimensions' names and the axes.
core::Result<TvmLayout> read_layout(std::string_view text) {
  core::Scanner scanner(text);
  scanner.skip_space();
  TILEGLOT_TRY(first, read_axes(scanner));
  TvmLayout layout{.names = primals_of(first)};
  std::vector<Named> axes = first;
  if (scanner.accept("->")) {
    TILEGLOT_TRY(target, read_axes(scanner));
    if (first.size() != layout.names.size() || sorted(primals_of(target)) != sorted(layout.names)) {
      return core::fail({.code = "tvm.dimensions",
                         .message = fmt::format("the axes {} are not those of the dimensions {}",
                                                primals_of(target), primals_of(first)),
                         .span = scanner.span_from(0),
                         .help = "the dimensions before the arrow are not split: NCHW->NHWC16c"});
    }
    axes = target;
  }
  TILEGLOT_TRY_STATUS(detail::expect_end(scanner, "the layout"));
  for (const Named& axis : axes) {
    layout.axes.push_back({layout.names.find(primal_of(axis.letter)), axis.factor});
  }
  return layout;
}

std::int64_t factor_of(const TvmLayout& layout, std::size_t dim) {
  for (const TvmAxis& axis : layout.axes) {
    if (axis.dim == dim && axis.factor) return *axis.factor;
  }
  return 1;
}

std::int64_t extent_of(const TvmLayout& layout, const TvmAxis& axis) {
  if (axis.factor) return *axis.factor;
  return core::ceil_div(layout.array.extents[axis.dim], factor_of(layout, axis.dim));
}

/// Whether every dimension has one primal axis and at most one subordinate axis.
bool is_whole(const TvmLayout& layout) {
  std::vector<int> primal(layout.names.size(), 0);
  std::vector<int> subordinate(layout.names.size(), 0);
  for (const TvmAxis& axis : layout.axes) {
    if (axis.dim >= layout.names.size() || axis.factor.value_or(1) < 1) return false;
    ++(axis.factor ? subordinate : primal)[axis.dim];
  }
  return std::ranges::all_of(primal, [](int n) { return n == 1; }) &&
         std::ranges::all_of(subordinate, [](int n) { return n <= 1; });
}

}  // namespace

core::Status check(const TvmLayout& layout) {
  TILEGLOT_TRY_STATUS(check_array(layout.array));
  if (layout.names.size() != rank(layout.array)) {
    return core::fail(
        wrong_rank(fmt::format("{}", layout.names), layout.names.size(), layout.array));
  }
  if (!is_whole(layout)) {
    return core::fail(bad_axis("an axis is missing, or there twice", {0, 1}));
  }
  if (positions(layout)) return {};
  return core::fail(
      {.code = "strided.too_large",
       .message = fmt::format("{} of {} has more elements in memory than a signed 64-bit integer "
                              "can count",
                              print(layout), tuple_text(layout.array.extents))});
}

std::int64_t offset_of(const TvmLayout& layout, std::span<const std::int64_t> x) {
  std::int64_t offset = 0;
  for (const TvmAxis& axis : layout.axes) {
    const std::int64_t factor = factor_of(layout, axis.dim);
    const std::int64_t index = axis.factor ? x[axis.dim] % factor : x[axis.dim] / factor;
    offset = offset * extent_of(layout, axis) + index;
  }
  return offset;
}

core::Checked positions(const TvmLayout& layout) {
  if (element_count(layout.array.extents) == 0) return 0;
  core::Checked product = 1;
  for (const TvmAxis& axis : layout.axes) {
    if (product) product = core::checked_mul(*product, extent_of(layout, axis));
  }
  return product;
}

core::Result<TvmLayout> parse_tvm(std::string_view text, const std::optional<Array>& tensor) {
  TILEGLOT_TRY(layout, read_layout(text));
  TILEGLOT_TRY(array, array_for(std::nullopt, tensor));
  layout.array = std::move(array);
  if (auto checked = check(layout); !checked) {
    core::Scanner scanner(text);
    checked.error()->span = scanner.here();
    return core::fail(std::move(checked).error());
  }
  return layout;
}

std::string print(const TvmLayout& layout) {
  std::string axes;
  std::string primals;
  for (const TvmAxis& axis : layout.axes) {
    const char name = layout.names[axis.dim];
    axes += axis.factor ? fmt::format("{}{}", *axis.factor, subordinate_of(name))
                        : std::string(1, name);
    if (!axis.factor) primals += name;
  }
  return primals == layout.names ? axes : fmt::format("{}->{}", layout.names, axes);
}

bool looks_like_tvm(std::string_view text) {
  const auto layout = read_layout(text);
  return layout && !layout->axes.empty();
}

}  // namespace tileglot::notation::strided
