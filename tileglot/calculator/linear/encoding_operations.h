// SPDX-License-Identifier: Apache-2.0
// linear/encoding_operations.h: what Triton's encodings lower to, by name.
//
// What     The table of linear.to_linear_layout_text(attribute, type), linear.to_linear_layout
//          (encoding as JSON, shape), linear.encoding_text (the attribute as Triton prints it),
//          linear.nvidia_mma_tile, linear.choose_shmem_layout_for_reg_to_reg_conversion and
//          linear.padded_offset.
// Example  linear.padded_offset([[16,2]], 39) is 43.
//          [tests: linear/encoding_operations_test.cc, "the operations on encodings answer"]
// Errors   Those of value/encoding.h and of notation/linear's encodings, triton.*.
#pragma once

#include <span>

#include "tileglot/calculator/linear/operation.h"

namespace tileglot::api {

std::span<const LinearOperation> linear_encoding_operations();

}  // namespace tileglot::api
