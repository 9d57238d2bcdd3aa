// SPDX-License-Identifier: Apache-2.0
#include "tileglot/calculator/xla/tiling_operations.h"

#include <fmt/format.h>

#include <array>
#include <span>
#include <string_view>

#include "tileglot/calculator/xla/operation.h"
#include "tileglot/core/error.h"
#include "tileglot/notation/xla/address/rounded_extents.h"
#include "tileglot/notation/xla/runtime/tpu_tiling.h"

namespace tileglot::api {
namespace {

namespace xla = notation::xla;
using core::Result;

Result<xla::TpuTiling> tiling_argument(XlaArguments args, std::size_t i) {
  const std::string_view name = args[i];
  for (const xla::TpuTiling tiling : xla::kTpuTilings) {
    if (xla::name_of(tiling) == name) return tiling;
  }
  return core::fail({.code = "eval.syntax",
                     .message = fmt::format("'{}' is not a tiling of a TPU", name.substr(0, 64)),
                     .help = "the tilings are compact, large and untiled"});
}

constexpr std::array kXlaTilingOperations{
    operation<xla::rounded_extents, valid_shape_argument>("xla.rounded_extents"),
    operation<xla::with_tpu_tiling, valid_shape_argument, tiling_argument>("xla.tpu_tiling"),
};

}  // namespace

std::span<const XlaOperation> xla_tiling_operations() { return kXlaTilingOperations; }

}  // namespace tileglot::api
