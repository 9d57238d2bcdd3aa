// SPDX-License-Identifier: Apache-2.0
// view.h: the pictures of layouts that Triton's tools print.
//
// What     distributed_view(L, kTensor) writes at each element of the tensor which register holds
//          it, as T<thread>:<register>, prefixed by B<block>: if there are several blocks;
//          kHardware writes the coordinates of each warp's registers, one row each. shared_view
//          does the same for offsets in shared memory. Numbers are padded to the width of their
//          size.
// Example  {register: [1], lane: [2]} -> {dim0: 4}: [T0:0, T0:1, T1:0, T1:1].
//          [tests: view_test.cc, "who has an element"]
// Errors   linear.no_dimension (an input other than register, lane, warp, block; offset, block),
//          linear.too_many_values beyond 2^20 numbers.
// Source   Triton's triton-tensor-layout.
#pragma once

#include <string>

#include "tileglot/core/error.h"
#include "tileglot/notation/linear/layout/layout.h"

namespace tileglot::notation::linear {

enum class View : bool { kTensor, kHardware };

/// Inputs that are missing count as size 1.
core::Result<std::string> distributed_view(const Layout& layout, View view);
core::Result<std::string> shared_view(const Layout& layout, View view);

}  // namespace tileglot::notation::linear
