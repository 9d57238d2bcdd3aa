// SPDX-License-Identifier: Apache-2.0
#include "tileglot/api/xla_layout_operations.h"

#include <fmt/format.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>

#include "tileglot/api/reply.h"
#include "tileglot/api/xla_operation.h"
#include "tileglot/core/error.h"
#include "tileglot/notation/xla/copy_layout.h"
#include "tileglot/notation/xla/default_layout.h"
#include "tileglot/notation/xla/has_layout.h"
#include "tileglot/notation/xla/layout.h"
#include "tileglot/notation/xla/layout_attributes.h"
#include "tileglot/notation/xla/layout_order.h"
#include "tileglot/notation/xla/limits.h"
#include "tileglot/notation/xla/shape.h"
#include "tileglot/notation/xla/untiled.h"
#include "tileglot/notation/xla/validate.h"

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
               .message = fmt::format("{} is no rank", rank),
               .help = fmt::format("ranks go from 0 to {}", xla::kMaxRank)});
}

template <auto Asks>
Result<Json> answer_of_layout(XlaArguments args) {
  TILEGLOT_TRY(layout, layout_argument(args, 0));
  return Json(Asks(layout));
}

template <auto Of>
Result<Json> numbers_of_layout(XlaArguments args) {
  TILEGLOT_TRY(layout, layout_argument(args, 0));
  TILEGLOT_TRY(numbers, Of(layout));
  return Json(numbers);
}

template <auto Of>
Result<Json> dimension_of_layout(XlaArguments args) {
  TILEGLOT_TRY(layout, layout_argument(args, 0));
  TILEGLOT_TRY(place, number_argument(args, 1));
  TILEGLOT_TRY(dimension, Of(layout, place));
  return Json(dimension);
}

template <auto Change>
Result<Json> changed_layout(XlaArguments args) {
  TILEGLOT_TRY(layout, layout_argument(args, 0));
  TILEGLOT_TRY(dimension, number_argument(args, 1));
  TILEGLOT_TRY(changed, Change(layout, dimension));
  return described(changed);
}

Result<Json> are_dimensions_consecutive(XlaArguments args) {
  TILEGLOT_TRY(layout, layout_argument(args, 0));
  TILEGLOT_TRY(dimensions, numbers_argument(args, 1));
  TILEGLOT_TRY(consecutive, xla::are_dimensions_consecutive(layout, dimensions));
  return Json(consecutive);
}

template <auto Asks>
Result<Json> answer_of_shape(XlaArguments args) {
  TILEGLOT_TRY(shape, shape_as_written_argument(args, 0));
  return Json(Asks(shape));
}

template <xla::Shape (*Change)(const xla::Shape&)>
Result<Json> changed_shape(XlaArguments args) {
  TILEGLOT_TRY(shape, shape_as_written_argument(args, 0));
  return described(Change(shape));
}

Result<Json> default_layout(XlaArguments args) {
  TILEGLOT_TRY(shape, shape_argument(args, 0));
  TILEGLOT_TRY(layout, xla::default_layout(shape));
  return described(layout);
}

Result<Json> copy_layout_between_shapes(XlaArguments args) {
  TILEGLOT_TRY(from, shape_as_written_argument(args, 0));
  TILEGLOT_TRY(to, shape_as_written_argument(args, 1));
  TILEGLOT_TRY(copy, xla::copy_layout_between_shapes(from, to));
  return described(copy);
}

Result<Json> layouts_in_shapes_equal(XlaArguments args) {
  TILEGLOT_TRY(a, shape_as_written_argument(args, 0));
  TILEGLOT_TRY(b, shape_as_written_argument(args, 1));
  return Json(xla::layouts_in_shapes_equal(a, b));
}

/// true, or the refusal.
Result<Json> validate_layout_in_shape(XlaArguments args) {
  TILEGLOT_TRY(shape, shape_as_written_argument(args, 0));
  TILEGLOT_TRY_STATUS(xla::validate_layout_in_shape(shape));
  return Json(true);
}

Result<Json> byte_strides_is_major_to_minor(XlaArguments args) {
  TILEGLOT_TRY(strides, numbers_argument(args, 0));
  TILEGLOT_TRY(bounds, numbers_argument(args, 1));
  TILEGLOT_TRY(type, type_argument(args, 2));
  TILEGLOT_TRY(answer, xla::byte_strides_is_major_to_minor(strides, bounds, type));
  return Json(answer);
}

Result<Json> is_untiled_layout(XlaArguments args) {
  TILEGLOT_TRY(shape, valid_shape_argument(args, 0));
  TILEGLOT_TRY(untiled, xla::is_untiled_layout(shape));
  return Json(untiled);
}

constexpr std::array kOperations{
    XlaOperation{"xla.are_dimensions_consecutive", 2, are_dimensions_consecutive},
    XlaOperation{"xla.ascending_layout", 1, layout_of_rank<xla::Layout::column_major>},
    XlaOperation{"xla.byte_strides_is_major_to_minor", 3, byte_strides_is_major_to_minor},
    XlaOperation{"xla.clear_layout", 1, changed_shape<xla::clear_layout>},
    XlaOperation{"xla.clear_tiles", 1, changed_shape<xla::clear_tiles>},
    XlaOperation{"xla.copy_layout_between_shapes", 2, copy_layout_between_shapes},
    XlaOperation{"xla.default_layout", 1, default_layout},
    XlaOperation{"xla.delete_dimension", 2, changed_layout<xla::delete_dimension>},
    XlaOperation{"xla.descending_layout", 1, layout_of_rank<xla::Layout::row_major>},
    XlaOperation{"xla.has_any_layout", 1, answer_of_shape<xla::has_any_layout>},
    XlaOperation{"xla.has_ascending_layout", 1, answer_of_layout<xla::has_ascending_layout>},
    XlaOperation{"xla.has_custom_element_size_in_bits", 1,
                 answer_of_shape<xla::has_custom_element_size_in_bits>},
    XlaOperation{"xla.has_descending_layout", 1, answer_of_layout<xla::has_descending_layout>},
    XlaOperation{"xla.has_layout", 1, answer_of_shape<xla::has_layout>},
    XlaOperation{"xla.is_untiled_layout", 1, is_untiled_layout},
    XlaOperation{"xla.layouts_in_shapes_equal", 2, layouts_in_shapes_equal},
    XlaOperation{"xla.logical_to_physical", 1, numbers_of_layout<xla::logical_to_physical>},
    XlaOperation{"xla.major", 2, dimension_of_layout<xla::major>},
    XlaOperation{"xla.memory_space", 1, answer_of_shape<xla::memory_space>},
    XlaOperation{"xla.minor", 2, dimension_of_layout<xla::minor>},
    XlaOperation{"xla.move_dim_to_minor", 2, changed_layout<xla::move_dim_to_minor>},
    XlaOperation{"xla.physical_to_logical", 1, numbers_of_layout<xla::physical_to_logical>},
    XlaOperation{"xla.validate_layout_in_shape", 1, validate_layout_in_shape},
    XlaOperation{"xla.with_default_layout", 1, changed_shape<xla::with_default_layout>},
};

}  // namespace

std::span<const XlaOperation> xla_layout_operations() { return kOperations; }

}  // namespace tileglot::api
