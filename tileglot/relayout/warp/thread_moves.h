// SPDX-License-Identifier: Apache-2.0
// thread_moves.h: conversions in which no element leaves its thread.
//
// What     thread_moves(src, dst) maps each register of dst to the register of src, of the same
//          thread, that holds its element; without inputs if each stays where it was. std::nullopt
//          where some element has to come from another thread.
// Why      minimal_cvt_layout finds positions by their vectors, and where one vector is the sum of
//          others it may name another thread although the thread itself holds the element.
// Example  {register: [1], lane: [2], warp: [2]} -> {dim0: 4} to itself moves nothing.
//          [tests: thread_moves_test.cc, "a layout to itself moves nothing"]
// Errors   None.
#pragma once

#include <optional>

#include "tileglot/notation/linear/layout/layout.h"

namespace tileglot::relayout::warp {

/// Precondition: both have the same outputs and the same number of threads.
std::optional<notation::linear::Layout> thread_moves(const notation::linear::Layout& src,
                                                     const notation::linear::Layout& dst);

}  // namespace tileglot::relayout::warp
