// SPDX-License-Identifier: Apache-2.0
// xla/tiling_operations.h: operations on the tiles of XLA's arrays, by name.
//
// What     xla_tiling_operations() has the tilings of a TPU and the padding of a first tile.
// Example  xla.tpu_tiling(bf16[4096,14336], compact) is bf16[4096,14336]{1,0:T(8,128)(2,1)}.
//          [tests: xla/tiling_operations_test.cc, "tilings are chosen by name"]
// Errors   eval.syntax (no such tiling); those of notation/xla.
#pragma once

#include <span>

#include "tileglot/calculator/xla/operation.h"

namespace tileglot::api {

std::span<const XlaOperation> xla_tiling_operations();

}  // namespace tileglot::api
