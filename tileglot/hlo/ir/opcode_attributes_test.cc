// SPDX-License-Identifier: Apache-2.0
#include "tileglot/hlo/ir/opcode_attributes.h"

#include <gtest/gtest.h>

#include <string_view>
#include <vector>

namespace tileglot::hlo {
namespace {

TEST(OpcodeAttributes, ATransposeNeedsItsDimensions) {
  EXPECT_EQ(required_attributes(Opcode::kTranspose), std::vector{AttributeKey::kDimensions});
  EXPECT_TRUE(is_allowed(Opcode::kTranspose, AttributeKey::kMetadata));
  EXPECT_FALSE(is_allowed(Opcode::kTranspose, AttributeKey::kWindow));
}

TEST(OpcodeAttributes, OnlySomeFunctionsHaveAnAccuracy) {
  EXPECT_TRUE(is_allowed(Opcode::kTanh, AttributeKey::kResultAccuracy));
  EXPECT_FALSE(is_allowed(Opcode::kNegate, AttributeKey::kResultAccuracy));
}

TEST(OpcodeAttributes, TheirNamesAreSorted) {
  EXPECT_EQ(allowed_attribute_names(Opcode::kNegate),
            (std::vector<std::string_view>{"backend_config", "control-predecessors",
                                           "frontend_attributes", "metadata", "origin",
                                           "parameter_replication", "sharding", "statistics"}));
}

}  // namespace
}  // namespace tileglot::hlo
