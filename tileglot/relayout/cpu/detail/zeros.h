// SPDX-License-Identifier: Apache-2.0
// zeros.h: fills the gaps of a plan with zeros.
//
// What     zero_gaps zeroes every gap of the target, line by line, before elements move.
// Why      Padding is a small part of the target; only it is written twice.
// Units    A gap that begins or ends within a byte takes the whole byte.
#pragma once

#include <cstddef>

#include "tileglot/relayout/cpu/detail/thread_pool.h"
#include "tileglot/relayout/kernels/transpose.h"
#include "tileglot/relayout/plan/plan.h"

namespace tileglot::relayout::cpu {

void zero_gaps(const plan::Plan& plan, std::byte* target, kernels::Store store, ThreadPool& pool);

}  // namespace tileglot::relayout::cpu
