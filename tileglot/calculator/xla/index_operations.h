// SPDX-License-Identifier: Apache-2.0
// xla/index_operations.h: where the elements of XLA's arrays are, by name.
//
// What     xla_index_operations() has offsets and their inverse, linear and multidimensional
//          indices, tiling as pads, reshapes and transposes, and the parts that splits make.
// Example  xla.offset_of(bf16[9,200]{1,0:T(8,128)(2,1)}, [3,130]) is 1285, and xla.element_at of it
//          at 1285 is [3,130].
//          [tests: xla/index_operations_test.cc, "offsets and elements"]
// Errors   Those of xla/operation.h.
#pragma once

#include <span>

#include "tileglot/calculator/xla/operation.h"

namespace tileglot::api {

std::span<const XlaOperation> xla_index_operations();

}  // namespace tileglot::api
