// SPDX-License-Identifier: Apache-2.0
// hardware_bases.h: the basis vectors of a distributed layout by register, lane, warp and block.
//
// What     hardware_bases(L) are the columns of those inputs of L; a missing input has none.
//          require_distributed refuses a layout with other inputs, and require_same_tensor two
//          layouts of different tensors.
// Why      Conversions and swizzles need the same four lists from both sides.
// Example  For {register: [[1]], lane: [[2],[4]]} -> {dim0: 8}: registers {1}, lanes {2,4}.
//          [tests: hardware_bases_test.cc, "an input that is not there has no vectors"]
// Errors   linear.not_distributed (an input of another name), linear.other_tensor (names, order or
//          sizes of the outputs differ).
#pragma once

#include "tileglot/core/error.h"
#include "tileglot/notation/linear/layout/layout.h"
#include "tileglot/notation/linear/swizzle/f2_bases.h"

namespace tileglot::notation::linear {

/// Views of a layout, which must outlive them.
struct HardwareBases {
  F2BasesView registers;
  F2BasesView lanes;
  F2BasesView warps;
  F2BasesView blocks;
};

HardwareBases hardware_bases(const Layout& layout);

core::Status require_distributed(const Layout& layout);

core::Status require_same_tensor(const Layout& a, const Layout& b);

}  // namespace tileglot::notation::linear
