// SPDX-License-Identifier: Apache-2.0
// xla/index_operations.cc: where the elements of XLA's arrays are, by name.
//
// What     xla_index_operations() has offsets and their inverse, linear and multidimensional
//          indices, tiling as pads, reshapes and transposes, and the parts that splits make.
// Example  xla.offset_of(bf16[9,200]{1,0:T(8,128)(2,1)}, [3,130]) is 1285, and xla.element_at of it
//          at 1285 is [3,130].
//          [tests: xla/index_operations_test.cc, "offsets and elements"]
//          xla.offsets(f32[2,2]{0,1}) is {"physical_elements":4,"offsets":[0,2,1,3]}.
//          [tests: eval_test.cc, "a line is answered by a line"]
// Errors   xla.too_many_offsets; those of xla/arguments.h.

#include "tileglot/calculator/xla/operations.h"

#include <fmt/format.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>

#include "tileglot/bridge/any_layout.h"
#include "tileglot/bridge/notation.h"
#include "tileglot/bridge/values.h"
#include "tileglot/calculator/xla/arguments.h"
#include "tileglot/core/error.h"
#include "tileglot/notation/xla/address/linear_index.h"
#include "tileglot/notation/xla/address/multidimensional_index.h"
#include "tileglot/notation/xla/address/pad_reshape_transpose.h"
#include "tileglot/notation/xla/shape/print.h"
#include "tileglot/notation/xla/shape/shape.h"
#include "tileglot/notation/xla/size/array_size.h"
#include "tileglot/notation/xla/validate/evaluate.h"
#include "tileglot/notation/xla/validate/split_address.h"
#include "tileglot/notation/xla/validate/splits.h"
#include "tileglot/value/json.h"

