// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <string>
#include <vector>

#include "tileglot/core/law.h"
#include "tileglot/hlo/ir/any_module.h"
#include "tileglot/hlo/ir/module.h"
#include "tileglot/hlo/ir/verify.h"
#include "tileglot/hlo/pass/assign/assign_layouts.h"
#include "tileglot/hlo/pass/explain/explained_copies.h"
#include "tileglot/hlo/pass/laws/assigned_module.h"
#include "tileglot/hlo/pass/module/layout_invariant.h"
#include "tileglot/hlo/pass/module/layout_policy.h"
#include "tileglot/hlo/text/print.h"

namespace tileglot::hlo::pass {
namespace {

std::string message_of(const core::Status& status) {
  return status ? std::string() : status.error()->code + ": " + status.error()->message;
}

/// The fault, with the module it is in.
std::string told(const std::string& fault, const std::string& text) {
  return fault.empty() ? fault : fault + "\n" + text;
}

void expect_assigned(Module& module, const LayoutPolicy& policy) {
  const std::string before = print(module);
  const auto assignment = assign_layouts(module, policy);
  RC_ASSERT(told(assignment ? "" : assignment.error()->message, before) == "");
  const std::string both = before + print(module);
  RC_ASSERT(told(message_of(check_layouts_assigned(module)), both) == "");
  RC_ASSERT(told(message_of(verify(module)), both) == "");
  RC_ASSERT(told(fault_in_explanations(module, *assignment), both) == "");
}

TEST(AssignLayoutsLaw, EveryModuleFitsTogetherAfterwards) {
  core::check_law("assigned_layouts_agree", 5000, [] {
    const std::string target =
        *rc::gen::elementOf(std::vector<std::string>{"generic", "cpu", "sm_70", "sm_90"});
    Module module = any_module({.random_layouts = *rc::gen::arbitrary<bool>()});
    expect_assigned(module, *policy_named(target));
  });
}

}  // namespace
}  // namespace tileglot::hlo::pass
