// SPDX-License-Identifier: Apache-2.0
// optimal_swizzling_ld_st.h: the swizzle of shared memory for plain stores and loads.
//
// What     optimal_swizzling_ld_st(src, dst, bits, banks) takes as vector what both sides hold in
//          registers, up to 16 bytes; if that is less than a bank, warps fill the bank, which do
//          not access together; then the segment is chosen (swizzle.h). vec_bitwidth_ld_st is the
//          width of that vector.
// Why      It is what a conversion between two distributed layouts writes and reads through, and the
//          paper's theorem: no wider vectors, and with them no fewer conflicts.
// Units    bits: of an element. Conflicts: the times more that a bank is asked, 0 at best.
// Example  f32 32x32 from rows of 32 lanes to columns of 32 lanes: no conflicts, read or written.
//          [tests: optimal_swizzling_ld_st_test.cc, "a transpose without conflicts"]
// Errors   linear.not_distributed, linear.other_tensor, linear.element_bits, linear.banks,
//          linear.repeated_registers (a register vector is 0), linear.not_surjective.
// Source   arXiv 2505.23819, section 5.4; Triton's optimalSwizzlingLdSt.
#pragma once

#include "tileglot/core/error.h"
#include "tileglot/notation/linear/layout/layout.h"
#include "tileglot/notation/linear/swizzle/swizzle.h"

namespace tileglot::notation::linear {

struct LdStSwizzling {
  Layout memory;  ///< (vector, bank, segment, block, reps) to the tensor
  int read_conflicts = 0;
  int write_conflicts = 0;
};

core::Result<LdStSwizzling> optimal_swizzling_ld_st(const Layout& src, const Layout& dst, int bits,
                                                    int banks = 32);

/// In bits, at most 128.
core::Result<int> vec_bitwidth_ld_st(const Layout& src, const Layout& dst, int bits);

/// The two sides, checked. The layouts have to outlive the answer.
core::Result<SwizzleSides> swizzle_sides(const Layout& src, const Layout& dst, int bits, int banks);

/// The same for sides that are known to be good.
Swizzle ld_st_swizzle(const SwizzleSides& sides);

}  // namespace tileglot::notation::linear
