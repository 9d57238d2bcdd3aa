// SPDX-License-Identifier: Apache-2.0
// any_distributed.h: random distributed layouts of one tensor for laws.
//
// What     any_distributed_pair draws two layouts of the same tensor of up to max_bits, with the
//          requested registers, lanes, warps and blocks: each vector is a single bit or 0, and each
//          bit of the tensor is reached.
// Why      Conversions and swizzles are between such pairs; random matrices do not occur in
//          hardware.
#pragma once

#include <rapidcheck.h>

#include "tileglot/core/f2_matrix.h"
#include "tileglot/notation/linear/layout/layout.h"

namespace tileglot::notation::linear {

struct DistributedOptions {
  int min_bits = 5;     ///< of the tensor
  int max_bits = 11;    ///< of the tensor
  int lanes = 5;        ///< bits
  int max_warps = 3;    ///< bits
  int max_blocks = 0;   ///< bits
  bool repeats = true;  ///< lanes, warps and blocks may hold what others hold
  bool registers_repeat = false;
  bool again = false;  ///< a place that holds nothing new may repeat another one
};

struct DistributedPair {
  Layout src;
  Layout dst;
};

rc::Gen<DistributedPair> any_distributed_pair(DistributedOptions options = {});

/// The layout in other coordinates: each bit of the tensor becomes a column of the matrix, so that
/// vectors mix bits. Precondition: the matrix is square, of the layout's output bits.
Layout in_coordinates(const Layout& layout, const core::F2Matrix& matrix);

}  // namespace tileglot::notation::linear
