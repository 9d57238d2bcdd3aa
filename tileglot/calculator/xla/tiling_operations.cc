// SPDX-License-Identifier: Apache-2.0
// xla/tiling_operations.cc: operations on the tiles of XLA's arrays, by name.
//
// What     xla_tiling_operations() has the tilings of a TPU and the padding of a first tile.
// Example  xla.tpu_tiling(bf16[4096,14336], compact) is bf16[4096,14336]{1,0:T(8,128)(2,1)}.
//          [tests: xla/tiling_operations_test.cc, "tilings are chosen by name"]
// Errors   eval.syntax (no such tiling); those of notation/xla.

#include "tileglot/calculator/xla/operations.h"

#include <fmt/format.h>

#include <array>
#include <span>
#include <string>

#include "tileglot/calculator/xla/arguments.h"
#include "tileglot/core/error.h"
#include "tileglot/notation/xla/address/rounded_extents.h"
#include "tileglot/notation/xla/runtime/tpu_tiling.h"

namespace tileglot::calculator {
namespace {

namespace xla = notation::xla;
using core::Result;

Result<xla::TpuTiling> tiling_argument(const Arguments& args, std::size_t i) {
  const std::string name = args.text(i);
  for (const xla::TpuTiling tiling : xla::kTpuTilings) {
    if (xla::name_of(tiling) == name) return tiling;
  }
  return core::fail({.code = "eval.syntax",
                     .message = fmt::format("'{}' is not a tiling of a TPU", name.substr(0, 64)),
                     .help = "the tilings are compact, large and untiled"});
}

constexpr std::array kXlaTilingOperations{
    operation<xla::rounded_extents, valid_shape_argument>(
        {"xla.rounded_extents", "shape", "the dimensions rounded up to full tiles",
         "xla.rounded_extents(f32[3,5]{1,0:T(2,2)})"}),
    operation<xla::with_tpu_tiling, valid_shape_argument, tiling_argument>(
        {"xla.tpu_tiling", "shape, tiling",
         "the shape with the tiles of a TPU: compact, large or untiled",
         "xla.tpu_tiling(bf16[16,256], compact)"}),
};

}  // namespace

std::span<const Operation> xla_tiling_operations() { return kXlaTilingOperations; }

}  // namespace tileglot::calculator
