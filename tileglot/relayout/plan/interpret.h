// SPDX-License-Identifier: Apache-2.0
// interpret.h: executes a plan one element at a time: the slow reference for every executor.
//
// What     interpret(plan, source, target) walks the nests in order and moves each unit bit by bit.
// Why      An executor has blocks, threads and special cases; this has none, so where the two
//          differ the executor is wrong.
// Errors   As check_buffers (buffers.h).
#pragma once

#include <cstddef>
#include <span>

#include "tileglot/core/error.h"
#include "tileglot/relayout/plan/plan.h"

namespace tileglot::relayout::plan {

/// Padding becomes zero, unused bits of the last byte included, unless zero_fill is false: then
/// they are unchanged.
core::Status interpret(const Plan& plan, std::span<const std::byte> source,
                       std::span<std::byte> target, bool zero_fill = true);

}  // namespace tileglot::relayout::plan
