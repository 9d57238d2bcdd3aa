// SPDX-License-Identifier: Apache-2.0
#include "tileglot/value/target.h"

#include <gtest/gtest.h>

namespace tileglot::value {
namespace {

TEST(Target, MachinesAreKnownByName) {
  EXPECT_EQ(parse_target("gpu:sm_90")->compute_capability, 90);
  EXPECT_FALSE(parse_target("gpu")->compute_capability.has_value());
  EXPECT_EQ(parse_target("tpu")->kind, Target::Kind::kTpu);
  for (const char* const text : {"", "gpu:sm_", "gpu:sm_-1", "gpu:sm_9x", "gpu:90", "xpu"})
    EXPECT_EQ(parse_target(text).error()->code, "target.name") << text;
}

}  // namespace
}  // namespace tileglot::value
