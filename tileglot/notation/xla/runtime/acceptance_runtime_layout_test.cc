// SPDX-License-Identifier: Apache-2.0
// acceptance_runtime_layout_test.cc: what IFRT's own tests say of layouts, line by line.
#include <gtest/gtest.h>

#include <cstdint>
#include <optional>
#include <vector>

#include "tileglot/notation/xla/runtime/compact_layout.h"
#include "tileglot/notation/xla/runtime/ifrt_layout.h"
#include "tileglot/notation/xla/runtime/ifrt_wire.h"

namespace tileglot::notation::xla {
namespace {

using Numbers = std::vector<std::int64_t>;

const LayoutContext kContext{.type = PrimitiveType::kS32, .shard_shape = {3, 2}};

core::Result<PjrtLayout> row_major(const LayoutContext& context) {
  return PjrtLayout(descending_layout(context.shard_shape.size()));
}

core::Result<PjrtLayout> by_device(const LayoutContext& context) {
  if (context.device == 0) return row_major(context);
  return PjrtLayout(Layout{.minor_to_major = {0, 1}});
}

std::optional<std::int64_t> scalar_size(std::optional<PrimitiveType> type) {
  return *byte_size(IfrtLayout(CompactLayout()), type, Numbers{});
}

TEST(IfrtLayoutAcceptance, Line1CompactLayoutsAreCreated) {
  EXPECT_TRUE(CompactLayout::create({}));
  EXPECT_TRUE(CompactLayout::create({1, 0}));
  EXPECT_EQ(CompactLayout::c_order(2).major_to_minor(), (Numbers{0, 1}));
}

TEST(IfrtLayoutAcceptance, Line2ByteSizesOfScalars) {
  EXPECT_EQ(scalar_size(PrimitiveType::kToken), std::nullopt);
  EXPECT_EQ(scalar_size(PrimitiveType::kOpaque), std::nullopt);
  EXPECT_EQ(scalar_size(std::nullopt), std::nullopt);  // a string
  EXPECT_EQ(scalar_size(PrimitiveType::kS8), 1);
  EXPECT_EQ(scalar_size(PrimitiveType::kS32), 4);
}

TEST(IfrtLayoutAcceptance, Line3AnotherRankIsRefused) {
  EXPECT_EQ(
      byte_size(IfrtLayout(CompactLayout()), PrimitiveType::kS32, Numbers{3, 2}).error()->code,
      "ifrt.rank");
}

TEST(IfrtLayoutAcceptance, Line4EquivalentLayouts) {
  const std::optional<IfrtLayout> row = CompactLayout::c_order(2);
  const std::optional<IfrtLayout> column = *CompactLayout::create({1, 0});
  EXPECT_FALSE(*equivalent_layouts(row, kContext, std::nullopt, kContext, row_major));
  EXPECT_FALSE(*equivalent_layouts(std::nullopt, kContext, row, kContext, row_major));
  EXPECT_TRUE(*equivalent_layouts(row, kContext, row, kContext, row_major));
  EXPECT_FALSE(*equivalent_layouts(column, kContext, row, kContext, row_major));
  LayoutContext elsewhere = kContext;
  elsewhere.device = 1;
  EXPECT_TRUE(*equivalent_layouts(std::nullopt, kContext, std::nullopt, elsewhere, row_major));
  EXPECT_FALSE(*equivalent_layouts(std::nullopt, kContext, std::nullopt, elsewhere, by_device));
}

TEST(IfrtLayoutAcceptance, Line5CompactLayoutsBecomePjrtLayouts) {
  const auto concrete = to_pjrt_layout(CompactLayout::c_order(2), kContext, by_device);
  EXPECT_EQ(print(*concrete), "{1,0}");
  LayoutContext elsewhere = kContext;
  elsewhere.device = 1;
  EXPECT_EQ(print(*to_pjrt_layout(std::nullopt, elsewhere, by_device)), "{0,1}");
}

TEST(IfrtLayoutAcceptance, Line6EveryVersionRoundTrips) {
  const IfrtLayout layout = *CompactLayout::create({1, 0});
  for (std::int64_t version = 0; version <= kIfrtVersion; ++version) {
    const auto written = serialized(layout, version);
    ASSERT_TRUE(written);
    EXPECT_EQ(written->type_name, "xla::ifrt::CompactLayout");
    EXPECT_EQ(*deserialized(*written), layout);
  }
}

}  // namespace
}  // namespace tileglot::notation::xla
