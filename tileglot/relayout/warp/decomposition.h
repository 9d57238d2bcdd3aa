// SPDX-License-Identifier: Apache-2.0
// decomposition.h: a conversion within a warp as permutations of bits.
//
// What     warp_decomposition(src, dst, bits) finds the permutation P of register and lane bits
//          with dst(P(x)) = src(x), and splits it: first P_reg permutes register bits and P_lane
//          lane bits, then `mixed` exchanges pairs of a register bit and a lane bit, each bit at
//          most once. A run of lane bits in a cycle of P, from register bit m to register bit i,
//          (.. m l_j .. l_k i ..), is (i l_j) after (.. m i ..)(l_j .. l_k).
// Why      Registers are renamed at no cost; one shuffle per register does P_lane and all exchanges
//          at once; and the number of exchanges decides if shuffles are cheaper than shared memory.
// Units    Registers that repeat are left out on both sides; the shorter side is filled up with
//          bits that add no new elements. A permutation lists the bit that each bit goes to.
//          packed_bits: the number of register bits that fit in 32 bits and are moved as one.
// Example  src register {2}, lanes {1,4,32,8,16}; dst register {32}, lanes {8,2,1,4,16}: P_lane
//          takes bits 0..4 to 2,3,1,0,4, and register bit 0 is exchanged with lane bit 1.
//          [tests: decomposition_test.cc, "the worked example"]
// Errors   linear.not_distributed, linear.other_tensor, linear.element_bits; warp.not_a_permutation
//          (a vector of the source is not one of the target's).
// Source   arXiv 2505.23819; Triton's getWarpLayoutConvertDecomposition. Differs: exchanges with
//          register bits within 32 bits stay as they are and have no byte selectors.
#pragma once

#include <vector>

#include "tileglot/core/error.h"
#include "tileglot/notation/linear/layout/layout.h"

namespace tileglot::relayout::warp {

struct Exchange {
  int register_bit = 0;
  int lane_bit = 0;
  friend bool operator==(const Exchange&, const Exchange&) = default;
};

struct Decomposition {
  std::vector<int> registers;  ///< P_reg
  std::vector<int> lanes;      ///< P_lane
  std::vector<Exchange> mixed;
  int packed_bits = 0;
};

core::Result<Decomposition> warp_decomposition(const notation::linear::Layout& src,
                                               const notation::linear::Layout& dst, int bits);

bool is_identity(const std::vector<int>& permutation);

}  // namespace tileglot::relayout::warp
