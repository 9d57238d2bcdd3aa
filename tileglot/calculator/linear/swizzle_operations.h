// SPDX-License-Identifier: Apache-2.0
// linear/swizzle_operations.h: swizzles of shared memory and bank conflicts, by name.
//
// What     linear_swizzle_operations() has optimal_swizzling_ld_st, optimal_swizzling,
//          vec_bitwidth_ld_st, bank_conflicts and bank_conflicts_memdesc.
// Units    A tile is {"laneContig":[..],"laneAddr":[..]}; bits are those of an element.
// Example  linear.vec_bitwidth_ld_st of two layouts with registers 1 and 2 in common and f16 is 64.
//          [tests: linear/swizzle_operations_test.cc, "the width of a vector"]
// Errors   linear.json (not a list of tiles); those of linear/operation.h and notation/linear.
#pragma once

#include <span>

#include "tileglot/calculator/linear/operation.h"

namespace tileglot::api {

std::span<const LinearOperation> linear_swizzle_operations();

}  // namespace tileglot::api
