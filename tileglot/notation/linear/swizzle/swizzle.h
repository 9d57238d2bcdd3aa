// SPDX-License-Identifier: Apache-2.0
// swizzle.h: places elements in shared memory so that writes and reads do not conflict.
//
// What     A Swizzle splits shared memory into vector (the elements of one access), bank (the
//          vectors of one row of banks), segment (the rows), block (memories of other blocks) and
//          reps (rounds that use the same memory again), and names the tensor's vector for each
//          bit. swizzle(request) chooses the segment so that few of the lanes that access together
//          are in different rows of one bank, and the bank to complete it.
// Why      Two lanes conflict when they touch one bank in two rows: when the difference of their
//          elements is in the span of the segment (with the vector). A segment that meets the lanes
//          of neither side exists when there are vectors outside both, or differences of a vector
//          of one side and a vector of the other; the latter is the swizzle of a tile.
// Units    Vectors are flat outputs of the two layouts. bits: of an element. A bank is 32 bits
//          wide.
// Example  f32 32x32, written along rows of 32 lanes and read along columns: each bit of the
//          segment is a row bit xor a column bit, and neither side conflicts.
//          [tests: swizzle_test.cc, "a transpose without conflicts"]
// Errors   None.
// Source   arXiv 2505.23819, section 5.4; Triton's search for swizzles.
#pragma once

#include <cstddef>
#include <optional>

#include "tileglot/notation/linear/layout/layout.h"
#include "tileglot/notation/linear/swizzle/bank_conflicts.h"
#include "tileglot/notation/linear/swizzle/f2_bases.h"
#include "tileglot/notation/linear/swizzle/hardware_bases.h"

namespace tileglot::notation::linear {

inline constexpr int kBankBits = 32;
inline constexpr int kMaxAccessBits = 128;  ///< what one lane moves at once

struct Swizzle {
  F2Bases vector;
  F2Bases bank;
  F2Bases segment;
  F2Bases block;
  F2Bases reps;
};

/// Both sides of a conversion through shared memory, without registers that repeat.
struct SwizzleSides {
  HardwareBases write;
  HardwareBases read;
  int dimension = 0;   ///< bits of the tensor
  int bits = 32;       ///< of an element, a power of two
  int banks = 32;      ///< a power of two
  F2Bases block = {};  ///< kept separate: which memory an element is in
  /// The lane bits that access in one wavefront; without them, the low ones.
  std::optional<LaneBits> write_together = {};
  std::optional<LaneBits> read_together = {};
};

struct SwizzleRequest {
  F2Bases vector;
  F2Bases write_lanes;        ///< lanes that access together
  F2Bases read_lanes;         ///< lanes that access together
  std::size_t kept_reps = 0;  ///< number of common registers that stay in the segment
};

/// Precondition: the vectors of `vector` and `block` are independent and in the tensor; an access
/// is no wider than a row of banks.
Swizzle swizzle(const SwizzleSides& sides, const SwizzleRequest& request);

/// From (vector, bank, segment, block, reps) to the outputs of `tensor`; a bijection.
Layout memory_layout(const Swizzle& swizzle, const Layout& tensor);

/// Additional accesses to a bank while `lanes` access together: 2^k - 1.
int conflicts(const Swizzle& swizzle, const F2Bases& lanes, int dimension);

}  // namespace tileglot::notation::linear
