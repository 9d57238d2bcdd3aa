// SPDX-License-Identifier: Apache-2.0
// explained_copies.h: whether each inserted copy is told with its cause, for tests.
//
// Example  EXPECT_EQ(fault_in_explanations(module, assignment), "");
#pragma once

#include <string>

#include "tileglot/hlo/ir/module.h"
#include "tileglot/hlo/pass/assign/assign_layouts.h"

namespace tileglot::hlo::pass {

/// Empty where the text of every copy names who reads it so and who makes it otherwise, each with the
/// rule; the copy changes the order; and copies of different cause, in all steps of both chains, have
/// different texts but for their own names. Otherwise the first fault.
std::string fault_in_explanations(const Module& module, const Assignment& assignment);

}  // namespace tileglot::hlo::pass
