// SPDX-License-Identifier: Apache-2.0
#include "tileglot/calculator/xla/operations.h"

#include <cstdint>
#include <span>
#include <vector>

#include "tileglot/calculator/xla/arguments.h"
#include "tileglot/core/error.h"
#include "tileglot/notation/xla/dimensions/make_shape.h"
#include "tileglot/notation/xla/shape/equal.h"
#include "tileglot/notation/xla/wire/hex.h"
#include "tileglot/notation/xla/wire/wire.h"

namespace tileglot::calculator {
namespace {

namespace xla = notation::xla;
using core::Result;

Result<Value> parse_shape(const Arguments& args) {
  TILEGLOT_TRY(shape, shape_argument(args, 0));
  return Value(shape);
}

/// The layout of a buffer at run time, without its memory space, which is recorded elsewhere.
Result<Value> parse_pjrt_layout(const Arguments& args) {
  TILEGLOT_TRY(layout, xla_layout_argument(args, 0));
  layout.memory_space = 0;
  return Value(layout);
}

Result<Value> layout_from_proto(const Arguments& args) {
  TILEGLOT_TRY(bytes, xla::from_hex(args.text(0)));
  TILEGLOT_TRY(layout, xla::layout_from_wire(bytes));
  return Value(layout);
}

Result<Value> shape_from_proto(const Arguments& args) {
  TILEGLOT_TRY(bytes, xla::from_hex(args.text(0)));
  TILEGLOT_TRY(shape, xla::shape_from_wire(bytes));
  return Value(shape);
}

Result<Value> layout_equal(const Arguments& args) {
  TILEGLOT_TRY(a, xla_layout_argument(args, 0));
  TILEGLOT_TRY(b, xla_layout_argument(args, 1));
  return Json(xla::equal(a, b));
}

Result<Value> shape_equal(const Arguments& args) {
  TILEGLOT_TRY(a, shape_argument(args, 0));
  TILEGLOT_TRY(b, shape_argument(args, 1));
  return Json(xla::equal(a, b));
}

Result<Value> make_array_shape(const Arguments& args) {
  TILEGLOT_TRY(type, type_argument(args, 0));
  TILEGLOT_TRY(bounds, numbers_or_null_argument(args, 1));
  TILEGLOT_TRY(order, numbers_or_null_argument(args, 2));
  TILEGLOT_TRY(dynamic, flags_or_null_argument(args, 3));
  TILEGLOT_TRY(shape, xla::make_array_shape(type, bounds.value_or(std::vector<std::int64_t>()),
                                            order, dynamic));
  return Value(shape);
}

constexpr Operation kXlaOperations[] = {
    {"xla.layout_equal", "a, b", "whether XLA considers two layouts equal",
     "xla.layout_equal({1,0}, {1,0:T(8,128)})", layout_equal},
    {"xla.layout_from_proto", "hex", "the layout of a LayoutProto",
     "xla.layout_from_proto(0a020100)", layout_from_proto},
    {"xla.make_array_shape", "type, bounds, minor to major, dynamic",
     "the shape of bounds, order and dynamic flags; order and flags may be null",
     "xla.make_array_shape(f32, [2,3], [0,1], null)", make_array_shape},
    {"xla.parse_pjrt_layout", "text",
     "the layout as XLA prints it and as a LayoutProto, without its memory space",
     "xla.parse_pjrt_layout({1,0:T(8,128)S(5)})", parse_pjrt_layout},
    {"xla.parse_shape", "text", "the shape as XLA prints it and as a ShapeProto",
     "xla.parse_shape(f32[3,5]{1,0:T(2,2)})", parse_shape},
    {"xla.shape_equal", "a, b", "whether XLA considers two shapes equal",
     "xla.shape_equal(f32[2,3], f32[2,3]{0,1})", shape_equal},
    {"xla.shape_from_proto", "hex", "the shape of a ShapeProto",
     "xla.shape_from_proto(100b1a01022a060a0100800101320101)", shape_from_proto},
};

}  // namespace

std::span<const std::span<const Operation>> xla_operations() {
  static const std::span<const Operation> families[] = {
      kXlaOperations,           xla_sharding_operations(), xla_size_operations(),
      xla_bitcast_operations(), xla_tiling_operations(),   xla_runtime_operations(),
      xla_layout_operations(),  xla_index_operations(),
  };
  return families;
}

}  // namespace tileglot::calculator
