// SPDX-License-Identifier: Apache-2.0
// explain.h: what the executor decides for a plan, and why.
//
// What     explain(plan, options) returns a line about stores and threads.
// Example  "streaming stores: the target of 1048577 bytes is more than the 1048576 of a core's
//          cache; 1 thread".
//          [tests: execute_test.cc, "stores and threads are explained"]
#pragma once

#include <string>

#include "tileglot/relayout/cpu/execute.h"
#include "tileglot/relayout/plan/plan.h"

namespace tileglot::relayout::cpu {

/// Ends with a newline.
std::string explain(const plan::Plan& plan, const ExecuteOptions& options = {});

}  // namespace tileglot::relayout::cpu
