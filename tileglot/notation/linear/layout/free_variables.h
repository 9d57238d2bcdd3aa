// SPDX-License-Identifier: Apache-2.0
// free_variables.h: input bits that only repeat outputs of smaller inputs.
//
// What     free_variable_masks(L) has a mask for each input: bit i is set where the vector of bit i
//          is a sum of vectors before it, in the order of flat inputs.
// Why      A store by lane and warp writes each element once if it is done only where the masked
//          bits are 0.
// Law      in_bits - rank bits are set; every reached output is also reached with these bits at 0.
// Example  {register: [1,0,2], lane: [4,4]} -> {d: 8} has the masks 0b010 and 0b10.
//          [tests: free_variables_test.cc, "repeated vectors are free"]
// Errors   None.
#pragma once

#include <cstdint>

#include "tileglot/core/small_vector.h"
#include "tileglot/notation/linear/layout/layout.h"

namespace tileglot::notation::linear {

/// In the order of the inputs.
core::SmallVector<std::uint64_t, 8> free_variable_masks(const Layout& layout);

}  // namespace tileglot::notation::linear
