// SPDX-License-Identifier: Apache-2.0
// xla/runtime_operations.cc: XLA's layouts at run time, by name.
//
// What     xla_runtime_operations() has layout modes, the shapes they lead to on a client that
//          stores arrays row-major, and IFRT's layouts with their protocol buffers.
// Example  xla.layout_mode_to_shape({0,1}, f32[8,8], null, 5) is f32[8,8]{0,1:S(5)}.
//          [tests: xla/runtime_operations_test.cc, "modes lead to shapes"]
// Errors   Those of xla/arguments.h.

#include "tileglot/calculator/xla/operations.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>

#include "tileglot/calculator/xla/arguments.h"
#include "tileglot/core/error.h"
#include "tileglot/notation/xla/runtime/compact_layout.h"
#include "tileglot/notation/xla/runtime/ifrt_layout.h"
#include "tileglot/notation/xla/runtime/ifrt_wire.h"
#include "tileglot/notation/xla/runtime/layout_mode.h"
#include "tileglot/notation/xla/runtime/layout_modes_to_shapes.h"
#include "tileglot/notation/xla/runtime/pjrt_layout.h"
#include "tileglot/notation/xla/shape/limits.h"
#include "tileglot/notation/xla/sharding/parse.h"
#include "tileglot/notation/xla/sharding/tile_shape.h"
#include "tileglot/notation/xla/wire/hex.h"
#include "tileglot/value/json.h"

namespace tileglot::calculator {
namespace {

namespace xla = notation::xla;
using core::Result;

/// The text, and the bytes of its own message.
Json described(const xla::CompactLayout& layout) {
  return {{"print", xla::print(layout)}, {"proto", xla::to_hex(compact_layout_to_wire(layout))}};
}
Json described(const xla::PjrtLayout& layout) {
  return {{"print", xla::print(layout)}, {"proto", xla::to_hex(pjrt_layout_to_wire(layout))}};
}

/// The text, and the bytes of ifrt.LayoutProto, which contains the layout's class and message.
Result<Json> described(const xla::IfrtLayout& layout) {
  TILEGLOT_TRY(bytes, xla::ifrt_layout_to_wire(layout));
  return Json{{"print", xla::print(layout)}, {"proto", xla::to_hex(bytes)}};
}

Result<Value> parse_layout_mode(const Arguments& args) {
  TILEGLOT_TRY(mode, xla::parse_layout_mode(args.text(0)));
  return Json(xla::print(mode));
}

Result<Value> parse_layout_modes(const Arguments& args) {
  TILEGLOT_TRY(count, number_argument(args, 1));
  if (count < 0 || !std::in_range<std::size_t>(count) || std::cmp_greater(count, xla::kMaxShapes))
    return core::fail({.code = "xla.limit", .message = "no program has that number of values"});
  const std::string text = args.text(0);
  const auto written = text == "null" ? std::nullopt : std::optional<std::string_view>(text);
  TILEGLOT_TRY(modes, xla::parse_layout_modes(written, static_cast<std::size_t>(count)));
  Json list = Json::array();
  for (const xla::LayoutMode& mode : modes) list.push_back(xla::print(mode));
  return list;
}

Result<Value> layout_mode_to_shape(const Arguments& args) {
  TILEGLOT_TRY(mode, xla::parse_layout_mode(args.text(0)));
  TILEGLOT_TRY(whole, shape_argument(args, 1));
  TILEGLOT_TRY(memory_space, number_argument(args, 3));
  xla::Shape sharded = whole;
  if (args.text(2) != "null") {
    TILEGLOT_TRY(sharding, xla::parse_sharding(args.text(2)));
    TILEGLOT_TRY(tile, xla::tile_shape(sharding, whole));
    sharded = std::move(tile);
  }
  TILEGLOT_TRY(resolved,
               xla::layout_mode_to_shape(mode, whole, sharded, memory_space, xla::row_major_shape));
  return Value(resolved);
}

Result<Value> ifrt_compact_layout(const Arguments& args) {
  TILEGLOT_TRY(order, numbers_argument(args, 0));
  TILEGLOT_TRY(layout, xla::CompactLayout::create(std::move(order)));
  return described(layout);
}

Result<Value> ifrt_compact_layout_from_proto(const Arguments& args) {
  TILEGLOT_TRY(bytes, xla::from_hex(args.text(0)));
  TILEGLOT_TRY(layout, xla::compact_layout_from_wire(bytes));
  return described(layout);
}

Result<Value> ifrt_pjrt_layout(const Arguments& args) {
  TILEGLOT_TRY(layout, xla::PjrtLayout::deserialize(args.text(0)));
  return described(layout);
}

Result<Value> ifrt_pjrt_layout_from_proto(const Arguments& args) {
  TILEGLOT_TRY(bytes, xla::from_hex(args.text(0)));
  TILEGLOT_TRY(layout, xla::pjrt_layout_from_wire(bytes));
  return described(layout);
}

Result<Value> ifrt_layout_from_proto(const Arguments& args) {
  TILEGLOT_TRY(bytes, xla::from_hex(args.text(0)));
  TILEGLOT_TRY(layout, xla::ifrt_layout_from_wire(bytes));
  return described(layout);
}

constexpr std::array kXlaRuntimeOperations{
    Operation{"xla.ifrt_compact_layout", "major to minor",
              "IFRT's compact layout as text and as a CompactLayoutProto",
              "xla.ifrt_compact_layout([1,0])", ifrt_compact_layout},
    Operation{"xla.ifrt_compact_layout_from_proto", "hex",
              "the compact layout of a CompactLayoutProto",
              "xla.ifrt_compact_layout_from_proto(0a020100)", ifrt_compact_layout_from_proto},
    Operation{"xla.ifrt_layout_from_proto", "hex",
              "the compact or PJRT layout of an ifrt.LayoutProto",
              "xla.ifrt_layout_from_proto("
              "0a200a18786c613a3a696672743a3a436f6d706163744c61796f757412040a020100)",
              ifrt_layout_from_proto},
    Operation{"xla.ifrt_pjrt_layout", "text", "IFRT's PJRT layout as text and as a PjRtLayoutProto",
              "xla.ifrt_pjrt_layout({1,0})", ifrt_pjrt_layout},
    Operation{"xla.ifrt_pjrt_layout_from_proto", "hex", "the PJRT layout of a PjRtLayoutProto",
              "xla.ifrt_pjrt_layout_from_proto(0a030a0100)", ifrt_pjrt_layout_from_proto},
    Operation{"xla.layout_mode_to_shape", "mode, shape, sharding, memory space",
              "the shape with the layout of its mode on a client that stores arrays row-major; the "
              "sharding may be null",
              "xla.layout_mode_to_shape({0,1}, f32[8,8], null, 5)", layout_mode_to_shape},
    Operation{"xla.parse_layout_mode", "text",
              "the layout mode as XLA prints it: default, auto or a layout",
              "xla.parse_layout_mode(auto)", parse_layout_mode},
    Operation{"xla.parse_layout_modes", "text, count",
              "the layout modes that ; joins; null gives that number of defaults",
              "xla.parse_layout_modes(default;{0,1}, 2)", parse_layout_modes},
};

}  // namespace

std::span<const Operation> xla_runtime_operations() { return kXlaRuntimeOperations; }

}  // namespace tileglot::calculator
