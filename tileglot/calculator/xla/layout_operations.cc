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
        {"xla.are_dimensions_consecutive", "layout, dimensions",
         "whether dimensions are neighbours in memory order",
         "xla.are_dimensions_consecutive({2,1,0}, [1,2])"}),
    Operation{"xla.ascending_layout", "rank", "the column-major layout of a rank",
              "xla.ascending_layout(3)", layout_of_rank<xla::Layout::column_major>},
    operation<xla::byte_strides_is_major_to_minor, numbers_argument, numbers_argument,
              type_argument>({"xla.byte_strides_is_major_to_minor", "strides, bounds, type",
                              "whether steps in bytes are those of the row-major array",
                              "xla.byte_strides_is_major_to_minor([12,4], [2,3], f32)"}),
    operation<xla::clear_layout, shape_as_written_argument>({"xla.clear_layout", "shape",
                                                             "the shape without a layout",
                                                             "xla.clear_layout(f32[2,3]{0,1})"}),
    operation<xla::clear_tiles, shape_as_written_argument>(
        {"xla.clear_tiles", "shape", "the shape with its order and without its tiles",
         "xla.clear_tiles(f32[2,3]{0,1:T(2,2)})"}),
    operation<xla::copy_layout_between_shapes, shape_as_written_argument,
              shape_as_written_argument>(
        {"xla.copy_layout_between_shapes", "from, to",
         "the second shape with the layouts of the first",
         "xla.copy_layout_between_shapes(f32[2,3]{0,1}, s8[4,5])"}),
    operation<xla::default_layout, shape_argument>({"xla.default_layout", "shape",
                                                    "XLA's default layout of an array",
                                                    "xla.default_layout(f32[2,3]{0,1})"}),
    operation<xla::delete_dimension, xla_layout_argument, number_argument>(
        {"xla.delete_dimension", "layout, number", "the layout without one dimension",
         "xla.delete_dimension({2,0,1}, 1)"}),
    Operation{"xla.descending_layout", "rank", "the row-major layout of a rank",
              "xla.descending_layout(3)", layout_of_rank<xla::Layout::row_major>},
    operation<xla::has_any_layout, shape_as_written_argument>(
        {"xla.has_any_layout", "shape", "whether some array of the shape has a layout",
         "xla.has_any_layout((f32[2]{0}, f32[3]))"}),
    operation<xla::has_ascending_layout, xla_layout_argument>({"xla.has_ascending_layout", "layout",
                                                               "whether the order is column-major",
                                                               "xla.has_ascending_layout({0,1})"}),
    operation<xla::has_custom_element_size_in_bits, shape_as_written_argument>(
        {"xla.has_custom_element_size_in_bits", "shape",
         "whether a layout gives its elements a size in bits, as E(4) does",
         "xla.has_custom_element_size_in_bits(s4[8]{0:E(4)})"}),
    operation<xla::has_descending_layout, xla_layout_argument>(
        {"xla.has_descending_layout", "layout", "whether the order is row-major",
         "xla.has_descending_layout({1,0})"}),
    operation<xla::has_layout, shape_as_written_argument>(
        {"xla.has_layout", "shape",
         "whether every array of the shape has a layout; f32[2] has none",
         "xla.has_layout((f32[2]{0}, f32[3]))"}),
    operation<is_untiled_layout, valid_shape_argument>(
        {"xla.is_untiled_layout", "shape",
         "whether the layout has no tiles, or tiles that change nothing",
         "xla.is_untiled_layout(f32[2,3]{1,0:T(2,2)})"}),
    operation<layouts_in_shapes_equal, shape_as_written_argument, shape_as_written_argument>(
        {"xla.layouts_in_shapes_equal", "a, b",
         "whether the layouts of two shapes are equal, array by array",
         "xla.layouts_in_shapes_equal(f32[2,3]{0,1}, s8[4,5]{0,1})"}),
    operation<xla::logical_to_physical, xla_layout_argument>(
        {"xla.logical_to_physical", "layout",
         "the place in memory order of each dimension; place 0 is the most major",
         "xla.logical_to_physical({0,2,1})"}),
    operation<xla::major, xla_layout_argument, number_argument>(
        {"xla.major", "layout, k", "the dimension that is k-th most major",
         "xla.major({1,0,2}, 0)"}),
    operation<xla::memory_space, shape_as_written_argument>(
        {"xla.memory_space", "shape", "the memory space of the layout, as in S(5)",
         "xla.memory_space(f32[2]{0:S(5)})"}),
    operation<xla::minor, xla_layout_argument, number_argument>(
        {"xla.minor", "layout, k", "the dimension that is k-th most minor",
         "xla.minor({1,0,2}, 0)"}),
    operation<xla::move_dim_to_minor, xla_layout_argument, number_argument>(
        {"xla.move_dim_to_minor", "layout, number",
         "the layout with one dimension moved to the most minor place",
         "xla.move_dim_to_minor({2,1,0}, 1)"}),
    operation<xla::physical_to_logical, xla_layout_argument>(
        {"xla.physical_to_logical", "layout",
         "the dimension at each place in memory order; place 0 is the most major",
         "xla.physical_to_logical({0,2,1})"}),
    operation<validate_layout_in_shape, shape_as_written_argument>(
        {"xla.validate_layout_in_shape", "shape", "true, or why a layout does not fit its shape",
         "xla.validate_layout_in_shape(f32[2,3]{1,0})"}),
    operation<xla::with_default_layout, shape_as_written_argument>(
        {"xla.with_default_layout", "shape", "the shape with XLA's default layout in every array",
         "xla.with_default_layout((f32[2,3]{0,1}, s8[4]))"}),
};

}  // namespace

std::span<const Operation> xla_layout_operations() { return kXlaLayoutOperations; }

}  // namespace tileglot::calculator
