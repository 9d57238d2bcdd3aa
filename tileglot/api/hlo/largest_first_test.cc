// SPDX-License-Identifier: Apache-2.0
#include "tileglot/api/hlo/largest_first.h"

#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <vector>

namespace tileglot::api {
namespace {

TEST(LargestFirst, ThoseOfOneSizeKeepTheirOrder) {
  using Named = std::pair<std::string, int>;
  std::vector<Named> values{{"a", 1}, {"b", 2}, {"c", 1}, {"d", 2}};
  largest_first(values, [](const Named& value) { return value.second; });
  EXPECT_EQ(values, (std::vector<Named>{{"b", 2}, {"d", 2}, {"a", 1}, {"c", 1}}));
}

}  // namespace
}  // namespace tileglot::api
