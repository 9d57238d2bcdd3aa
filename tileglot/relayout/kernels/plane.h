// SPDX-License-Identifier: Apache-2.0
// plane.h: the leaf copies: two loops of units of equal size, given by pointers and steps.
//
// What     run_kernel, plane_kernel and blocked_plane_kernel return the function that moves a plane of
//          rows x columns units of `unit_bits` bits: contiguous columns, target in order, or in
//          cache blocks.
// Why      A faster copy for one processor is added here; the callers know layouts, these functions
//          do not.
// Units    Steps and positions are in units. A unit has 1, 2, 4, 8, .. 128 bits; small ones are
//          packed as in unit.h. Buffers need no alignment and do not overlap.
// Example  Two rows of 128 bf16 interleaved: rows 128 (source 1, target 2), columns 2 (source
//          14336, target 1). [tests: plane_test.cc, "two rows interleave"]
#pragma once

#include <cstddef>
#include <cstdint>

namespace tileglot::relayout::kernels {

struct Plane {
  std::int64_t rows = 1;
  std::int64_t columns = 1;
  std::int64_t source_row = 0;
  std::int64_t source_column = 1;
  std::int64_t target_row = 0;
  std::int64_t target_column = 1;
};

/// Moves a plane whose first unit is at position `from` of the source and goes to position `to`.
using PlaneKernel = void (*)(const std::byte* source, std::int64_t from, std::byte* target,
                             std::int64_t to, const Plane& plane);

/// Columns of step 1 on both sides.
PlaneKernel run_kernel(int unit_bits);

/// Any steps, row by row.
PlaneKernel plane_kernel(int unit_bits);

/// Any steps, in blocks that fit a cache; fast where source_row and target_column are 1.
PlaneKernel blocked_plane_kernel(int unit_bits);

}  // namespace tileglot::relayout::kernels
