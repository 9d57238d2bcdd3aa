// SPDX-License-Identifier: Apache-2.0
#include "tileglot/api/xla_index_operations.h"

#include <fmt/format.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>

#include "tileglot/api/reply.h"
#include "tileglot/api/xla_operation.h"
#include "tileglot/core/error.h"
#include "tileglot/notation/xla/array_size.h"
#include "tileglot/notation/xla/evaluate.h"
#include "tileglot/notation/xla/linear_index.h"
#include "tileglot/notation/xla/multidimensional_index.h"
#include "tileglot/notation/xla/pad_reshape_transpose.h"
#include "tileglot/notation/xla/print.h"
#include "tileglot/notation/xla/shape.h"
#include "tileglot/notation/xla/split_address.h"
#include "tileglot/notation/xla/splits.h"

namespace tileglot::api {
namespace {

namespace xla = notation::xla;
using core::Result;

/// An array of one part: of several, a place has two numbers.
Result<xla::Shape> whole_array_argument(XlaArguments args, std::size_t i) {
  TILEGLOT_TRY(shape, valid_shape_argument(args, i));
  if (!xla::has_splits(shape)) return shape;
  return core::fail({.code = "xla.split",
                     .message = fmt::format("{} is split, so a place is a part and an offset there",
                                            xla::print(shape)),
                     .help = "ask xla.split_address"});
}

Result<Json> offset_of(XlaArguments args) {
  TILEGLOT_TRY(array, whole_array_argument(args, 0));
  TILEGLOT_TRY(index, numbers_argument(args, 1));
  TILEGLOT_TRY(offset, xla::offset_of(array, index));
  return Json(offset);
}

template <auto Of>
Result<Json> number_at(XlaArguments args) {
  TILEGLOT_TRY(shape, valid_shape_argument(args, 0));
  TILEGLOT_TRY(index, numbers_argument(args, 1));
  TILEGLOT_TRY(number, Of(shape, index));
  return Json(number);
}

/// Of a shape and a number: a number, or a list of numbers.
template <auto Of>
Result<Json> of_shape_and_number(XlaArguments args) {
  TILEGLOT_TRY(shape, valid_shape_argument(args, 0));
  TILEGLOT_TRY(number, number_argument(args, 1));
  TILEGLOT_TRY(result, Of(shape, number));
  return Json(result);
}

/// null where there is padding.
Result<Json> element_at(XlaArguments args) {
  TILEGLOT_TRY(shape, whole_array_argument(args, 0));
  TILEGLOT_TRY(offset, number_argument(args, 1));
  TILEGLOT_TRY(element, xla::element_at(shape, offset));
  return element ? Json(*element) : Json();
}

Result<Json> index_in_bounds(XlaArguments args) {
  TILEGLOT_TRY(shape, valid_shape_argument(args, 0));
  TILEGLOT_TRY(index, numbers_argument(args, 1));
  return Json(xla::index_in_bounds(shape, index));
}

/// null after the last index.
Result<Json> bump_indices(XlaArguments args) {
  TILEGLOT_TRY(shape, valid_shape_argument(args, 0));
  TILEGLOT_TRY(index, numbers_argument(args, 1));
  TILEGLOT_TRY_STATUS(xla::multidimensional_index_to_linear_index(shape, index));
  return xla::bump_indices(shape, index) ? Json(index) : Json();
}

Result<Json> compare_indices(XlaArguments args) {
  TILEGLOT_TRY(a, numbers_argument(args, 0));
  TILEGLOT_TRY(b, numbers_argument(args, 1));
  TILEGLOT_TRY(order, xla::compare_indices(a, b));
  return Json(order < 0 ? -1 : order > 0 ? 1 : 0);
}

Json json_of(const xla::TilingStep& step) {
  return {{"tile", xla::print(step.tile)}, {"merged", step.merged},
          {"padded", step.padded},         {"reshaped", step.reshaped},
          {"transposed", step.transposed}, {"result", step.result}};
}

Result<Json> pad_reshape_transpose(XlaArguments args) {
  TILEGLOT_TRY(shape, whole_array_argument(args, 0));
  TILEGLOT_TRY(steps, xla::pad_reshape_transpose(shape));
  Json tiles = Json::array();
  for (const xla::TilingStep& step : steps.tiles) tiles.push_back(json_of(step));
  return Json{{"physical_order", steps.physical_order},
              {"physical_dims", steps.physical_dims},
              {"tiles", std::move(tiles)},
              {"final_dims", steps.final_dims}};
}

Result<Json> max_elements_in_per_split(XlaArguments args) {
  TILEGLOT_TRY(shape, valid_shape_argument(args, 0));
  TILEGLOT_TRY(elements, xla::max_elements_in_per_split(shape));
  return Json(elements);
}

/// null without a split.
Result<Json> split_config(XlaArguments args) {
  TILEGLOT_TRY(shape, valid_shape_argument(args, 0));
  TILEGLOT_TRY(split, xla::split_config(shape));
  if (!split) return Json();
  return Json{{"dimension", split->dimension}, {"indices", split->indices}};
}

Result<Json> split_address(XlaArguments args) {
  TILEGLOT_TRY(shape, valid_shape_argument(args, 0));
  TILEGLOT_TRY(index, numbers_argument(args, 1));
  TILEGLOT_TRY(address, xla::split_address(shape, index));
  return Json{{"part", address.part}, {"offset", address.offset}};
}

/// The bytes of each are what it is given: those of the largest.
Result<Json> split_parts(XlaArguments args) {
  TILEGLOT_TRY(shape, valid_shape_argument(args, 0));
  TILEGLOT_TRY(parts, xla::split_parts(shape));
  TILEGLOT_TRY(bytes, xla::array_size(shape));
  Json list = Json::array();
  for (const xla::SplitPart& part : parts) {
    list.push_back({{"begin", part.begin},
                    {"extents", part.extents},
                    {"elements", part.elements},
                    {"bytes", bytes}});
  }
  return list;
}

constexpr std::array kOperations{
    XlaOperation{"xla.bump_indices", 2, bump_indices},
    XlaOperation{"xla.compare_indices", 2, compare_indices},
    XlaOperation{"xla.dimension_stride", 2, of_shape_and_number<xla::dimension_stride>},
    XlaOperation{"xla.element_at", 2, element_at},
    XlaOperation{"xla.index_in_bounds", 2, index_in_bounds},
    XlaOperation{"xla.linear_index", 2, number_at<xla::linear_index>},
    XlaOperation{"xla.linear_index_to_multidimensional_index", 2,
                 of_shape_and_number<xla::linear_index_to_multidimensional_index>},
    XlaOperation{"xla.max_elements_in_per_split", 1, max_elements_in_per_split},
    XlaOperation{"xla.max_split_size", 2, of_shape_and_number<xla::max_split_size>},
    XlaOperation{"xla.multidimensional_index_to_linear_index", 2,
                 number_at<xla::multidimensional_index_to_linear_index>},
    XlaOperation{"xla.offset_of", 2, offset_of},
    XlaOperation{"xla.pad_reshape_transpose", 1, pad_reshape_transpose},
    XlaOperation{"xla.split_address", 2, split_address},
    XlaOperation{"xla.split_bounds", 2, of_shape_and_number<xla::split_bounds>},
    XlaOperation{"xla.split_config", 1, split_config},
    XlaOperation{"xla.split_count", 2, of_shape_and_number<xla::split_count>},
    XlaOperation{"xla.split_parts", 1, split_parts},
};

}  // namespace

std::span<const XlaOperation> xla_index_operations() { return kOperations; }

}  // namespace tileglot::api
