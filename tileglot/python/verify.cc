// SPDX-License-Identifier: Apache-2.0
// verify.cc: tileglot.verify, which shares no code with what moves.
#include <fmt/format.h>
#include <nanobind/nanobind.h>
#include <nanobind/stl/string.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "tileglot/bridge/any_layout.h"
#include "tileglot/core/counted.h"
#include "tileglot/map/print.h"
#include "tileglot/python/array.h"
#include "tileglot/python/arrays.h"
#include "tileglot/python/errors.h"
#include "tileglot/python/move.h"
#include "tileglot/python/numbers.h"
#include "tileglot/python/released_gil.h"
#include "tileglot/python/texts.h"
#include "tileglot/relayout/cpu/compare.h"
#include "tileglot/value/element_text.h"
#include "tileglot/value/read_layout.h"

namespace tileglot::python {
namespace {

namespace cpu = relayout::cpu;

/// An array, and where its elements are: by its own strides, or by the evaluator of a layout.
struct Side {
  const BorrowedArray& array;
  std::optional<bridge::Evaluator> evaluator = {};

  std::vector<std::int64_t> extents() const {
    if (!evaluator) return array.form().extents;
    return {evaluator->extents().begin(), evaluator->extents().end()};
  }
  std::int64_t offset(std::span<const std::int64_t> x) const {
    if (evaluator) return evaluator->offset(x);
    std::int64_t at = array.form().origin;
    for (std::size_t k = 0; k < x.size(); ++k) at += x[k] * array.form().strides[k];
    return at;
  }
  cpu::Side side() const {
    return {array.bytes(), [this](std::span<const std::int64_t> x) { return offset(x); }};
  }
  std::span<const std::byte> element(std::int64_t at) const {
    const auto bytes = static_cast<std::size_t>(array.form().item_bits / 8);
    return std::span<const std::byte>(array.bytes())
        .subspan(static_cast<std::size_t>(at) * bytes, bytes);
  }
};

Side side_of(const BorrowedArray& array, nb::handle layout, std::span<const std::int64_t> extents) {
  if (layout.is_none()) return {array};
  const ArrayForm& form = array.form();
  const bridge::AnyLayout read = layout_for(layout, extents, form.type);
  check_type(read, form.type, form.item_bits);
  check_memory(form, read, value_of(bridge::to_map(read)));
  return {array, value_of(bridge::Evaluator::of(read))};
}

/// A Layout or None, or a text with a shape.
bool has_shape(nb::handle layout) {
  return !nb::isinstance<nb::str>(layout) || value::read_layout(text_of(layout));
}

/// A text without a shape has the extents of the other side.
std::pair<Side, Side> sides(const BorrowedArray& first, nb::handle layout,
                            const BorrowedArray& second, nb::handle against_layout) {
  if (has_shape(layout)) {
    Side left = side_of(first, layout, {});
    Side right = side_of(second, against_layout, left.extents());
    return {std::move(left), std::move(right)};
  }
  Side right = side_of(second, against_layout, second.form().extents);
  Side left = side_of(first, layout, right.extents());
  return {std::move(left), std::move(right)};
}

void check_alike(const Side& left, const Side& right) {
  const int bits = left.array.form().item_bits;
  const int others = right.array.form().item_bits;
  if (bits != others) {
    raise(
        core::Error({.code = "verify.item_size",
                     .message = fmt::format(
                         "elements have {} bits in the array and {} in the other", bits, others),
                     .help = "a relayout keeps the elements as they are: these are two tensors"}));
  }
  if (left.array.form().is_swapped != right.array.form().is_swapped) {
    raise(core::Error({.code = "array.form",
                       .message = "the elements of the two are in different byte orders",
                       .help = "elements are compared byte by byte: convert one of them"}));
  }
  if (left.extents() == right.extents()) return;
  raise(core::Error(
      {.code = "layout.extents",
       .message =
           fmt::format("the array is {}, and the other {}", map::coordinate_text(left.extents()),
                       map::coordinate_text(right.extents())),
       .help = "a relaid array has its physical shape: name its layout, with the logical shape, by "
               "layout= or against_layout="}));
}

/// Of a number, or of both parts of a complex one.
void swap_bytes(std::vector<std::byte>& element, core::ElementType type) {
  const bool has_parts = core::row_of(type).kind == core::ElementKind::kComplex;
  const auto half = element.begin() + static_cast<std::ptrdiff_t>(element.size() / 2);
  if (has_parts) std::reverse(half, element.end());
  std::reverse(element.begin(), has_parts ? half : element.end());
}

nb::object comparison(const Side& left, const Side& right, const cpu::Comparison& found) {
  const nb::object make = nb::module_::import_("tileglot._results").attr("verified");
  if (!found.first) return make(found.compared, 0, nb::none(), "", "");
  const auto text = [](const Side& side, std::int64_t at) {
    const auto bytes = side.element(at);
    std::vector<std::byte> element(bytes.begin(), bytes.end());
    if (side.array.form().is_swapped) swap_bytes(element, side.array.form().type);
    return value::element_text(element, side.array.form().type);
  };
  return make(found.compared, found.different, tuple_of_numbers(found.first->at),
              text(left, found.first->left_offset), text(right, found.first->right_offset));
}

nb::object verify(nb::handle array, nb::handle against, nb::handle layout,
                  nb::handle against_layout) {
  const BorrowedArray first(array, Access::kRead);
  const BorrowedArray second(against, Access::kRead);
  const auto [left, right] = sides(first, layout, second, against_layout);
  check_alike(left, right);
  core::Result<cpu::Comparison> found = core::fail(core::Error());
  {
    const ReleasedGil released;
    found =
        cpu::compare(left.extents(), left.array.form().item_bits / 8, left.side(), right.side());
  }
  return comparison(left, right, value_of(std::move(found)));
}

}  // namespace

void bind_verify(nb::module_& module) {
  module.def(
      "verify", verify, nb::arg("array"), nb::arg("against"), nb::kw_only(),
      nb::arg("layout") = nb::none(), nb::arg("against_layout") = nb::none(),
      nb::sig(
          "def verify(array: typing.Any, against: typing.Any, /, *, layout: object | None = None, "
          "against_layout: object | None = None) -> Comparison"),
      "Whether two arrays hold the same tensor, bit by bit; true, or the first difference.\n\n"
      "layout, against_layout: how the bytes of each lie; None: in the array's own strides. A "
      "text\n"
      "without a shape has the extents of the other side. Padding is not compared.\n\n"
      "Offsets come from the notations' own evaluators, never from a plan.");
}

}  // namespace tileglot::python
