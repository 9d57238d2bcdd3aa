// SPDX-License-Identifier: Apache-2.0
#include "tileglot/notation/cute/text/detail/layout_parser.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <iterator>
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
  return std::ranges::find(tuple.values, core::kInt64Min) != std::end(tuple.values);
}

Error offset_error(Span span) {
  return {{.code = "cute.overflow",
           .message = "the largest offset does not fit a signed 64-bit integer",
           .span = span,
           .help = "the sum of (extent - 1) * |stride| is at most 9223372036854775806"}};
}

/// The first slot whose integer is negative.
std::optional<int> first_negative(const IntTuple& tuple) {
  for (int slot = 0; slot < tuple.slots; ++slot) {
    if (tuple.values[slot] < 0) return slot;
  }
  return std::nullopt;
}

/// A part of a tuple's text and its value.
struct Mode {
  const TupleText& text;
  std::size_t part = 0;
  IntTuple value = {};

  explicit Mode(const TupleText& whole) : text(whole), value(whole.value()) {}
  Mode(const Mode& of, std::size_t at, int index)
      : text(of.text), part(at), value(*mode(of.value, index)) {}

  core::Span span() const { return text.parts()[part].span; }
  std::size_t next() const { return text.parts()[part].next; }
};

/// The error at the innermost modes that differ in structure. Precondition: the two differ.
Error congruence_error(const Mode& shape, const Mode& stride) {
  const bool same_rank =
      !shape.value.is_scalar && !stride.value.is_scalar && rank(shape.value) == rank(stride.value);
  std::size_t shape_part = shape.part + 1;
  std::size_t stride_part = stride.part + 1;
  for (int i = 0; same_rank && i < rank(shape.value); ++i) {
    const Mode extents(shape, shape_part, i);
    const Mode steps(stride, stride_part, i);
    if (!congruent(extents.value, steps.value)) return congruence_error(extents, steps);
    shape_part = extents.next();
    stride_part = steps.next();
  }
  return {{.code = "cute.congruent",
           .message = fmt::format("the shape has {} where the stride has {}", print(shape.value),
                                  print(stride.value)),
           .span = stride.span(),
           .help = "write one stride for each extent, nested in the same way"}};
}

Error extent_error(const TupleText& shape, int slot) {
  return {{.code = "cute.extent",
           .message = fmt::format("extent {} is negative", shape.value().values[slot]),
           .span = shape.span_of(slot),
           .help = "an extent is 0 or more; a stride may be negative"}};
}

/// Checks that extents are plain integers, 0 or more, and that their product fits.
Status check_shape(const TupleText& shape) {
  const IntTuple& value = shape.value();
  if (has_basis(value)) {
    return fail({.code = "cute.syntax",
                 .message = fmt::format("the shape {} has a scaled basis", print(value)),
                 .span = shape.span(),
                 .help = "only strides are scaled bases"});
  }
  if (has_underscore(value)) {
    return fail({.code = "cute.syntax",
                 .message = fmt::format("the shape {} has a `_`", print(value)),
                 .span = shape.span(),
                 .help = "a layout has integers only; `_` stands alone in a tiler"});
  }
  if (const auto slot = first_negative(value)) return fail(extent_error(shape, *slot));
  if (size(value)) return {};
  return fail({.code = "cute.overflow",
               .message = fmt::format("the number of elements of {} does not fit a signed 64-bit "
                                      "integer",
                                      print(value)),
               .span = shape.span(),
               .help = "the product of the extents is at most 9223372036854775807"});
}

Status check_stride(const TupleText& shape, const TupleText& stride) {
  if (!congruent(shape.value(), stride.value())) {
    return fail(congruence_error(Mode(shape), Mode(stride)));
  }
  if (!has_underscore(stride.value())) return {};
  return fail({.code = "cute.syntax",
               .message = fmt::format("the stride {} has a `_`", print(stride.value())),
               .span = stride.span(),
               .help = "a layout has integers only; `_` stands alone in a tiler"});
}

