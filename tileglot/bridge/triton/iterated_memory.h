// SPDX-License-Identifier: Apache-2.0
// iterated_memory.h: a memory that holds a tensor piece by piece.
//
// What     iterated_memory(tensor, piece, order) has an offset inside the piece and an iteration
//          over the pieces, both in the order of the dimensions.
// Why      A conversion through a memory smaller than the tensor writes and reads a piece at a
//          time.
// Example  tensor [2,4], piece [2,2], order [0,1]: offset (1,0), (0,1); iteration (0,2).
//          [tests: iterated_memory_test.cc, "a piece at a time"]
// Errors   triton.rank, triton.order, triton.power_of_two, triton.shape (a piece larger than the
//          tensor), triton.too_large.
// Source   Triton's chooseShemLayoutForRegToRegConversion.
#pragma once

#include "tileglot/core/error.h"
#include "tileglot/notation/linear/layout/layout.h"
#include "tileglot/notation/triton/encoding.h"

namespace tileglot::bridge {

/// The outputs come in the order of `order`, fastest first.
core::Result<notation::linear::Layout> iterated_memory(const notation::triton::Numbers& tensor,
                                                       const notation::triton::Numbers& piece,
                                                       const notation::triton::Numbers& order);

}  // namespace tileglot::bridge
