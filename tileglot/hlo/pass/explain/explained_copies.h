// SPDX-License-Identifier: Apache-2.0
// explained_copies.h: checks that each inserted copy is explained with its cause, for tests.
//
// Example  EXPECT_EQ(fault_in_explanations(module, assignment), "");
#pragma once

#include <string>

#include "tileglot/hlo/ir/module.h"
#include "tileglot/hlo/pass/assign/assign_layouts.h"

namespace tileglot::hlo::pass {

/// Empty if the text of every copy names the instruction that reads it in the new order and the one
/// that makes it in the old, each with the rule; the copy changes the order; and copies of
/// different cause, in all steps of both chains, have different texts apart from their own names.
/// Otherwise the first fault.
std::string fault_in_explanations(const Module& module, const Assignment& assignment);

}  // namespace tileglot::hlo::pass
