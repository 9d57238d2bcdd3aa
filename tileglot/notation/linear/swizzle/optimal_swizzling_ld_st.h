// SPDX-License-Identifier: Apache-2.0
// optimal_swizzling_ld_st.h: the swizzle of shared memory for plain stores and loads.
//
// What     optimal_swizzling_ld_st(src, dst, bits, banks) takes as vector the elements that both
//          sides hold in registers, up to 16 bytes; if that is less than a bank, warp bits, which
//          do not access together, fill the bank; then the segment is chosen (swizzle.h).
//          vec_bitwidth_ld_st is the width of that vector.
// Why      A conversion between two distributed layouts writes and reads through this memory. By
//          the paper's theorem no layout has wider vectors or, with such vectors, fewer conflicts.
// Units    bits: of an element. Conflicts: additional accesses to a bank, 0 at best.
// Example  f32 32x32 from rows of 32 lanes to columns of 32 lanes: no conflicts, read or written.
//          [tests: optimal_swizzling_ld_st_test.cc, "a transpose without conflicts"]
// Errors   linear.not_distributed, linear.other_tensor, linear.element_bits, linear.banks, linear.tile,
//          linear.repeated_registers (a register vector is 0), linear.not_surjective.
// Source   arXiv 2505.23819, section 5.4; Triton's optimalSwizzlingLdSt.
#pragma once

#include <optional>

#include "tileglot/core/error.h"
#include "tileglot/notation/linear/layout/layout.h"
#include "tileglot/notation/linear/swizzle/bank_conflicts.h"
#include "tileglot/notation/linear/swizzle/swizzle.h"

namespace tileglot::notation::linear {

struct LdStSwizzling {
  Layout memory;  ///< (vector, bank, segment, block, reps) to the tensor
  int read_conflicts = 0;
  int write_conflicts = 0;
};

/// The lane bits that write, and that read, in one wavefront; without them, the low ones of as many
/// lanes as fill the banks. With more lanes than that the layout need not have the fewest conflicts.
struct LdStLanes {
  std::optional<LaneBits> write = {};
  std::optional<LaneBits> read = {};
};

core::Result<LdStSwizzling> optimal_swizzling_ld_st(const Layout& src, const Layout& dst, int bits,
                                                    int banks = 32, const LdStLanes& lanes = {});

/// The vector width in bits, at most 128.
core::Result<int> vec_bitwidth_ld_st(const Layout& src, const Layout& dst, int bits);

/// Checks the two sides and returns views of them. The layouts must outlive the result.
core::Result<SwizzleSides> swizzle_sides(const Layout& src, const Layout& dst, int bits, int banks);

/// optimal_swizzling_ld_st for sides that are known to be valid.
Swizzle ld_st_swizzle(const SwizzleSides& sides);

}  // namespace tileglot::notation::linear
