// SPDX-License-Identifier: Apache-2.0
// The laws that tie linear layouts to maps and to the other notations.
#include <gtest/gtest.h>

#include <cstdint>

#include "tileglot/bridge/any_layout.h"
#include "tileglot/bridge/values.h"
#include "tileglot/core/law.h"
#include "tileglot/notation/linear/any_layout.h"
#include "tileglot/notation/linear/layout.h"

namespace tileglot::bridge {
namespace {

namespace linear = notation::linear;

constexpr std::int64_t kPoints = 4096;

TEST(linear_law, map_agrees_with_notation) {
  core::check_law("map_agrees_with_notation, linear", 10000, [] {
    const AnyLayout layout = *linear::any_layout();
    const auto by_notation = values_of(layout, kPoints, Via::kNotation);
    const auto by_map = values_of(layout, kPoints, Via::kMap);
    ASSERT_TRUE(by_notation.has_value() && by_map.has_value()) << print(layout);
    EXPECT_EQ(by_map->offsets, by_notation->offsets) << print(layout);
    EXPECT_EQ(by_map->size, by_notation->size) << print(layout);
    EXPECT_EQ(by_map->codomain_size, by_notation->codomain_size) << print(layout);
  });
}

}  // namespace
}  // namespace tileglot::bridge
