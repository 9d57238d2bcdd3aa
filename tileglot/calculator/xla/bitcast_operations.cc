// SPDX-License-Identifier: Apache-2.0
// xla/bitcast_operations.cc: XLA's reshapes, transposes and other dimensions, by name.
//
// What     xla_bitcast_operations() has bitcasts and what they do, aligned layouts, permuted,
//          inserted and deleted dimensions. An absent result is null.
// Example  xla.reshape_is_bitcast(f32[3,2,2]{1,0,2}, f32[6,2]{0,1}, false) is true.
//          [tests: xla/bitcast_operations_test.cc, "bitcasts are asked for"]
// Errors   Those of xla/arguments.h.

#include "tileglot/calculator/xla/operations.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <variant>
#include <vector>

#include "tileglot/bridge/xla_bitcast.h"
#include "tileglot/calculator/xla/arguments.h"
#include "tileglot/core/error.h"
#include "tileglot/notation/xla/bitcast/align_layouts.h"
#include "tileglot/notation/xla/bitcast/common_factors.h"
#include "tileglot/notation/xla/bitcast/decompose_bitcast.h"
#include "tileglot/notation/xla/bitcast/is_bitcast.h"
#include "tileglot/notation/xla/dimensions/filter_dimensions.h"
#include "tileglot/notation/xla/dimensions/insert_dimensions.h"
#include "tileglot/notation/xla/dimensions/major_dimension.h"
#include "tileglot/notation/xla/dimensions/normalized_transpose.h"
#include "tileglot/notation/xla/dimensions/permute_dimensions.h"
#include "tileglot/notation/xla/shape/layout_order.h"
#include "tileglot/notation/xla/shape/print.h"
#include "tileglot/notation/xla/size/packed_factor.h"
#include "tileglot/notation/xla/validate/array_bounds.h"
#include "tileglot/value/json.h"