namespace tileglot::calculator {
namespace {

namespace xla = notation::xla;
using core::Result;

constexpr std::int64_t kMaxOffsets = 1 << 22;

/// An array of one part: with several, a position has two numbers.
Result<xla::Shape> whole_array_argument(const Arguments& args, std::size_t i) {
  TILEGLOT_TRY(shape, valid_shape_argument(args, i));
  if (!xla::has_splits(shape)) return shape;
  return core::fail({.code = "xla.split",
                     .message = fmt::format("{} is split, so a place is a part and an offset there",
                                            xla::print(shape)),
                     .help = "ask xla.split_address"});
}

/// null after the last index.
Result<Value> bump_indices(const Arguments& args) {
  TILEGLOT_TRY(shape, valid_shape_argument(args, 0));
  TILEGLOT_TRY(index, numbers_argument(args, 1));
  TILEGLOT_TRY_STATUS(xla::multidimensional_index_to_linear_index(shape, index));
  return xla::bump_indices(shape, index) ? Json(index) : Json();
}

Result<Value> compare_indices(const Arguments& args) {
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

Result<Value> pad_reshape_transpose(const Arguments& args) {
  TILEGLOT_TRY(shape, whole_array_argument(args, 0));
  TILEGLOT_TRY(steps, xla::pad_reshape_transpose(shape));
  Json tiles = Json::array();
  for (const xla::TilingStep& step : steps.tiles) tiles.push_back(json_of(step));
  return Json{{"physical_order", steps.physical_order},
              {"physical_dims", steps.physical_dims},
              {"tiles", std::move(tiles)},
              {"final_dims", steps.final_dims}};
}

/// null without a split.
Result<Value> split_config(const Arguments& args) {
  TILEGLOT_TRY(split, (invoke<xla::split_config, valid_shape_argument>(args)));
  if (!split) return Json();
  return Json{{"dimension", split->dimension}, {"indices", split->indices}};
}

Result<Value> split_address(const Arguments& args) {
  TILEGLOT_TRY(shape, valid_shape_argument(args, 0));
  TILEGLOT_TRY(index, numbers_argument(args, 1));
  TILEGLOT_TRY(address, xla::split_address(shape, index));
  return Json{{"part", address.part}, {"offset", address.offset}};
}

/// Every part is allocated the bytes of the largest.
Result<Value> split_parts(const Arguments& args) {
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

/// The offsets of all elements, as recorded answers have them, by either evaluator.
Result<Value> offsets(const Arguments& args) {
  TILEGLOT_TRY(layout, bridge::parse_layout(args.text(0), {.notation = bridge::Notation::kXla}));
  TILEGLOT_TRY(values, bridge::values_of(layout, kMaxOffsets, args.via()));
  if (values.size > kMaxOffsets) {
    return core::fail(
        {.code = "xla.too_many_offsets",
         .message = fmt::format("the shape has {} elements; at most {} offsets are listed",
                                values.size, kMaxOffsets)});
  }
  return Json{{"physical_elements", values.codomain_size}, {"offsets", std::move(values.offsets)}};
}

constexpr std::array kXlaIndexOperations{
    Operation{"xla.bump_indices", "shape, index",
              "the next index, the last dimension fastest; null after the last",
              "xla.bump_indices(f32[2,3], [0,2])", bump_indices},
    Operation{"xla.compare_indices", "a, b",
              "-1, 0 or 1, as the first index is less than, equal to or greater than the second",
              "xla.compare_indices([0,2], [1,0])", compare_indices},
    operation<xla::dimension_stride, valid_shape_argument, number_argument>(
        {"xla.dimension_stride", "shape, number",
         "the step of a dimension in elements, without tiles",
         "xla.dimension_stride(f32[2,3], 0)"}),
    operation<xla::element_at, whole_array_argument, number_argument>(
        {"xla.element_at", "shape, offset",
         "the element at an offset, by all tiles; null for padding",
         "xla.element_at(f32[3,5]{1,0:T(2,2)}, 17)"}),
    operation<xla::index_in_bounds, valid_shape_argument, numbers_argument>(
        {"xla.index_in_bounds", "shape, index", "whether an index is inside the shape",
         "xla.index_in_bounds(f32[2,3], [1,3])"}),
    operation<xla::linear_index, valid_shape_argument, numbers_argument>(
        {"xla.linear_index", "shape, index",
         "the offset of an element by XLA's LinearIndex, which uses the first tile only",
         "xla.linear_index(f32[3,5]{1,0:T(2,2)}, [2,3])"}),
    operation<xla::linear_index_to_multidimensional_index, valid_shape_argument, number_argument>(
        {"xla.linear_index_to_multidimensional_index", "shape, number",
         "the index of the element with that number, without tiles",
         "xla.linear_index_to_multidimensional_index(f32[2,3], 4)"}),
    operation<xla::max_elements_in_per_split, valid_shape_argument>(
        {"xla.max_elements_in_per_split", "shape",
         "the most elements that a part of a split array has",
         "xla.max_elements_in_per_split(f32[8,4]{1,0:SC(0:3)})"}),
    operation<xla::max_split_size, valid_shape_argument, number_argument>(
        {"xla.max_split_size", "shape, number", "the most that a part has of one dimension",
         "xla.max_split_size(f32[8,4]{1,0:SC(0:3)}, 0)"}),
    operation<xla::multidimensional_index_to_linear_index, valid_shape_argument, numbers_argument>(
        {"xla.multidimensional_index_to_linear_index", "shape, index",
         "the number of an element in memory order, without tiles",
         "xla.multidimensional_index_to_linear_index(f32[2,3], [1,1])"}),
    operation<xla::offset_of, whole_array_argument, numbers_argument>(
        {"xla.offset_of", "shape, index", "the offset of an element, by all tiles",
         "xla.offset_of(f32[3,5]{1,0:T(2,2)}, [2,3])"}),
    Operation{"xla.offsets", "shape",
              "the number of positions, and the offset of every element in row-major order",
              "xla.offsets(f32[2,2]{0,1})", offsets},
    Operation{"xla.pad_reshape_transpose", "shape",
              "the tiles of a layout as pads, reshapes and transposes",
              "xla.pad_reshape_transpose(f32[3,5]{1,0:T(2,2)})", pad_reshape_transpose},
    Operation{"xla.split_address", "shape, index",
              "the part of a split array that has an element, and its offset there",
              "xla.split_address(f32[8,4]{1,0:SC(0:3)}, [4,1])", split_address},
    operation<xla::split_bounds, valid_shape_argument, number_argument>(
        {"xla.split_bounds", "shape, number", "where the parts of one dimension begin and end",
         "xla.split_bounds(f32[8,4]{1,0:SC(0:3)}, 0)"}),
    Operation{"xla.split_config", "shape", "the dimension that is split and where, or null",
              "xla.split_config(f32[8,4]{1,0:SC(0:3)})", split_config},
    operation<xla::split_count, valid_shape_argument, number_argument>(
        {"xla.split_count", "shape, number", "the number of parts of one dimension",
         "xla.split_count(f32[8,4]{1,0:SC(0:3)}, 0)"}),
    Operation{"xla.split_parts", "shape",
              "the parts of a split array, with their extents and bytes",
              "xla.split_parts(f32[8,4]{1,0:SC(0:3)})", split_parts},
};

}  // namespace

std::span<const Operation> xla_index_operations() { return kXlaIndexOperations; }

}  // namespace tileglot::calculator
