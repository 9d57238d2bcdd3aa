// SPDX-License-Identifier: Apache-2.0
#include "tileglot/notation/xla/runtime/compact_layout.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace tileglot::notation::xla {
namespace {

using Numbers = std::vector<std::int64_t>;

std::string made(Numbers order) {
  const auto layout = CompactLayout::create(std::move(order));
  return layout ? print(*layout) : layout.error()->code + ": " + layout.error()->message;
}

TEST(CompactLayout, AnOrderListsEveryDimensionOnce) {
  EXPECT_EQ(made({1, 0}), "CompactLayout(major_to_minor=[1,0])");
  EXPECT_EQ(made({}), "CompactLayout(major_to_minor=[])");
  EXPECT_EQ(made({0, 2}), "ifrt.order: [0,2] lists 2 dimensions, and one of them is not in 0 to 1");
  EXPECT_EQ(made({0, -1}),
            "ifrt.order: [0,-1] lists 2 dimensions, and one of them is not in 0 to 1");
  EXPECT_EQ(made({1, 0, 1}), "ifrt.order: [1,0,1] is not a permutation: 1 comes twice");
  EXPECT_EQ(made(Numbers(65, 0)).substr(0, 9), "xla.limit");
}

std::optional<std::int64_t> size(PrimitiveType type, const Numbers& shape) {
  return *byte_size(CompactLayout::c_order(shape.size()), ifrt_bits(type), shape);
}

TEST(CompactLayout, ElementsArePacked) {
  EXPECT_EQ(size(PrimitiveType::kS4, {3, 3}), 5);
  EXPECT_EQ(size(PrimitiveType::kU2, {5}), 2);
  EXPECT_EQ(size(PrimitiveType::kPred, {3}), 3);
  EXPECT_EQ(size(PrimitiveType::kC128, {2, 2}), 64);
  EXPECT_EQ(size(PrimitiveType::kF32, {0, 7}), 0);
  EXPECT_EQ(size(PrimitiveType::kToken, {}), std::nullopt);
}

TEST(CompactLayout, SizesThatDoNotFitAreRefused) {
  const auto layout = CompactLayout::c_order(2);
  EXPECT_EQ(byte_size(layout, 32, Numbers{1LL << 40, 1LL << 40}).error()->code, "ifrt.size");
  EXPECT_EQ(byte_size(layout, 32, Numbers{-1, 2}).error()->code, "ifrt.size");
  EXPECT_EQ(byte_size(layout, 32, Numbers{2}).error()->code, "ifrt.rank");
}

}  // namespace
}  // namespace tileglot::notation::xla
