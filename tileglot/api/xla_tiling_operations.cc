// SPDX-License-Identifier: Apache-2.0
#include "tileglot/api/xla_tiling_operations.h"

#include <fmt/format.h>

#include <array>
#include <span>
#include <string_view>

#include "tileglot/api/reply.h"
#include "tileglot/api/xla_operation.h"
#include "tileglot/core/error.h"
#include "tileglot/notation/xla/rounded_extents.h"
#include "tileglot/notation/xla/tpu_tiling.h"

namespace tileglot::api {
namespace {

namespace xla = notation::xla;
using core::Result;

Result<xla::TpuTiling> tiling_named(std::string_view name) {
  for (const xla::TpuTiling tiling : xla::kTpuTilings) {
    if (xla::name_of(tiling) == name) return tiling;
  }
  return core::fail({.code = "eval.syntax",
                     .message = fmt::format("'{}' is no tiling of a TPU", name.substr(0, 64)),
                     .help = "the tilings are compact, large and untiled"});
}

Result<Json> tpu_tiling(XlaArguments args) {
  TILEGLOT_TRY(shape, valid_shape_argument(args, 0));
  TILEGLOT_TRY(tiling, tiling_named(args[1]));
  TILEGLOT_TRY(tiled, xla::with_tpu_tiling(shape, tiling));
  return described(tiled);
}

Result<Json> rounded_extents(XlaArguments args) {
  TILEGLOT_TRY(shape, valid_shape_argument(args, 0));
  TILEGLOT_TRY(extents, xla::rounded_extents(shape));
  return Json(extents);
}

constexpr std::array kOperations{
    XlaOperation{"xla.rounded_extents", 1, rounded_extents},
    XlaOperation{"xla.tpu_tiling", 2, tpu_tiling},
};

}  // namespace

std::span<const XlaOperation> xla_tiling_operations() { return kOperations; }

}  // namespace tileglot::api
