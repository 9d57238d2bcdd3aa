// SPDX-License-Identifier: Apache-2.0
#include "tileglot/calculator/xla/operations.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "tileglot/calculator/xla/bitcast_operations.h"
#include "tileglot/calculator/xla/index_operations.h"
#include "tileglot/calculator/xla/layout_operations.h"
#include "tileglot/calculator/xla/operation.h"
#include "tileglot/calculator/xla/runtime_operations.h"
#include "tileglot/calculator/xla/sharding_operations.h"
#include "tileglot/calculator/xla/size_operations.h"
#include "tileglot/calculator/xla/tiling_operations.h"
#include "tileglot/core/error.h"
#include "tileglot/notation/xla/dimensions/make_shape.h"
#include "tileglot/notation/xla/shape/equal.h"
#include "tileglot/notation/xla/wire/hex.h"
#include "tileglot/notation/xla/wire/wire.h"

namespace tileglot::api {
namespace {

namespace xla = notation::xla;
using core::fail;
using core::Result;

Result<Json> parse_shape(XlaArguments args) {
  TILEGLOT_TRY(shape, shape_argument(args, 0));
  return described(shape);
}

/// The layout of a buffer at run time, without its memory space, which is recorded elsewhere.
Result<Json> parse_pjrt_layout(XlaArguments args) {
  TILEGLOT_TRY(layout, layout_argument(args, 0));
  layout.memory_space = 0;
  return described(layout);
}

Result<Json> layout_from_proto(XlaArguments args) {
  TILEGLOT_TRY(bytes, xla::from_hex(args[0]));
  TILEGLOT_TRY(layout, xla::layout_from_wire(bytes));
  return described(layout);
}

Result<Json> shape_from_proto(XlaArguments args) {
  TILEGLOT_TRY(bytes, xla::from_hex(args[0]));
  TILEGLOT_TRY(shape, xla::shape_from_wire(bytes));
  return described(shape);
}

Result<Json> layout_equal(XlaArguments args) {
  TILEGLOT_TRY(a, layout_argument(args, 0));
  TILEGLOT_TRY(b, layout_argument(args, 1));
  return Json(xla::equal(a, b));
}

Result<Json> shape_equal(XlaArguments args) {
  TILEGLOT_TRY(a, shape_argument(args, 0));
  TILEGLOT_TRY(b, shape_argument(args, 1));
  return Json(xla::equal(a, b));
}

Result<Json> make_array_shape(XlaArguments args) {
  TILEGLOT_TRY(type, type_argument(args, 0));
  TILEGLOT_TRY(bounds, numbers_or_null_argument(args, 1));
  TILEGLOT_TRY(order, numbers_or_null_argument(args, 2));
  TILEGLOT_TRY(dynamic, flags_or_null_argument(args, 3));
  TILEGLOT_TRY(shape, xla::make_array_shape(type, bounds.value_or(std::vector<std::int64_t>()),
                                            order, dynamic));
  return described(shape);
}

constexpr std::array<XlaOperation, 7> kXlaOperations{{
    {"xla.layout_equal", 2, layout_equal},
    {"xla.layout_from_proto", 1, layout_from_proto},
    {"xla.make_array_shape", 4, make_array_shape},
    {"xla.parse_pjrt_layout", 1, parse_pjrt_layout},
    {"xla.parse_shape", 1, parse_shape},
    {"xla.shape_equal", 2, shape_equal},
    {"xla.shape_from_proto", 1, shape_from_proto},
}};

/// One table for each group.
std::vector<std::span<const XlaOperation>> tables() {
  return {
      kXlaOperations,           xla_sharding_operations(), xla_size_operations(),
      xla_bitcast_operations(), xla_tiling_operations(),   xla_runtime_operations(),
      xla_layout_operations(),  xla_index_operations(),
  };
}

const XlaOperation* find(std::string_view op) {
  for (const std::span<const XlaOperation> table : tables()) {
    for (const XlaOperation& operation : table) {
      if (operation.name == op) return &operation;
    }
  }
  return nullptr;
}

}  // namespace

std::vector<std::string_view> xla_operation_names() {
  std::vector<std::string_view> names;
  for (const std::span<const XlaOperation> table : tables()) {
    for (const XlaOperation& operation : table) names.push_back(operation.name);
  }
  std::sort(names.begin(), names.end());
  return names;
}

bool is_xla_operation(std::string_view op) { return find(op) != nullptr; }

Result<Json> apply_xla_operation(std::string_view op, XlaArguments args) {
  const XlaOperation& operation = *find(op);
  if (args.size() == operation.arguments) return operation.apply(args);
  return fail({.code = "eval.arguments",
               .message = fmt::format("{} takes {} arguments, and {} are given", op,
                                      operation.arguments, args.size())});
}

}  // namespace tileglot::api
