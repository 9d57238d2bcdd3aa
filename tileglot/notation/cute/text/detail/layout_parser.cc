// SPDX-License-Identifier: Apache-2.0
#include "tileglot/notation/cute/text/detail/layout_parser.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "tileglot/core/checked.h"
#include "tileglot/core/error.h"
#include "tileglot/notation/cute/layout/layout.h"
#include "tileglot/notation/cute/text/print.h"

namespace tileglot::notation::cute {
namespace {

using core::Error;
using core::fail;
using core::Result;
using core::Span;
using core::Status;

constexpr std::array<std::string_view, 3> kColumnMajorTags{"LayoutLeft", "GenColMajor", "ColMajor"};
constexpr std::array<std::string_view, 3> kRowMajorTags{"LayoutRight", "GenRowMajor", "RowMajor"};

bool is_one_of(std::string_view word, const std::array<std::string_view, 3>& words) {
  return std::find(words.begin(), words.end(), word) != words.end();
}

Error stride_error(Span span) {
  return {{.code = "cute.overflow",
           .message = "a stride of -9223372036854775808 has no opposite in 64 bits",
           .span = span,
           .help = "strides go from -9223372036854775807 to 9223372036854775807"}};
}

bool has_smallest_integer(const IntTuple& tuple) {
  for (int slot = 0; slot < tuple.slots; ++slot) {
    if (!tuple.is_empty(slot) && tuple.at(slot).value == core::kInt64Min) return true;
  }
  return false;
}

Error offset_error(Span span) {
  return {{.code = "cute.overflow",
           .message = "the largest offset does not fit a signed 64-bit integer",
           .span = span,
           .help = "the sum of (extent - 1) * |stride| is at most 9223372036854775806"}};
}

const Node* first_negative(const Node& node) {
  if (node.value.is_scalar) return node.value.values[0] < 0 ? &node : nullptr;
  for (const Node& mode : node.modes) {
    if (const Node* found = first_negative(mode)) return found;
  }
  return nullptr;
}

/// Fails at the innermost modes that differ in structure.
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

/// Checks that extents are plain integers, 0 or more, and that their product fits.
Status check_shape(const Node& shape) {
  if (has_basis(shape.value)) {
    return fail({.code = "cute.syntax",
                 .message = fmt::format("the shape {} has a scaled basis", print(shape.value)),
                 .span = shape.span,
                 .help = "only strides are scaled bases"});
  }
  if (has_underscore(shape.value)) {
    return fail({.code = "cute.syntax",
                 .message = fmt::format("the shape {} has a `_`", print(shape.value)),
                 .span = shape.span,
                 .help = "a layout has integers only; `_` stands alone in a tiler"});
  }
  if (const Node* negative = first_negative(shape)) {
    return fail({.code = "cute.extent",
                 .message = fmt::format("extent {} is negative", print(negative->value)),
                 .span = negative->span,
                 .help = "an extent is 0 or more; a stride may be negative"});
  }
  if (size(shape.value)) return {};
  return fail({.code = "cute.overflow",
               .message = fmt::format("the number of elements of {} does not fit a signed 64-bit "
                                      "integer",
                                      print(shape.value)),
               .span = shape.span,
               .help = "the product of the extents is at most 9223372036854775807"});
}

Status check_stride(const Node& shape, const Node& stride) {
  TILEGLOT_TRY_STATUS(expect_congruent(shape, stride));
  if (!has_underscore(stride.value)) return {};
  return fail({.code = "cute.syntax",
               .message = fmt::format("the stride {} has a `_`", print(stride.value)),
               .span = stride.span,
               .help = "a layout has integers only; `_` stands alone in a tiler"});
}

Result<Layout<>> build(const Node& shape, const StrideText& stride) {
  TILEGLOT_TRY_STATUS(check_shape(shape));
  if (!stride.strides) return compact(shape, stride.order);
  TILEGLOT_TRY_STATUS(check_stride(shape, *stride.strides));
  const auto layout = make_layout(shape.value, stride.strides->value);
  if (layout) return *layout;
  const Span span = stride.strides->span;
  return fail(has_smallest_integer(stride.strides->value) ? stride_error(span)
                                                          : offset_error(span));
}

}  // namespace

Result<Layout<>> LayoutParser::whole_layout() {
  if (scanner().text().find(" o ") != std::string_view::npos) {
    scanner().rewind(scanner().text().size());
    return fail(unsupported("a composed layout", 0));
  }
  TILEGLOT_TRY(result, layout());
  TILEGLOT_TRY_STATUS(end());
  return result;
}

std::optional<Order> LayoutParser::whole_order() {
  const auto order = order_tag();
  return order && *order && end() ? *order : std::nullopt;
}

Result<std::optional<Order>> LayoutParser::order_tag() {
  const std::string_view word = next_name();
  const bool is_row_major = is_one_of(word, kRowMajorTags);
  if (!is_row_major && !is_one_of(word, kColumnMajorTags)) return std::nullopt;
  qualified_name();
  TILEGLOT_TRY_STATUS(value_braces());
  return is_row_major ? Order::kRowMajor : Order::kColumnMajor;
}

Result<Layout<>> LayoutParser::layout() {
  TILEGLOT_TRY(is_quoted, accept_quoted("layout"));
  if (is_quoted) {
    TILEGLOT_TRY(result, shape_and_stride());
    TILEGLOT_TRY_STATUS(end_quoted());
    return result;
  }
  if (accept_call("Layout", "<")) return layout_type();
  const std::string_view word = next_name();
  if (word == "Layout" || word == "make_layout") {
    qualified_name();
    return layout_call();
  }
  return shape_and_stride();
}

Result<bool> LayoutParser::accept_quoted(std::string_view name) {
  const std::size_t begin = scanner().position();
  if (!scanner().accept("!cute.") && !scanner().accept("#cute.")) return false;
  if (scanner().name() != name) {
    scanner().rewind(begin);
    return false;
  }
  TILEGLOT_TRY_STATUS(expect("<", fmt::format("after cute.{}", name)));
  TILEGLOT_TRY_STATUS(expect("\"", fmt::format("before the {}", name)));
  return true;
}

Status LayoutParser::end_quoted() {
  TILEGLOT_TRY_STATUS(expect("\"", "after the layout"));
  return expect(">", "after the layout");
}

Result<Layout<>> LayoutParser::shape_and_stride() {
  TILEGLOT_TRY(shape, tuple());
  StrideText stride;
  if (scanner().accept(":")) {
    TILEGLOT_TRY(strides, tuple());
    stride.strides = std::move(strides);
  }
  return build(shape, stride);
}

/// After `Layout<`: Shape<_4,_2>,Stride<_2,_1>>{}
Result<Layout<>> LayoutParser::layout_type() {
  TILEGLOT_TRY(shape, tuple());
  TILEGLOT_TRY(stride, stride_argument());
  TILEGLOT_TRY_STATUS(expect(">", "after the stride"));
  TILEGLOT_TRY_STATUS(value_braces());
  return build(shape, stride);
}

/// After `make_layout` or `Layout`: (shape, stride), (shape, stride=stride), (shape:stride).
Result<Layout<>> LayoutParser::layout_call() {
  TILEGLOT_TRY_STATUS(expect("(", "before the shape"));
  accept_keyword("shape");
  TILEGLOT_TRY(shape, tuple());
  TILEGLOT_TRY(stride, stride_argument());
  TILEGLOT_TRY_STATUS(expect(")", "after the stride"));
  return build(shape, stride);
}

Result<StrideText> LayoutParser::stride_argument() {
  StrideText result;
  if (!scanner().accept(":") && !scanner().accept(",")) return result;
  accept_keyword("stride");
  TILEGLOT_TRY(order, order_tag());
  if (order) {
    result.order = *order;
    return result;
  }
  TILEGLOT_TRY(strides, tuple());
  result.strides = std::move(strides);
  return result;
}

}  // namespace tileglot::notation::cute