namespace tileglot::calculator {
namespace {

namespace xla = notation::xla;
using core::Result;

using Numbers = std::vector<std::int64_t>;

struct TwoShapes {
  xla::Shape in = {};
  xla::Shape out = {};
};

Result<TwoShapes> two_shapes(const Arguments& args) {
  TILEGLOT_TRY(in, valid_shape_argument(args, 0));
  TILEGLOT_TRY(out, valid_shape_argument(args, 1));
  return TwoShapes{in, out};
}

/// Reads whether types are ignored.
Result<xla::ElementTypes> element_types(const Arguments& args, std::size_t i) {
  TILEGLOT_TRY(ignored, flag_argument(args, i));
  return ignored ? xla::ElementTypes::kIgnored : xla::ElementTypes::kCompared;
}

/// Uses index maps if the notation cannot decide; the question is whether the n-th elements have
/// the same offset.
Result<Value> answer_or_by_map(const Result<bool>& answer, const xla::Shape& in,
                               const xla::Shape& out) {
  if (answer) return Json(*answer);
  if (answer.error()->code != "xla.too_large_to_decide") return core::fail(answer.error());
  TILEGLOT_TRY(by_map, bridge::same_addresses_by_map(in, out));
  return Json(by_map);
}

Result<Value> reshape_is_bitcast(const Arguments& args) {
  TILEGLOT_TRY(shapes, two_shapes(args));
  TILEGLOT_TRY(types, element_types(args, 2));
  const auto answer = xla::reshape_is_bitcast(shapes.in, shapes.out, types);
  return answer_or_by_map(answer, shapes.in, shapes.out);
}

Result<Value> transpose_is_bitcast(const Arguments& args) {
  TILEGLOT_TRY(shapes, two_shapes(args));
  TILEGLOT_TRY(p, numbers_argument(args, 2));
  TILEGLOT_TRY(types, element_types(args, 3));
  TILEGLOT_TRY(transposed, xla::permute_dimensions(p, shapes.in));
  const auto answer = xla::transpose_is_bitcast(shapes.in, shapes.out, p, types);
  return answer_or_by_map(answer, transposed, shapes.out);
}

Json json_of(const xla::BitcastReshape& /*step*/) { return {{"kind", "reshape"}}; }

Json json_of(const xla::BitcastTranspose& step) {
  return {{"kind", "transpose"}, {"dimensions", step.dimensions}};
}

Json json_of(const xla::BitcastTransposeReshapeTranspose& steps) {
  return {{"kind", "transpose_reshape_transpose"},
          {"first", steps.first},
          {"transposed", xla::print(steps.transposed)},
          {"reshaped", xla::print(steps.reshaped)},
          {"second", steps.second}};
}

Result<Value> decompose_bitcast(const Arguments& args) {
  TILEGLOT_TRY(shapes, two_shapes(args));
  TILEGLOT_TRY(steps, xla::decompose_bitcast(shapes.in, shapes.out));
  if (!steps) return Json();
  return std::visit([](const auto& kind) { return json_of(kind); }, *steps);
}

Result<Value> decompose_bitcast_to_trt(const Arguments& args) {
  TILEGLOT_TRY(shapes, two_shapes(args));
  TILEGLOT_TRY(steps, xla::decompose_bitcast_to_trt(shapes.in, shapes.out));
  return steps ? json_of(*steps) : Json();
}

Result<xla::Shape> permuted(const xla::Shape& shape, const Numbers& p) {
  return xla::permute_dimensions(p, shape);
}

Result<xla::Shape> permuted_ignoring_layout(const xla::Shape& shape, const Numbers& p) {
  return xla::permute_dimensions_ignoring_layout(p, shape);
}

/// A query about an array.
template <auto Asks>
Result<Value> of_array(const Arguments& args) {
  TILEGLOT_TRY(shape, valid_shape_argument(args, 0));
  TILEGLOT_TRY_STATUS(xla::check_array(shape));
  return Json(Asks(shape));
}

/// Applies to a bound and the shape that it is added to.
template <auto Apply>
Result<Value> of_shape_and_bound(const Arguments& args) {
  TILEGLOT_TRY(shape, valid_shape_argument(args, 0));
  TILEGLOT_TRY(bound, number_argument(args, 1));
  TILEGLOT_TRY(result, Apply(bound, shape));
  return Value(result);
}

Result<xla::Layout> moved_in_layout(const xla::Layout& layout, std::int64_t dimension) {
  return xla::move_dim_to_major(layout, dimension);
}

Result<xla::Shape> moved_in_shape(const xla::Shape& shape, std::int64_t dimension) {
  return xla::move_dim_to_major(shape, dimension);
}

/// Applies to a layout, or to every array in a shape.
Result<Value> move_dim_to_major(const Arguments& args) {
  if (args.text(0).starts_with('{'))
    return answered<moved_in_layout, xla_layout_argument, number_argument>(args);
  return answered<moved_in_shape, valid_shape_argument, number_argument>(args);
}

Result<Value> normalized_transpose(const Arguments& args) {
  TILEGLOT_TRY(shapes, two_shapes(args));
  TILEGLOT_TRY(p, numbers_argument(args, 2));
  TILEGLOT_TRY(result, xla::normalized_logical_transpose_shape(shapes.in, shapes.out, p));
  return Json{{"bounds", result.bounds}, {"permutation", result.permutation}};
}

Result<Value> inserted_or_deleted_1_sized_dimensions(const Arguments& args) {
  TILEGLOT_TRY(from, numbers_argument(args, 0));
  TILEGLOT_TRY(to, numbers_argument(args, 1));
  TILEGLOT_TRY(changes, xla::inserted_or_deleted_1_sized_dimensions(from, to));
  if (!changes) return Json();
  return Json{{"deleted", changes->deleted}, {"inserted", changes->inserted}};
}

constexpr std::array kXlaBitcastOperations{
    operation<xla::align_layouts, valid_shape_argument, valid_shape_argument>(
        {"xla.align_layouts", "in, out",
         "the shape out with the layout that a reshape needs to move nothing, or null",
         "xla.align_layouts(f32[3,2,2]{1,0,2}, f32[6,2])"}),
    Operation{"xla.append_major_dimension", "shape, bound",
              "the shape with one more dimension, at the end, which is the most major in memory",
              "xla.append_major_dimension(f32[2,3], 4)",
              of_shape_and_bound<xla::append_major_dimension>},
    Operation{"xla.append_minor_dimension", "shape, bound",
              "the shape with one more dimension, at the end, which is the most minor in memory",
              "xla.append_minor_dimension(f32[2,3], 4)",
              of_shape_and_bound<xla::append_minor_dimension>},
    operation<xla::common_factors, numbers_argument, numbers_argument>(
        {"xla.common_factors", "from, to",
         "the points at which a reshape between two lists of bounds falls into independent parts",
         "xla.common_factors([2,3,4], [6,4])"}),
    Operation{"xla.decompose_bitcast", "in, out",
              "a bitcast as a reshape, a transpose, or both with another transpose, or null",
              "xla.decompose_bitcast(f32[2,3]{1,0}, f32[3,2]{0,1})", decompose_bitcast},
    Operation{"xla.decompose_bitcast_to_trt", "in, out",
              "a bitcast as transpose, reshape and transpose, or null",
              "xla.decompose_bitcast_to_trt(f32[2,3]{1,0}, f32[3,2]{0,1})",
              decompose_bitcast_to_trt},
    operation<xla::deduce_transpose_dimensions_for_bitcast, valid_shape_argument,
              valid_shape_argument>(
        {"xla.deduce_transpose_dimensions_for_bitcast", "in, out",
         "the permutation that a bitcast is, or null",
         "xla.deduce_transpose_dimensions_for_bitcast(f32[2,3]{1,0}, f32[3,2]{0,1})"}),
    operation<xla::delete_dimensions, valid_shape_argument, numbers_argument>(
        {"xla.delete_dimensions", "shape, dimensions", "the shape without some dimensions",
         "xla.delete_dimensions(f32[2,3,4], [1])"}),
    operation<xla::dimensions_unmodified_by_reshape, numbers_argument, numbers_argument>(
        {"xla.dimensions_unmodified_by_reshape", "from, to",
         "the pairs of dimensions that a reshape leaves alone",
         "xla.dimensions_unmodified_by_reshape([2,3,4], [6,4])"}),
    operation<xla::drop_degenerate_dimensions, valid_shape_argument>(
        {"xla.drop_degenerate_dimensions", "shape", "the shape without dimensions of size 1",
         "xla.drop_degenerate_dimensions(f32[1,3,1])"}),
    Operation{"xla.get_normalized_logical_transpose_shape", "in, out, permutation",
              "the same transpose with the fewest dimensions",
              "xla.get_normalized_logical_transpose_shape(f32[2,3,4], f32[4,2,3], [2,0,1])",
              normalized_transpose},
    Operation{"xla.has_degenerate_dimensions", "shape", "whether a dimension has size 1",
              "xla.has_degenerate_dimensions(f32[1,3])", of_array<xla::has_degenerate_dimensions>},
    operation<xla::insert_dimensions_at_index, valid_shape_argument, number_argument,
              numbers_argument>({"xla.insert_dimensions_at_index", "shape, index, bounds",
                                 "the shape with more dimensions before one",
                                 "xla.insert_dimensions_at_index(f32[2,3], 1, [4,5])"}),
    Operation{"xla.inserted_or_deleted_1_sized_dimensions", "from, to",
              "the dimensions of size 1 that a reshape adds and removes; null if it does more",
              "xla.inserted_or_deleted_1_sized_dimensions([2,1,3], [2,3,1])",
              inserted_or_deleted_1_sized_dimensions},
    operation<xla::is_decomposable_bitcast, valid_shape_argument, valid_shape_argument>(
        {"xla.is_decomposable_bitcast", "in, out",
         "whether both shapes have layouts and the same number of elements",
         "xla.is_decomposable_bitcast(f32[2,3]{1,0}, f32[6]{0})"}),
    operation<xla::is_effectively_most_major_dimension, valid_shape_argument, number_argument>(
        {"xla.is_effectively_most_major_dimension", "shape, number",
         "whether only dimensions of size 1 are more major",
         "xla.is_effectively_most_major_dimension(f32[1,3,2], 1)"}),
    operation<xla::is_reshape_or_transpose_bitcast, valid_shape_argument, valid_shape_argument,
              element_types>(
        {"xla.is_reshape_or_transpose_bitcast", "in, out, ignore type",
         "whether a reshape or a transpose between the shapes moves no element",
         "xla.is_reshape_or_transpose_bitcast(f32[2,3]{1,0}, f32[3,2]{0,1}, false)"}),
    Operation{"xla.last_dim_is_minor_most", "shape", "whether the last dimension is the most minor",
              "xla.last_dim_is_minor_most(f32[2,3]{0,1})", of_array<xla::last_dim_is_minor_most>},
    operation<xla::make_shape_with_descending_layout_and_same_physical_layout,
              valid_shape_argument>(
        {"xla.make_shape_with_descending_layout_and_same_physical_layout", "shape",
         "the row-major shape of the same memory: its dimensions in memory order",
         "xla.make_shape_with_descending_layout_and_same_physical_layout(f32[2,3]{0,1})"}),
    Operation{"xla.move_dim_to_major", "layout or shape, number",
              "the layout with one dimension moved to the most major place",
              "xla.move_dim_to_major({2,1,0}, 1)", move_dim_to_major},
    operation<xla::packed_factor_for_1d_interleaved_array, valid_shape_argument>(
        {"xla.packed_factor_for_1d_interleaved_array", "shape",
         "how many elements of less than 32 bits a word of an interleaved array has",
         "xla.packed_factor_for_1d_interleaved_array(bf16[1024]{0:T(1024)(128)(2,1)})"}),
    operation<permuted, valid_shape_argument, numbers_argument>(
        {"xla.permute_dimensions", "shape, permutation",
         "the shape with its dimensions permuted, and the layout with them: no element moves",
         "xla.permute_dimensions(f32[2,3]{1,0}, [1,0])"}),
    operation<permuted_ignoring_layout, valid_shape_argument, numbers_argument>(
        {"xla.permute_dimensions_ignoring_layout", "shape, permutation",
         "the shape with its dimensions permuted and the default layout",
         "xla.permute_dimensions_ignoring_layout(f32[2,3]{1,0}, [1,0])"}),
    Operation{"xla.prepend_major_dimension", "shape, bound",
              "the shape with one more dimension, at the front, which is the most major in memory",
              "xla.prepend_major_dimension(f32[2,3], 4)",
              of_shape_and_bound<xla::prepend_major_dimension>},
    operation<xla::reorder_logical_dimensions, valid_shape_argument, numbers_argument>(
        {"xla.reorder_logical_dimensions", "shape, permutation",
         "the shape with its dimensions in another order, and the same memory",
         "xla.reorder_logical_dimensions(f32[2,3]{1,0}, [1,0])"}),
    Operation{"xla.reshape_is_bitcast", "in, out, ignore type",
              "whether a reshape moves no element and both shapes own as much memory",
              "xla.reshape_is_bitcast(f32[3,2,2]{1,0,2}, f32[6,2]{0,1}, false)",
              reshape_is_bitcast},
    operation<xla::reshape_leaves_dimensions_unmodified, numbers_argument, numbers_argument,
              numbers_argument>({"xla.reshape_leaves_dimensions_unmodified", "from, to, dimensions",
                                 "the dimensions of the result that equal the given ones, or null",
                                 "xla.reshape_leaves_dimensions_unmodified([2,3,4], [6,4], [2])"}),
    Operation{"xla.transpose_is_bitcast", "in, out, permutation, ignore type",
              "whether a transpose moves no element and both shapes own as much memory",
              "xla.transpose_is_bitcast(f32[2,3]{1,0}, f32[3,2]{0,1}, [1,0], false)",
              transpose_is_bitcast},
    Operation{"xla.true_num_dimensions", "shape",
              "the number of dimensions that do not have size 1",
              "xla.true_num_dimensions(f32[1,3,2])", of_array<xla::true_num_dimensions>},
};

}  // namespace

std::span<const Operation> xla_bitcast_operations() { return kXlaBitcastOperations; }

}  // namespace tileglot::calculator
