// SPDX-License-Identifier: Apache-2.0
#include "tileglot/bridge/values.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <string_view>
#include <vector>

#include "tileglot/bridge/any_layout.h"

namespace tileglot::bridge {
namespace {

std::vector<std::int64_t> offsets(std::string_view text, Via via, std::int64_t at_most = 256) {
  return values_of(*parse_layout(text), at_most, via)->offsets;
}

TEST(Values, EachNotationHasItsOrder) {
  for (const Via via : {Via::kNotation, Via::kMap}) {
    EXPECT_EQ(offsets("(2,3):(3,1)", via), (std::vector<std::int64_t>{0, 3, 1, 4, 2, 5}));
    EXPECT_EQ(offsets("f32[2,3]{0,1}", via), (std::vector<std::int64_t>{0, 2, 4, 1, 3, 5}));
    EXPECT_EQ(offsets("f32[]", via), (std::vector<std::int64_t>{0}));
    EXPECT_EQ(offsets("f32[0,3]", via), (std::vector<std::int64_t>{}));
    EXPECT_EQ(offsets("1000000000000:7", via, 3), (std::vector<std::int64_t>{0, 7, 14}));
  }
}

}  // namespace
}  // namespace tileglot::bridge
