// SPDX-License-Identifier: Apache-2.0
// thread_value.h: distributed layouts in CuTe's thread-value form, and back.
//
// What     to_thread_value(L) is the CuTe layout (thread, value) -> index of the tensor of a layout
//          with register, lane, warp and block; from_thread_value reads such a layout.
// Why      CuTe describes which thread holds what by a layout whose first mode is the thread.
//          Triton lists registers first, and its tensors are row-major; CuTe does neither.
// Units    Thread = lane + lanes * warp, value = register. The index is column-major: dim0 is the
//          fastest. If there are several blocks they are a third mode.
// Lanes    A flat thread mode has 32 lanes per warp, or as many as there are threads if fewer. With
//          other numbers the mode is nested, (lane, warp), and read like this: ((8,8),4) has 64
//          lanes.
// Example  sizePerThread = [1,4], threadsPerWarp = [4,8], warpsPerCTA = [4,1], order = [1,0] of a
//          tensor 16x32 is ((8,4,4),4):((64,1,4),16).
//          [tests: thread_value_test.cc, "the worked example there and back"]
// Errors   to_thread_value: bridge.no_role for other inputs; bridge.not_affine as in swizzled.h.
//          from_thread_value: bridge.no_thread_value (not two or three modes),
//          bridge.not_f2_linear, bridge.other_tensor (an extent that is not a power of two, or an
//          index that is not in the tensor).
// Source   CuTe, cute/atom/copy_traits.hpp: (thread,value) -> index of a tile.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "tileglot/core/error.h"
#include "tileglot/notation/cute/layout/composed_layout.h"
#include "tileglot/notation/linear/layout/layout.h"

namespace tileglot::bridge {

core::Result<notation::cute::CuteLayout> to_thread_value(const notation::linear::Layout& layout);

/// Onto the tensor with those extents; without them onto one dimension, the column-major index.
core::Result<notation::linear::Layout> from_thread_value(
    const notation::cute::CuteLayout& layout,
    const std::optional<std::vector<std::int64_t>>& extents = {});

}  // namespace tileglot::bridge
