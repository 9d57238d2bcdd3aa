// SPDX-License-Identifier: Apache-2.0
// free_variables.h: which inputs only repeat what smaller ones give.
//
// What     free_variable_masks(L) has a mask for each input: bit i is set where the vector of bit i is
//          a sum of vectors before it, in the order of flat inputs.
// Why      A store by lane and warp is done once if it is done where the masked bits are 0.
// Law      The bits set are in_bits - rank in number; every output is reached with them at 0.
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
