// SPDX-License-Identifier: Apache-2.0
#include "tileglot/notation/strided/array.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <optional>
#include <vector>

#include "tileglot/core/checked.h"
#include "tileglot/core/element_type.h"
#include "tileglot/notation/strided/limits.h"

namespace tileglot::notation::strided {
namespace {

TEST(Array, TheShapeComesFromTheTextOrFromTheCaller) {
  const Array known{{2, 3}, core::ElementType::kF32};
  EXPECT_EQ(*array_for(Array{{2, 3}}, std::nullopt), (Array{{2, 3}}));
  EXPECT_EQ(*array_for(std::nullopt, known), known);
  EXPECT_EQ(*array_for(Array{{2, 3}}, known), known);
  EXPECT_EQ(array_for(Array{{2, 4}}, known).error()->code, "strided.shape_differs");
  EXPECT_EQ(array_for(std::nullopt, std::nullopt).error()->code, "strided.shape_missing");
}

TEST(Array, ExtentsAreCountedAndBounded) {
  EXPECT_EQ(element_count(std::vector<std::int64_t>{2, 3}), 6);
  EXPECT_EQ(element_count(std::vector<std::int64_t>{}), 1);
  EXPECT_EQ(element_count(std::vector<std::int64_t>{core::kInt64Max, 0, core::kInt64Max}), 0);
  EXPECT_EQ(element_count(std::vector<std::int64_t>{core::kInt64Max, 2}), std::nullopt);
  EXPECT_EQ(check_array({{2, -1}}).error()->code, "strided.extent");
  EXPECT_EQ(check_array({{core::kInt64Max, 2}}).error()->code, "strided.too_large");
  EXPECT_EQ(check_array({std::vector<std::int64_t>(kMaxRank + 1, 1)}).error()->code,
            "strided.limit");
}

}  // namespace
}  // namespace tileglot::notation::strided
