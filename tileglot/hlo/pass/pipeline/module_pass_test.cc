// SPDX-License-Identifier: Apache-2.0
#include "tileglot/hlo/pass/pipeline/module_pass.h"

#include <gtest/gtest.h>

#include "tileglot/hlo/pass/laws/parsed_module.h"
#include "tileglot/hlo/pass/module/layout_policy.h"
#include "tileglot/notation/xla/shape/has_layout.h"

namespace tileglot::hlo::pass {
namespace {

TEST(ModulePass, APassIsFoundByItsName) {
  const auto pass = find_module_pass("layout-assignment");
  ASSERT_TRUE(pass);
  Module module = parsed_module(
      "HloModule m, entry_computation_layout={(f32[4,6]{0,1})->f32[4,6]{0,1}}\n"
      "ENTRY e { p = f32[4,6] parameter(0) ROOT n = f32[4,6] negate(p) }");
  EXPECT_EQ(pass->apply(module, *cpu_policy()), 2U);
  EXPECT_TRUE(pass->check(module));
}

TEST(ModulePass, PassesAfterAssignmentWantLayouts) {
  Module module =
      parsed_module("ENTRY e { p = f32[4,6] parameter(0) ROOT r = f32[24] reshape(p) }");
  const InstructionId p = named(module, "p");
  module[p].shape = module.keep(notation::xla::clear_layout(module.shape_of(p)));
  for (const ModulePass& pass : module_passes().subspan(2)) {
    const auto changes = pass.apply(module, *gpu_policy(90));
    ASSERT_FALSE(changes) << pass.name;
    EXPECT_EQ(changes.error()->code, "hlo.layouts") << pass.name;
  }
}

TEST(ModulePass, AnUnknownNameIsToldTheNamesThereAre) {
  EXPECT_EQ(find_module_pass("layout-asignment").error()->help,
            "did you mean 'layout-assignment'?");
  const auto unknown = find_module_pass("dead-code");
  ASSERT_FALSE(unknown);
  EXPECT_EQ(unknown.error()->code, "hlo.pass");
  for (const ModulePass& pass : module_passes()) {
    EXPECT_NE(unknown.error()->help.find(pass.name), std::string::npos) << pass.name;
  }
}

}  // namespace
}  // namespace tileglot::hlo::pass
