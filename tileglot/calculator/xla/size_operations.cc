// SPDX-License-Identifier: Apache-2.0
// xla/size_operations.cc: how large XLA's arrays are, by name.
//
// What     xla_size_operations() has the sizes and strides of arrays, element types, shapes on the
//          host, dynamic dimensions and the leaves of tuples.
// Example  xla.array_size(f32[3,5]{1,0:T(2,2)}) is 96.
//          [tests: xla/size_operations_test.cc, "sizes are numbers"]
// Errors   Those of xla/arguments.h.

#include "tileglot/calculator/xla/operations.h"

#include <array>
#include <span>
#include <utility>

#include "tileglot/calculator/xla/arguments.h"
#include "tileglot/core/error.h"
#include "tileglot/notation/xla/address/physical_shape.h"
#include "tileglot/notation/xla/dimensions/change_element_type.h"
#include "tileglot/notation/xla/dimensions/dynamic_dimensions.h"
#include "tileglot/notation/xla/dimensions/make_shape.h"
#include "tileglot/notation/xla/shape/element_size.h"
#include "tileglot/notation/xla/shape/host_shape.h"
#include "tileglot/notation/xla/shape/leaves.h"
#include "tileglot/notation/xla/shape/primitive_type.h"
#include "tileglot/notation/xla/shape/print.h"
#include "tileglot/notation/xla/size/array_size.h"
#include "tileglot/notation/xla/size/byte_size.h"
#include "tileglot/notation/xla/size/byte_strides.h"
#include "tileglot/notation/xla/validate/array_bounds.h"
#include "tileglot/notation/xla/validate/largest_part.h"
#include "tileglot/notation/xla/wire/serialized_size.h"
#include "tileglot/value/json.h"

