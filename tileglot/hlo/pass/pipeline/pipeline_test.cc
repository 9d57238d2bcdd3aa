// SPDX-License-Identifier: Apache-2.0
#include "tileglot/hlo/pass/pipeline/pipeline.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

#include "tileglot/hlo/ir/module.h"
#include "tileglot/hlo/ir/verify.h"
#include "tileglot/hlo/pass/laws/parsed_module.h"
#include "tileglot/hlo/pass/module/layout_policy.h"
#include "tileglot/hlo/pass/pipeline/module_pass.h"

namespace tileglot::hlo::pass {
namespace {

constexpr std::string_view kReversedCopy =
    "ENTRY e { p = f32[4,6]{0,1} parameter(0) c = f32[4,6]{1,0} copy(p) "
    "r = f32[24]{0} reshape(c) ROOT n = f32[24]{0} negate(r) }";

std::vector<std::string_view> names_of(Platform platform) {
  std::vector<std::string_view> result;
  for (const PipelineStep& step : pipeline_after_assignment(platform)) result.push_back(step.pass);
  return result;
}

bool has_step(Platform platform, std::string_view pass) {
  return std::ranges::count(names_of(platform), pass) > 0;
}

TEST(Pipeline, EachPlatformHasItsSteps) {
  EXPECT_TRUE(has_step(Platform::kGpu, "layout_normalization"));
  EXPECT_TRUE(has_step(Platform::kCpu, "reshape-decomposer"));
  EXPECT_FALSE(has_step(Platform::kCpu, "layout_normalization"));
  EXPECT_EQ(names_of(Platform::kGeneric), names_of(Platform::kCpu));
}

TEST(Pipeline, EveryStepIsAPassAfterAssignment) {
  for (const Platform platform : {Platform::kCpu, Platform::kGpu}) {
    for (const std::string_view name : names_of(platform)) {
      EXPECT_TRUE(find_module_pass(name)) << name;
      EXPECT_NE(name, "layout-assignment");
    }
  }
}

TEST(Pipeline, EachStepTellsWhatItChanged) {
  Module module = parsed_module(kReversedCopy);
  const auto done = run_pipeline(module, *gpu_policy(90));
  ASSERT_TRUE(done) << done.error()->message;
  EXPECT_TRUE(verify(module));
  std::vector<std::string_view> names;
  for (const StepDone& step : *done) names.push_back(step.pass);
  EXPECT_EQ(names, names_of(Platform::kGpu));
  const auto reshapes = std::ranges::find(*done, "reshape-decomposer", &StepDone::pass);
  EXPECT_EQ(reshapes->changes, 1U);
  EXPECT_EQ(reshapes->rounds, 1U);
}

TEST(Pipeline, AStepIsRepeatedUntilItChangesNothing) {
  Module module = parsed_module(
      "ENTRY e { p = f32[4,6]{0,1} parameter(0) c = f32[4,6]{1,0} copy(p) "
      "ROOT n = f32[4,6]{1,0} negate(c) }");
  const auto done = run_pipeline(module, *gpu_policy(90));
  ASSERT_TRUE(done) << done.error()->message;
  const auto copies = std::ranges::find(*done, "move_copy_to_users", &StepDone::pass);
  EXPECT_EQ(copies->changes, 2U);
  EXPECT_EQ(copies->rounds, 2U);
}

class Names final : public PipelineWatcher {
 public:
  void before(const PipelineStep& step, const Module& module) override {
    seen += "(" + std::string(step.pass) + " " + std::to_string(module.instruction_count()) + " ";
  }
  void after(const StepDone& done, const Module& module) override {
    seen += std::to_string(module.instruction_count()) + " " + std::string(done.pass) + ")";
  }
  std::string seen = {};
};

TEST(Pipeline, AWatcherSeesEachStep) {
  Module module = parsed_module(kReversedCopy);
  Names names;
  ASSERT_TRUE(run_pipeline(module, *cpu_policy(), &names));
  EXPECT_NE(names.seen.find("(reshape-decomposer 4 4 reshape-decomposer)"), std::string::npos)
      << names.seen;
}

TEST(Pipeline, LayoutsThatWereNotAssignedAreRefused) {
  Module module = parsed_module(
      "ENTRY e { p = f32[2,3]{1,0} parameter(0) q = f32[2,3]{0,1} parameter(1) "
      "ROOT r = f32[2,3]{1,0} add(p, q) }");
  const auto done = run_pipeline(module, *gpu_policy(90));
  ASSERT_FALSE(done);
  EXPECT_EQ(done.error()->code, "hlo.layouts");
}

}  // namespace
}  // namespace tileglot::hlo::pass
