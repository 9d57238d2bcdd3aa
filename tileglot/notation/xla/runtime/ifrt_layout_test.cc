// SPDX-License-Identifier: Apache-2.0
#include "tileglot/notation/xla/runtime/ifrt_layout.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "tileglot/notation/xla/text/parse.h"

namespace tileglot::notation::xla {
namespace {

using core::Result;
using Numbers = std::vector<std::int64_t>;

IfrtLayout compact(Numbers order) { return *CompactLayout::create(std::move(order)); }
IfrtLayout pjrt(std::string_view text) { return PjrtLayout(*parse_layout(text)); }

/// Row-major, but on device 9 column-major.
Result<PjrtLayout> client(const LayoutContext& context) {
  Layout layout = descending_layout(context.shard_shape.size());
  if (context.device == 9) layout.minor_to_major = {0, 1};
  return PjrtLayout(layout);
}

LayoutContext on_device(std::int64_t device) {
  return {.type = PrimitiveType::kF32, .shard_shape = {2, 3}, .device = device};
}

TEST(IfrtLayout, ACompactLayoutIsReversed) {
  const auto layout = to_pjrt_layout(compact({0, 1}), on_device(0), client);
  EXPECT_EQ(print(*layout), "{1,0}");
  EXPECT_EQ(print(*to_pjrt_layout(compact({2, 0, 1}), on_device(0), client)), "{1,0,2}");
  EXPECT_EQ(print(*to_pjrt_layout(pjrt("{0,1:T(2)}"), on_device(0), client)), "{0,1:T(2)}");
}

TEST(IfrtLayout, LayoutsArePrinted) {
  EXPECT_EQ(print(compact({1, 0})), "CompactLayout(major_to_minor=[1,0])");
  EXPECT_EQ(print(pjrt("{1,0:T(8,128)}")), "PjRtLayout({1,0:T(8,128)})");
}

TEST(IfrtLayout, TiledSizesHaveTheirPadding) {
  const auto size = [](const IfrtLayout& layout, std::optional<PrimitiveType> type, Numbers shape) {
    return byte_size(layout, type, shape);
  };
  EXPECT_EQ(*size(pjrt("{1,0:T(2,2)}"), PrimitiveType::kF32, {3, 5}), 96);
  EXPECT_EQ(*size(compact({0, 1}), PrimitiveType::kF32, {3, 5}), 60);
  EXPECT_EQ(*size(pjrt("{1,0}"), PrimitiveType::kToken, {3, 5}), std::nullopt);
  EXPECT_EQ(*size(pjrt("{1,0}"), std::nullopt, {3, 5}), std::nullopt);
  EXPECT_EQ(size(pjrt("{1,0}"), PrimitiveType::kF32, {3}).error()->code, "xla.rank");
}

TEST(IfrtLayout, DefaultsAreComparedWhereTheyAre) {
  const auto same = [](const LayoutContext& a, const LayoutContext& b) {
    return *equivalent_layouts(std::nullopt, a, std::nullopt, b, client);
  };
  EXPECT_TRUE(same(on_device(9), on_device(9)));
  EXPECT_TRUE(same(on_device(0), on_device(1)));
  EXPECT_FALSE(same(on_device(0), on_device(9)));
}

TEST(IfrtLayout, EqualContextsDoNotAskTheClient) {
  const auto fails = [](const LayoutContext&) -> Result<PjrtLayout> {
    return core::fail({.code = "test.client", .message = "no"});
  };
  EXPECT_TRUE(*equivalent_layouts(std::nullopt, on_device(0), std::nullopt, on_device(0), fails));
  EXPECT_EQ(equivalent_layouts(std::nullopt, on_device(0), std::nullopt, on_device(1), fails)
                .error()
                ->code,
            "test.client");
}

TEST(IfrtLayout, LayoutsOfDifferentClassesAreNotEqual) {
  EXPECT_FALSE(
      *equivalent_layouts(compact({0, 1}), on_device(0), pjrt("{1,0}"), on_device(0), client));
  EXPECT_TRUE(
      *equivalent_layouts(pjrt("{1,0}"), on_device(0), pjrt("{1,0:S(1)}"), on_device(3), client));
}

}  // namespace
}  // namespace tileglot::notation::xla
