// SPDX-License-Identifier: Apache-2.0
// verify_module.h: checks that need the whole module.
#pragma once

#include <vector>

#include "tileglot/core/error.h"
#include "tileglot/hlo/ir/module.h"

namespace tileglot::hlo {

/// For each computation, the instructions that name it, in order.
using Callers = std::vector<std::vector<InstructionId>>;
Callers callers_of(const Module& module);

/// Whether async-start wraps the computation: `custom-call-start` and the like wrap one of their own.
bool is_async_computation(const Module& module, const Callers& callers, ComputationId c);

core::Status verify_pairs(const Module& module, const Callers& callers);  ///< -start and -done
core::Status verify_channels(const Module& module);
core::Status verify_threads(const Module& module);
core::Status verify_fusions(const Module& module, const Callers& callers);
core::Status verify_async_computations(const Module& module, const Callers& callers);
core::Status verify_buffers(const Module& module, const Callers& callers);
core::Status verify_shared_shardings(const Module& module);
core::Status verify_header(const Module& module);

}  // namespace tileglot::hlo
