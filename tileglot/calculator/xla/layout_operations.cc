// SPDX-License-Identifier: Apache-2.0
// xla/layout_operations.cc: XLA's layout utilities, by name.
//
// What     xla_layout_operations() has the orders of layouts, defaults, copies and comparisons, and
//          the other properties of a layout. Where it matters whether a layout is present, a shape
//          is taken as written: f32[2] has none.
// Example  xla.move_dim_to_major({2,1,0}, 1) is {2,0,1}; xla.has_layout((f32[2]{0}, f32[3])) is
//          false.
//          [tests: xla/layout_operations_test.cc, "orders are asked and changed"]
// Errors   Those of xla/arguments.h.

#include "tileglot/calculator/xla/operations.h"

#include <fmt/format.h>

#include <array>
#include <cstddef>
#include <span>
#include <utility>

#include "tileglot/calculator/xla/arguments.h"
#include "tileglot/core/error.h"
#include "tileglot/notation/xla/address/untiled.h"
#include "tileglot/notation/xla/dimensions/copy_layout.h"
#include "tileglot/notation/xla/dimensions/default_layout.h"
#include "tileglot/notation/xla/shape/has_layout.h"
#include "tileglot/notation/xla/shape/layout.h"
#include "tileglot/notation/xla/shape/layout_attributes.h"
#include "tileglot/notation/xla/shape/layout_order.h"
#include "tileglot/notation/xla/shape/limits.h"
#include "tileglot/notation/xla/shape/shape.h"
#include "tileglot/notation/xla/validate/validate.h"
#include "tileglot/value/json.h"

namespace tileglot::calculator {
namespace {

namespace xla = notation::xla;
using core::fail;
using core::Result;

template <xla::Layout (*Make)(std::size_t)>
Result<Value> layout_of_rank(const Arguments& args) {
  TILEGLOT_TRY(rank, number_argument(args, 0));
  if (rank >= 0 && std::cmp_less_equal(rank, xla::kMaxRank)) {
    return Value(Make(static_cast<std::size_t>(rank)));
  }
  return fail({.code = "xla.limit",
               .message = fmt::format("{} is not a rank", rank),
               .help = fmt::format("ranks go from 0 to {}", xla::kMaxRank)});
}

bool layouts_in_shapes_equal(const xla::Shape& a, const xla::Shape& b) {
  return xla::layouts_in_shapes_equal(a, b);
}

core::Status validate_layout_in_shape(const xla::Shape& shape) {
  return xla::validate_layout_in_shape(shape);
}

core::Result<bool> is_untiled_layout(const xla::Shape& shape) {
  return xla::is_untiled_layout(shape);
}

constexpr std::array kXlaLayoutOperations{
    operation<xla::are_dimensions_consecutive, xla_layout_argument, numbers_argument>(
        "xla.are_dimensions_consecutive"),
    Operation{"xla.ascending_layout", 1, 1, layout_of_rank<xla::Layout::column_major>},
    operation<xla::byte_strides_is_major_to_minor, numbers_argument, numbers_argument,
              type_argument>("xla.byte_strides_is_major_to_minor"),
    operation<xla::clear_layout, shape_as_written_argument>("xla.clear_layout"),
    operation<xla::clear_tiles, shape_as_written_argument>("xla.clear_tiles"),
    operation<xla::copy_layout_between_shapes, shape_as_written_argument,
              shape_as_written_argument>("xla.copy_layout_between_shapes"),
    operation<xla::default_layout, shape_argument>("xla.default_layout"),
    operation<xla::delete_dimension, xla_layout_argument, number_argument>("xla.delete_dimension"),
    Operation{"xla.descending_layout", 1, 1, layout_of_rank<xla::Layout::row_major>},
    operation<xla::has_any_layout, shape_as_written_argument>("xla.has_any_layout"),
    operation<xla::has_ascending_layout, xla_layout_argument>("xla.has_ascending_layout"),
    operation<xla::has_custom_element_size_in_bits, shape_as_written_argument>(
        "xla.has_custom_element_size_in_bits"),
    operation<xla::has_descending_layout, xla_layout_argument>("xla.has_descending_layout"),
    operation<xla::has_layout, shape_as_written_argument>("xla.has_layout"),
    operation<is_untiled_layout, valid_shape_argument>("xla.is_untiled_layout"),
    operation<layouts_in_shapes_equal, shape_as_written_argument, shape_as_written_argument>(
        "xla.layouts_in_shapes_equal"),
    operation<xla::logical_to_physical, xla_layout_argument>("xla.logical_to_physical"),
    operation<xla::major, xla_layout_argument, number_argument>("xla.major"),
    operation<xla::memory_space, shape_as_written_argument>("xla.memory_space"),
    operation<xla::minor, xla_layout_argument, number_argument>("xla.minor"),
    operation<xla::move_dim_to_minor, xla_layout_argument, number_argument>(
        "xla.move_dim_to_minor"),
    operation<xla::physical_to_logical, xla_layout_argument>("xla.physical_to_logical"),
    operation<validate_layout_in_shape, shape_as_written_argument>("xla.validate_layout_in_shape"),
    operation<xla::with_default_layout, shape_as_written_argument>("xla.with_default_layout"),
};

}  // namespace

std::span<const Operation> xla_layout_operations() { return kXlaLayoutOperations; }

}  // namespace tileglot::calculator
