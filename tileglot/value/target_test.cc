// SPDX-License-Identifier: Apache-2.0
#include "tileglot/value/target.h"

#include <gtest/gtest.h>

#include <string>

namespace tileglot::value {
namespace {

TEST(Target, MachinesAreKnownByName) {
  EXPECT_EQ(parse_target("gpu:sm_90")->compute_capability, 90);
  EXPECT_FALSE(parse_target("gpu")->compute_capability.has_value());
  EXPECT_EQ(parse_target("tpu")->kind, Target::Kind::kTpu);
  for (const char* const text : {"", "gpu:sm_", "gpu:sm_-1", "gpu:sm_9x", "gpu:90", "xpu"})
    EXPECT_EQ(parse_target(text).error()->code, "target.name") << text;
}

std::string help_for(const char* text, Targets taken = Targets::kAll) {
  return parse_target(text, taken).error()->help;
}

TEST(Target, ANumberThatNoGpuHasIsRefusedWithItsNeighbours) {
  EXPECT_EQ(parse_target("gpu:sm_95").error()->message, "no GPU has the architecture sm_95");
  EXPECT_EQ(help_for("gpu:sm_95"), "the nearest are gpu:sm_90 and gpu:sm_100");
  EXPECT_EQ(help_for("gpu:sm_999"), "the nearest is gpu:sm_121");
  EXPECT_EQ(help_for("gpu:sm_1"), "the nearest is gpu:sm_35");
}

TEST(Target, AMachineByItsOwnNameLeadsToItsTarget) {
  EXPECT_EQ(help_for("h100", Targets::kAssigned), "write gpu:sm_90 for it");
  EXPECT_EQ(help_for("A100"), "write gpu:sm_80 for it");
  for (const char* const text : {"sm_90", "sm90", "gpu:90", "gpu:sm90", "gpu_sm_90"})
    EXPECT_EQ(help_for(text), "did you mean 'gpu:sm_90'?") << text;
  EXPECT_EQ(parse_target("gpu:sm_90a")->compute_capability, 90);
  EXPECT_EQ(parse_target("gpu:sm_100f")->compute_capability, 100);
  EXPECT_FALSE(parse_target("gpu:sm_90f"));
  EXPECT_FALSE(parse_target("gpu:sm_80a").has_value());
}

TEST(Target, HelpNamesTargetsThatAreTaken) {
  EXPECT_EQ(help_for("gpus"), "did you mean 'gpu'?");
  EXPECT_EQ(help_for("cpuu", Targets::kAssigned), "did you mean 'cpu'?");
  for (const char* const text : {"gpu", "tpu", "xpuuuuuuu"}) {
    const auto refused = parse_target(text, Targets::kAssigned);
    ASSERT_FALSE(refused.has_value()) << text;
    EXPECT_NE(refused.error()->help.find("gpu:sm_90"), std::string::npos) << text;
  }
  for (const Targets taken : {Targets::kAll, Targets::kAssigned}) {
    for (const std::string& name : target_names(taken))
      EXPECT_TRUE(parse_target(name, taken).has_value()) << name;
  }
}

}  // namespace
}  // namespace tileglot::value
