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
    operation<xla::array_data_size, valid_shape_argument>("xla.array_data_size"),
    operation<xla::array_size, valid_shape_argument>("xla.array_size"),
    operation<xla::byte_size_of, valid_shape_argument, number_argument>("xla.byte_size_of"),
    operation<xla::byte_size_of_elements, valid_shape_argument>("xla.byte_size_of_elements"),
    operation<xla::byte_strides, valid_shape_argument>("xla.byte_strides"),
    operation<xla::change_element_type, valid_shape_argument, type_argument>(
        "xla.change_element_type"),
    operation<xla::clear_dynamic_dimensions, valid_shape_argument>("xla.clear_dynamic_dimensions"),
    operation<xla::device_shape_is_host_shape, valid_shape_argument>(
        "xla.device_shape_is_host_shape"),
    operation<xla::device_shape_to_host_shape, valid_shape_argument>(
        "xla.device_shape_to_host_shape"),
    Operation{"xla.dimension_at", 2, 2, dimension_at},
    Operation{"xla.element_size_bits", 1, 1, element_size_bits},
    operation<xla::elements_in, valid_shape_argument>("xla.elements_in"),
    operation<xla::is_static, valid_shape_argument>("xla.is_static"),
    operation<xla::is_unbounded_dynamic, valid_shape_argument>("xla.is_unbounded_dynamic"),
    operation<xla::is_zero_element_array, valid_shape_argument>("xla.is_zero_element_array"),
    operation<xla::largest_part, valid_shape_argument>("xla.largest_part"),
    Operation{"xla.leaves", 1, 1, leaves},
    operation<xla::make_shape_with_dense_layout, type_argument, numbers_argument,
              xla_layout_argument>("xla.make_shape_with_dense_layout"),
    operation<xla::owned_elements, valid_shape_argument>("xla.owned_elements"),
    operation<xla::physical_shape, valid_shape_argument>("xla.physical_shape"),
    operation<xla::same_dimensions, valid_shape_argument, valid_shape_argument>(
        "xla.same_dimensions"),
    operation<xla::serialized_size, valid_shape_argument>("xla.serialized_size"),
    operation<xla::set_dynamic_dimension, valid_shape_argument, number_argument, flag_argument>(
        "xla.set_dynamic_dimension"),
    operation<xla::subshape, valid_shape_argument, numbers_argument>("xla.subshape"),
    operation<xla::unpacked_byte_strides, valid_shape_argument>("xla.unpacked_byte_strides"),
    Operation{"xla.update_element_size", 2, 2, update_element_size},
};

}  // namespace

std::span<const Operation> xla_size_operations() { return kXlaSizeOperations; }

}  // namespace tileglot::calculator
