// SPDX-License-Identifier: Apache-2.0
// xla/sharding_operations.cc: XLA's shardings, by name.
//
// What     xla_sharding_operations() reads, serialises and checks shardings, and computes what each
//          device stores.
// Example  xla.tile_shape({devices=[4,1]<=[4]}, f32[10,6]) is "f32[3,6]{1,0}".
//          [tests: xla/sharding_operations_test.cc, "shardings are cut"]
// Errors   Those of xla/arguments.h.

#include "tileglot/calculator/xla/operations.h"

#include <fmt/format.h>

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "tileglot/calculator/xla/arguments.h"
#include "tileglot/core/error.h"
#include "tileglot/notation/xla/runtime/layout_preference.h"
#include "tileglot/notation/xla/runtime/tpu_tiling.h"
#include "tileglot/notation/xla/shape/print.h"
#include "tileglot/notation/xla/sharding/parse.h"
#include "tileglot/notation/xla/sharding/print.h"
#include "tileglot/notation/xla/sharding/tile_shape.h"
#include "tileglot/notation/xla/sharding/validate.h"
#include "tileglot/notation/xla/wire/hex.h"
#include "tileglot/notation/xla/wire/sharding_wire.h"
#include "tileglot/value/json.h"

namespace tileglot::calculator {
namespace {

namespace xla = notation::xla;
using core::Result;

Json described(const xla::Sharding& sharding) {
  return {{"print", xla::print(sharding)}, {"proto", xla::to_hex(xla::to_wire(sharding))}};
}

Result<Value> parse_sharding(const Arguments& args) {
  TILEGLOT_TRY(sharding, xla::parse_sharding(args.text(0)));
  return described(sharding);
}

Result<Value> sharding_from_proto(const Arguments& args) {
  TILEGLOT_TRY(bytes, xla::from_hex(args.text(0)));
  TILEGLOT_TRY(sharding, xla::sharding_from_wire(bytes));
  return described(sharding);
}

Result<Value> tile_shape(const Arguments& args) {
  TILEGLOT_TRY(sharding, xla::parse_sharding(args.text(0)));
  TILEGLOT_TRY(shape, shape_argument(args, 1));
  TILEGLOT_TRY(tile, xla::tile_shape(sharding, shape));
  return Json(xla::print(tile));
}

Result<Value> tile_of_device(const Arguments& args) {
  TILEGLOT_TRY(sharding, xla::parse_sharding(args.text(0)));
  TILEGLOT_TRY(shape, shape_argument(args, 1));
  TILEGLOT_TRY(device, number_argument(args, 2));
  TILEGLOT_TRY(tile, xla::tile_of_device(sharding, shape, device));
  return Json{{"offset", tile.offset}, {"shape", xla::print(tile.shape)}};
}

Result<Value> check_sharding(const Arguments& args) {
  TILEGLOT_TRY(sharding, xla::parse_sharding(args.text(0)));
  TILEGLOT_TRY(shape, shape_argument(args, 1));
  std::optional<std::int64_t> devices;
  if (args.text(2) != "null") {
    TILEGLOT_TRY(count, number_argument(args, 2));
    devices = count;
  }
  TILEGLOT_TRY_STATUS(xla::validate_sharding(sharding, shape, devices));
  return Json(true);
}

Result<xla::LayoutPreference> preference_named(std::string_view name) {
  if (name == "none") return xla::LayoutPreference::kNone;
  if (name == "compact") return xla::LayoutPreference::kTpuCompactChunkPadded;
  if (name == "linear") return xla::LayoutPreference::kTpuLinear;
  return core::fail({.code = "eval.syntax",
                     .message = fmt::format("'{}' is not a preference", name.substr(0, 64)),
                     .help = "the preferences are none, compact and linear"});
}

/// The layout on a TPU: compact tiles, or none if linear is preferred; without a preference
/// unchanged.
Result<xla::Shape> as_a_tpu_stores(const xla::Shape& shape, xla::FastMemory,
                                   xla::LayoutPreference preference) {
  if (preference == xla::LayoutPreference::kNone || !xla::is_array(shape)) return shape;
  const bool is_compact = preference == xla::LayoutPreference::kTpuCompactChunkPadded;
  return xla::with_tpu_tiling(shape,
                              is_compact ? xla::TpuTiling::kCompact : xla::TpuTiling::kUntiled);
}

Result<Value> rewrite_layout(const Arguments& args) {
  std::optional<xla::Sharding> sharding;
  if (args.text(0) != "null") {
    TILEGLOT_TRY(given, xla::parse_sharding(args.text(0)));
    sharding = given;
  }
  TILEGLOT_TRY(shape, valid_shape_argument(args, 1));
  TILEGLOT_TRY(preference, preference_named(args.text(2)));
  const xla::Representation representation{
      .preference = [p = preference](const xla::Shape&) -> Result<xla::LayoutPreference> {
        return p;
      },
      .shape = as_a_tpu_stores};
  TILEGLOT_TRY(rewritten, xla::rewrite_layout_with_sharded_shape(sharding, xla::FastMemory::kNo,
                                                                 representation, shape));
  return Value(rewritten);
}

constexpr std::array kXlaShardingOperations{
    Operation{"xla.check_sharding", "sharding, shape, devices",
              "true, or why the sharding does not fit the shape and that number of devices, which "
              "may be null",
              "xla.check_sharding({devices=[4,1]<=[4]}, f32[10,6], 4)", check_sharding},
    Operation{"xla.parse_sharding", "text", "the sharding in canonical form and as an OpSharding",
              "xla.parse_sharding({devices=[2,2]<=[4]})", parse_sharding},
    Operation{
        "xla.rewrite_layout_with_sharded_shape", "sharding, shape, preference",
        "the shape with the layout that a TPU's tile of it would have; the preference is none, "
        "compact or linear",
        "xla.rewrite_layout_with_sharded_shape({devices=[4,1]<=[4]}, f32[32,256]{1,0}, compact)",
        rewrite_layout},
    Operation{"xla.sharding_from_proto", "hex", "the sharding of an OpSharding",
              "xla.sharding_from_proto(08031a0202014a0102520100)", sharding_from_proto},
    Operation{"xla.tile_of_device", "sharding, shape, device",
              "the part of the array that one device has, and its first element",
              "xla.tile_of_device({devices=[4,1]<=[4]}, f32[10,6], 3)", tile_of_device},
    Operation{"xla.tile_shape", "sharding, shape", "the shape that each device allocates",
              "xla.tile_shape({devices=[4,1]<=[4]}, f32[10,6])", tile_shape},
};

}  // namespace

std::span<const Operation> xla_sharding_operations() { return kXlaShardingOperations; }

}  // namespace tileglot::calculator
