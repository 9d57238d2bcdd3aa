// SPDX-License-Identifier: Apache-2.0
#include "tileglot/api/xla_size_operations.h"

#include <array>
#include <span>
#include <utility>

#include "tileglot/api/reply.h"
#include "tileglot/api/xla_operation.h"
#include "tileglot/core/error.h"
#include "tileglot/notation/xla/array_bounds.h"
#include "tileglot/notation/xla/array_size.h"
#include "tileglot/notation/xla/byte_size.h"
#include "tileglot/notation/xla/byte_strides.h"
#include "tileglot/notation/xla/change_element_type.h"
#include "tileglot/notation/xla/dynamic_dimensions.h"
#include "tileglot/notation/xla/element_size.h"
#include "tileglot/notation/xla/host_shape.h"
#include "tileglot/notation/xla/largest_part.h"
#include "tileglot/notation/xla/leaves.h"
#include "tileglot/notation/xla/make_shape.h"
#include "tileglot/notation/xla/physical_shape.h"
#include "tileglot/notation/xla/primitive_type.h"
#include "tileglot/notation/xla/print.h"
#include "tileglot/notation/xla/serialized_size.h"

namespace tileglot::api {
namespace {

namespace xla = notation::xla;
using core::Result;

/// An operation from a shape to a number or a list of numbers.
template <auto Of>
Result<Json> number_of_shape(XlaArguments args) {
  TILEGLOT_TRY(shape, valid_shape_argument(args, 0));
  TILEGLOT_TRY(number, Of(shape));
  return Json(number);
}

/// An operation from a shape to a shape that may refuse.
template <auto Of>
Result<Json> shape_of_shape(XlaArguments args) {
  TILEGLOT_TRY(shape, valid_shape_argument(args, 0));
  TILEGLOT_TRY(result, Of(shape));
  return described(result);
}

template <bool (*Asks)(const xla::Shape&)>
Result<Json> answer_of_shape(XlaArguments args) {
  TILEGLOT_TRY(shape, valid_shape_argument(args, 0));
  return Json(Asks(shape));
}

Result<Json> byte_size_of(XlaArguments args) {
  TILEGLOT_TRY(shape, valid_shape_argument(args, 0));
  TILEGLOT_TRY(pointer_bytes, number_argument(args, 1));
  TILEGLOT_TRY(bytes, xla::byte_size_of(shape, pointer_bytes));
  return Json(bytes);
}

Result<Json> byte_strides(XlaArguments args) {
  TILEGLOT_TRY(shape, valid_shape_argument(args, 0));
  TILEGLOT_TRY(strides, xla::byte_strides(shape));
  return strides ? Json(*strides) : Json();
}

Result<Json> element_size_bits(XlaArguments args) {
  TILEGLOT_TRY(shape, valid_shape_argument(args, 0));
  TILEGLOT_TRY_STATUS(xla::elements_in(shape));
  return Json(xla::element_size_bits(*xla::array_in(shape)));
}

Result<Json> change_element_type(XlaArguments args) {
  TILEGLOT_TRY(shape, valid_shape_argument(args, 0));
  TILEGLOT_TRY(type, type_argument(args, 1));
  TILEGLOT_TRY(result, xla::change_element_type(shape, type));
  return described(result);
}

Result<Json> make_shape_with_dense_layout(XlaArguments args) {
  TILEGLOT_TRY(type, type_argument(args, 0));
  TILEGLOT_TRY(bounds, numbers_argument(args, 1));
  TILEGLOT_TRY(layout, layout_argument(args, 2));
  TILEGLOT_TRY(result, xla::make_shape_with_dense_layout(type, bounds, layout));
  return described(result);
}

Result<Json> update_element_size(XlaArguments args) {
  TILEGLOT_TRY(shape, valid_shape_argument(args, 0));
  TILEGLOT_TRY(packed, flag_argument(args, 1));
  const auto packing = packed ? xla::Packing::kBits : xla::Packing::kBytes;
  return described(xla::update_element_size(std::move(shape), packing));
}

Result<Json> to_host_shape(XlaArguments args) {
  TILEGLOT_TRY(shape, valid_shape_argument(args, 0));
  return described(xla::device_shape_to_host_shape(std::move(shape)));
}

Result<Json> dimension_at(XlaArguments args) {
  TILEGLOT_TRY(shape, valid_shape_argument(args, 0));
  TILEGLOT_TRY(number, number_argument(args, 1));
  TILEGLOT_TRY(dimension, xla::dimension_at(shape, number));
  return dimension.bound ? Json(*dimension.bound) : Json();
}

Result<Json> set_dynamic_dimension(XlaArguments args) {
  TILEGLOT_TRY(shape, valid_shape_argument(args, 0));
  TILEGLOT_TRY(number, number_argument(args, 1));
  TILEGLOT_TRY(dynamic, flag_argument(args, 2));
  TILEGLOT_TRY(result, xla::set_dynamic_dimension(shape, number, dynamic));
  return described(result);
}

Result<Json> same_dimensions(XlaArguments args) {
  TILEGLOT_TRY(a, valid_shape_argument(args, 0));
  TILEGLOT_TRY(b, valid_shape_argument(args, 1));
  return Json(xla::same_dimensions(a, b));
}

Result<Json> leaves(XlaArguments args) {
  TILEGLOT_TRY(shape, valid_shape_argument(args, 0));
  Json list = Json::array();
  for (const xla::Leaf& leaf : xla::leaves(shape)) {
    list.push_back({{"path", leaf.path}, {"shape", xla::print(leaf.shape)}});
  }
  return list;
}

Result<Json> subshape(XlaArguments args) {
  TILEGLOT_TRY(shape, valid_shape_argument(args, 0));
  TILEGLOT_TRY(path, numbers_argument(args, 1));
  TILEGLOT_TRY(result, xla::subshape(shape, path));
  return described(result);
}

constexpr std::array kOperations{
    XlaOperation{"xla.array_data_size", 1, number_of_shape<xla::array_data_size>},
    XlaOperation{"xla.array_size", 1, number_of_shape<xla::array_size>},
    XlaOperation{"xla.byte_size_of", 2, byte_size_of},
    XlaOperation{"xla.byte_size_of_elements", 1, number_of_shape<xla::byte_size_of_elements>},
    XlaOperation{"xla.byte_strides", 1, byte_strides},
    XlaOperation{"xla.change_element_type", 2, change_element_type},
    XlaOperation{"xla.clear_dynamic_dimensions", 1, shape_of_shape<xla::clear_dynamic_dimensions>},
    XlaOperation{"xla.device_shape_is_host_shape", 1,
                 answer_of_shape<xla::device_shape_is_host_shape>},
    XlaOperation{"xla.device_shape_to_host_shape", 1, to_host_shape},
    XlaOperation{"xla.dimension_at", 2, dimension_at},
    XlaOperation{"xla.element_size_bits", 1, element_size_bits},
    XlaOperation{"xla.elements_in", 1, number_of_shape<xla::elements_in>},
    XlaOperation{"xla.is_static", 1, answer_of_shape<xla::is_static>},
    XlaOperation{"xla.is_unbounded_dynamic", 1, answer_of_shape<xla::is_unbounded_dynamic>},
    XlaOperation{"xla.is_zero_element_array", 1, answer_of_shape<xla::is_zero_element_array>},
    XlaOperation{"xla.largest_part", 1, shape_of_shape<xla::largest_part>},
    XlaOperation{"xla.leaves", 1, leaves},
    XlaOperation{"xla.make_shape_with_dense_layout", 3, make_shape_with_dense_layout},
    XlaOperation{"xla.owned_elements", 1, number_of_shape<xla::owned_elements>},
    XlaOperation{"xla.physical_shape", 1, shape_of_shape<xla::physical_shape>},
    XlaOperation{"xla.same_dimensions", 2, same_dimensions},
    XlaOperation{"xla.serialized_size", 1, number_of_shape<xla::serialized_size>},
    XlaOperation{"xla.set_dynamic_dimension", 3, set_dynamic_dimension},
    XlaOperation{"xla.subshape", 2, subshape},
    XlaOperation{"xla.unpacked_byte_strides", 1, number_of_shape<xla::unpacked_byte_strides>},
    XlaOperation{"xla.update_element_size", 2, update_element_size},
};

}  // namespace

std::span<const XlaOperation> xla_size_operations() { return kOperations; }

}  // namespace tileglot::api
