// SPDX-License-Identifier: Apache-2.0
// linear/bridge_operations.h: linear layouts from other notations, by name.
//
// What     linear_bridge_operations() has cute_to_linear: the linear layout from the flat index of
//          a CuTe layout (idx, first mode fastest) to its offset; null where it is not linear. The
//          layout is a text, or {"shape":[..],"stride":[..],"swizzle":[B,M,S]} with null for none.
// Example  linear.cute_to_linear((2,2,2):(2,4,1)) is {idx: [[2],[4],[1]]} -> {offset: 8}.
//          [tests: linear/bridge_operations_test.cc, "a cute layout is linear in its flat index"]
// Errors   Those of linear/operation.h and of CuTe's texts; map.* where it is not decided.
#pragma once

#include <span>

#include "tileglot/calculator/linear/operation.h"

namespace tileglot::api {

std::span<const LinearOperation> linear_bridge_operations();

}  // namespace tileglot::api
