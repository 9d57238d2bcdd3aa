// SPDX-License-Identifier: Apache-2.0
#include "tileglot/calculator/xla/layout_operations.h"

#include <fmt/format.h>

#include <array>
#include <cstddef>
#include <span>
#include <utility>

#include "tileglot/calculator/xla/operation.h"
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

namespace tileglot::api {
namespace {

namespace xla = notation::xla;
using core::fail;
using core::Result;

template <xla::Layout (*Make)(std::size_t)>
Result<Json> layout_of_rank(XlaArguments args) {
  TILEGLOT_TRY(rank, number_argument(args, 0));
  if (rank >= 0 && std::cmp_less_equal(rank, xla::kMaxRank)) {
    return described(Make(static_cast<std::size_t>(rank)));
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
    operation<xla::are_dimensions_consecutive, layout_argument, numbers_argument>(
        "xla.are_dimensions_consecutive"),
    XlaOperation{"xla.ascending_layout", 1, layout_of_rank<xla::Layout::column_major>},
    operation<xla::byte_strides_is_major_to_minor, numbers_argument, numbers_argument,
              type_argument>("xla.byte_strides_is_major_to_minor"),
    operation<xla::clear_layout, shape_as_written_argument>("xla.clear_layout"),
    operation<xla::clear_tiles, shape_as_written_argument>("xla.clear_tiles"),
    operation<xla::copy_layout_between_shapes, shape_as_written_argument,
              shape_as_written_argument>("xla.copy_layout_between_shapes"),
    operation<xla::default_layout, shape_argument>("xla.default_layout"),
    operation<xla::delete_dimension, layout_argument, number_argument>("xla.delete_dimension"),
    XlaOperation{"xla.descending_layout", 1, layout_of_rank<xla::Layout::row_major>},
    operation<xla::has_any_layout, shape_as_written_argument>("xla.has_any_layout"),
    operation<xla::has_ascending_layout, layout_argument>("xla.has_ascending_layout"),
    operation<xla::has_custom_element_size_in_bits, shape_as_written_argument>(
        "xla.has_custom_element_size_in_bits"),
    operation<xla::has_descending_layout, layout_argument>("xla.has_descending_layout"),
    operation<xla::has_layout, shape_as_written_argument>("xla.has_layout"),
    operation<is_untiled_layout, valid_shape_argument>("xla.is_untiled_layout"),
    operation<layouts_in_shapes_equal, shape_as_written_argument, shape_as_written_argument>(
        "xla.layouts_in_shapes_equal"),
    operation<xla::logical_to_physical, layout_argument>("xla.logical_to_physical"),
    operation<xla::major, layout_argument, number_argument>("xla.major"),
    operation<xla::memory_space, shape_as_written_argument>("xla.memory_space"),
    operation<xla::minor, layout_argument, number_argument>("xla.minor"),
    operation<xla::move_dim_to_minor, layout_argument, number_argument>("xla.move_dim_to_minor"),
    operation<xla::physical_to_logical, layout_argument>("xla.physical_to_logical"),
    operation<validate_layout_in_shape, shape_as_written_argument>("xla.validate_layout_in_shape"),
    operation<xla::with_default_layout, shape_as_written_argument>("xla.with_default_layout"),
};

}  // namespace

std::span<const XlaOperation> xla_layout_operations() { return kXlaLayoutOperations; }

}  // namespace tileglot::api