/// Adds the strides of an order to a layout that has only a shape.
Status add_strides(const TupleText& shape, Order order, Layout<>& to) {
  const auto layout =
      order == Order::kColumnMajor ? make_layout(to.shape) : make_layout_right(to.shape);
  if (!layout) return fail(offset_error(shape.span()));
  to.stride = layout->stride;
  return {};
}

/// Checks the layout as make_layout does, and adds the strides if none are written.
Status finish(LayoutText& text) {
  TILEGLOT_TRY_STATUS(check_shape(text.shape));
  if (text.order) return add_strides(text.shape, *text.order, text.layout);
  TILEGLOT_TRY_STATUS(check_stride(text.shape, text.stride));
  if (overflow(text.layout) == Refusal{}) return {};
  const Span span = text.stride.span();
  return fail(has_smallest_integer(text.layout.stride) ? stride_error(span) : offset_error(span));
}

}  // namespace

Result<Layout<>> LayoutParser::whole_layout() {
  Result<Layout<>> result;
  if (Status read = whole(*result); !read) result = fail(std::move(read).error());
  return result;
}

Status LayoutParser::whole(Layout<>& to) {
  if (scanner().text().find(" o ") != std::string_view::npos) {
    scanner().rewind(scanner().text().size());
    return fail(unsupported("a composed layout", 0));
  }
  TILEGLOT_TRY_STATUS(layout(to));
  return end();
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

Status LayoutParser::layout(Layout<>& to) {
  LayoutText text(to);
  TILEGLOT_TRY(is_quoted, accept_quoted("layout"));
  if (is_quoted) {
    TILEGLOT_TRY_STATUS(shape_and_stride(text));
    return end_quoted();
  }
  const std::string_view word = next_name();
  if (word != "Layout" && word != "make_layout") return shape_and_stride(text);
  if (accept_call("Layout", "<")) return layout_type(text);
  qualified_name();
  return layout_call(text);
}

Result<bool> LayoutParser::accept_quoted(std::string_view name) {
  if (scanner().peek() != '!' && scanner().peek() != '#') return false;
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

/// (4,2):(2,1) or a shape alone.
Status LayoutParser::shape_and_stride(LayoutText& to) {
  TILEGLOT_TRY_STATUS(tuple(to.shape));
  return rest_of_layout(to);
}

Status LayoutParser::rest_of_layout(LayoutText& to) {
  if (scanner().accept(':')) TILEGLOT_TRY_STATUS(strides(to));
  return finish(to);
}

Status LayoutParser::strides(LayoutText& to) {
  to.order.reset();
  return tuple(to.stride);
}

/// After `Layout<`: Shape<_4,_2>,Stride<_2,_1>>{}
Status LayoutParser::layout_type(LayoutText& to) {
  TILEGLOT_TRY_STATUS(tuple(to.shape));
  TILEGLOT_TRY_STATUS(stride_argument(to));
  TILEGLOT_TRY_STATUS(expect(">", "after the stride"));
  TILEGLOT_TRY_STATUS(value_braces());
  return finish(to);
}

/// After `make_layout` or `Layout`: (shape, stride), (shape, stride=stride), (shape:stride).
Status LayoutParser::layout_call(LayoutText& to) {
  TILEGLOT_TRY_STATUS(expect("(", "before the shape"));
  accept_keyword("shape");
  TILEGLOT_TRY_STATUS(tuple(to.shape));
  TILEGLOT_TRY_STATUS(stride_argument(to));
  TILEGLOT_TRY_STATUS(expect(")", "after the stride"));
  return finish(to);
}

/// An order or strides, or nothing.
Status LayoutParser::stride_argument(LayoutText& to) {
  if (!scanner().accept(':') && !scanner().accept(',')) return {};
  accept_keyword("stride");
  TILEGLOT_TRY(order, order_tag());
  if (!order) return strides(to);
  to.order = order;
  return {};
}

}  // namespace tileglot::notation::cute