namespace tileglot::calculator {
namespace {

namespace xla = notation::xla;
using core::Result;

Result<Value> element_size_bits(const Arguments& args) {
  TILEGLOT_TRY(shape, valid_shape_argument(args, 0));
  TILEGLOT_TRY_STATUS(xla::elements_in(shape));
  return Json(xla::element_size_bits(*xla::array_in(shape)));
}

Result<Value> update_element_size(const Arguments& args) {
  TILEGLOT_TRY(shape, valid_shape_argument(args, 0));
  TILEGLOT_TRY(packed, flag_argument(args, 1));
  const auto packing = packed ? xla::Packing::kBits : xla::Packing::kBytes;
  return Value(xla::update_element_size(std::move(shape), packing));
}

Result<Value> dimension_at(const Arguments& args) {
  TILEGLOT_TRY(shape, valid_shape_argument(args, 0));
  TILEGLOT_TRY(number, number_argument(args, 1));
  TILEGLOT_TRY(dimension, xla::dimension_at(shape, number));
  return dimension.bound ? Json(*dimension.bound) : Json();
}

Result<Value> leaves(const Arguments& args) {
  TILEGLOT_TRY(shape, valid_shape_argument(args, 0));
  Json list = Json::array();
  for (const xla::Leaf& leaf : xla::leaves(shape)) {
    list.push_back({{"path", leaf.path}, {"shape", xla::print(leaf.shape)}});
  }
  return list;
}

constexpr std::array kXlaSizeOperations{
    operation<xla::array_data_size, valid_shape_argument>(
        {"xla.array_data_size", "shape", "the bytes of an array up to its last element",
         "xla.array_data_size(f32[3,5]{1,0:T(2,2)})"}),
    operation<xla::array_size, valid_shape_argument>(
        {"xla.array_size", "shape",
         "the bytes that an array's allocation takes, with padding, tail and splits",
         "xla.array_size(f32[3,5]{1,0:T(2,2)})"}),
    operation<xla::byte_size_of, valid_shape_argument, number_argument>(
        {"xla.byte_size_of", "shape, pointer bytes",
         "the bytes of a value without padding; a tuple is a table of pointers",
         "xla.byte_size_of((f32[2], f32[3]), 8)"}),
    operation<xla::byte_size_of_elements, valid_shape_argument>(
        {"xla.byte_size_of_elements", "shape", "the bytes of an array's elements",
         "xla.byte_size_of_elements(f32[3,5]{1,0:T(2,2)})"}),
    operation<xla::byte_strides, valid_shape_argument>(
        {"xla.byte_strides", "shape",
         "the step of each dimension in bytes; null where elements are packed below bytes",
         "xla.byte_strides(f32[3,5])"}),
    operation<xla::change_element_type, valid_shape_argument, type_argument>(
        {"xla.change_element_type", "shape, type", "the shape with another element type",
         "xla.change_element_type(f32[2,3], bf16)"}),
    operation<xla::clear_dynamic_dimensions, valid_shape_argument>(
        {"xla.clear_dynamic_dimensions", "shape", "the shape with every dimension static",
         "xla.clear_dynamic_dimensions(f32[<=2,3])"}),
    operation<xla::device_shape_is_host_shape, valid_shape_argument>(
        {"xla.device_shape_is_host_shape", "shape",
         "whether the host stores the shape as the device does",
         "xla.device_shape_is_host_shape(f32[2,3]{1,0:T(2,128)})"}),
    operation<xla::device_shape_to_host_shape, valid_shape_argument>(
        {"xla.device_shape_to_host_shape", "shape", "the shape as the host stores it",
         "xla.device_shape_to_host_shape(f32[2,3]{1,0:T(2,128)})"}),
    Operation{"xla.dimension_at", "shape, number",
              "the bound of a dimension; negative numbers count from the end",
              "xla.dimension_at(f32[2,3], -1)", dimension_at},
    Operation{"xla.element_size_bits", "shape", "the bits that an element takes",
              "xla.element_size_bits(s4[8]{0:E(4)})", element_size_bits},
    operation<xla::elements_in, valid_shape_argument>({"xla.elements_in", "shape",
                                                       "the number of elements, without padding",
                                                       "xla.elements_in(f32[3,5]{1,0:T(2,2)})"}),
    operation<xla::is_static, valid_shape_argument>({"xla.is_static", "shape",
                                                     "whether every dimension is static",
                                                     "xla.is_static(f32[<=2,3])"}),
    operation<xla::is_unbounded_dynamic, valid_shape_argument>(
        {"xla.is_unbounded_dynamic", "shape", "whether a dimension is dynamic without a bound",
         "xla.is_unbounded_dynamic(f32[?,3])"}),
    operation<xla::is_zero_element_array, valid_shape_argument>(
        {"xla.is_zero_element_array", "shape", "whether the array has no elements",
         "xla.is_zero_element_array(f32[0,3])"}),
    operation<xla::largest_part, valid_shape_argument>(
        {"xla.largest_part", "shape", "the shape of the largest part of a split array",
         "xla.largest_part(f32[8,4]{1,0:SC(0:3)})"}),
    Operation{"xla.leaves", "shape", "the leaves of a tuple with their paths",
              "xla.leaves((f32[2], (s8[3])))", leaves},
    operation<xla::make_shape_with_dense_layout, type_argument, numbers_argument,
              xla_layout_argument>({"xla.make_shape_with_dense_layout", "type, bounds, layout",
                                    "the shape of bounds with a whole layout",
                                    "xla.make_shape_with_dense_layout(f32, [2,3], {0,1})"}),
    operation<xla::owned_elements, valid_shape_argument>(
        {"xla.owned_elements", "shape", "the elements of an array's allocation, padding included",
         "xla.owned_elements(f32[3,5]{1,0:T(2,2)})"}),
    operation<xla::physical_shape, valid_shape_argument>(
        {"xla.physical_shape", "shape", "the row-major shape of the array as it is in memory",
         "xla.physical_shape(f32[3,5]{0,1})"}),
    operation<xla::same_dimensions, valid_shape_argument, valid_shape_argument>(
        {"xla.same_dimensions", "a, b", "whether two shapes have the same dimensions",
         "xla.same_dimensions(f32[2,3], s8[2,3])"}),
    operation<xla::serialized_size, valid_shape_argument>(
        {"xla.serialized_size", "shape",
         "the bytes that a literal of the shape takes when serialized",
         "xla.serialized_size(f32[2,3])"}),
    operation<xla::set_dynamic_dimension, valid_shape_argument, number_argument, flag_argument>(
        {"xla.set_dynamic_dimension", "shape, number, dynamic",
         "the shape with one dimension dynamic or static",
         "xla.set_dynamic_dimension(f32[2,3], 0, true)"}),
    operation<xla::subshape, valid_shape_argument, numbers_argument>(
        {"xla.subshape", "shape, path", "the shape at a path of a tuple",
         "xla.subshape((f32[2], (s8[3])), [1,0])"}),
    operation<xla::unpacked_byte_strides, valid_shape_argument>(
        {"xla.unpacked_byte_strides", "shape",
         "the step of each dimension in bytes, with whole bytes for each element",
         "xla.unpacked_byte_strides(s4[3,5]{1,0:E(4)})"}),
    Operation{"xla.update_element_size", "shape, packed",
              "the shape with elements of less than a byte packed, or with whole bytes",
              "xla.update_element_size(s4[8], true)", update_element_size},
};

}  // namespace

std::span<const Operation> xla_size_operations() { return kXlaSizeOperations; }

}  // namespace tileglot::calculator
