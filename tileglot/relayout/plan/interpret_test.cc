// SPDX-License-Identifier: Apache-2.0
// interpret_test.cc: moves that can be followed by hand, and buffers that are refused.
#include "tileglot/relayout/plan/interpret.h"

#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <span>
#include <string_view>
#include <vector>

#include "tileglot/bridge/xla.h"
#include "tileglot/map/index_map.h"
#include "tileglot/notation/xla/text/parse.h"
#include "tileglot/relayout/plan/plan.h"

namespace tileglot::relayout::plan {
namespace {

map::IndexMap map_of(std::string_view text) {
  return *bridge::to_map(*notation::xla::parse_shape(text));
}

std::vector<std::byte> bytes_of(std::initializer_list<int> values) {
  std::vector<std::byte> bytes;
  for (const int value : values) bytes.push_back(std::byte(value));
  return bytes;
}

TEST(Interpret, ThreeByFiveGoesIntoTilesOfTwoByTwo) {
  const auto plan = plan::plan(map_of("u8[3,5]{1,0}"), map_of("u8[3,5]{1,0:T(2,2)}"), 8);
  const auto source = bytes_of({0, 1, 2, 3, 4, 10, 11, 12, 13, 14, 20, 21, 22, 23, 24});
  std::vector<std::byte> target(24, std::byte{0xA5});
  ASSERT_TRUE(interpret(*plan, source, target).has_value());
  EXPECT_EQ(target, bytes_of({0,  1,  10, 11, 2,  3,  12, 13, 4,  0, 14, 0,
                              20, 21, 0,  0,  22, 23, 0,  0,  24, 0, 0,  0}));
}

TEST(Interpret, NibblesTransposeLowHalfFirst) {
  const auto plan = plan::plan(map_of("s4[2,3]{1,0}"), map_of("s4[2,3]{0,1}"), 4);
  std::vector<std::byte> target(3);
  ASSERT_TRUE(interpret(*plan, bytes_of({0x21, 0x43, 0x65}), target).has_value());
  EXPECT_EQ(target, bytes_of({0x41, 0x52, 0x63}));
}

TEST(Interpret, PaddingKeepsWhatItHoldsWhereAsked) {
  const auto plan = plan::plan(map_of("s4[3]{0}"), map_of("s4[3]{0:T(4)}"), 4);
  auto target = bytes_of({0xEE, 0xEE});
  ASSERT_TRUE(interpret(*plan, bytes_of({0x21, 0x93}), target, false).has_value());
  EXPECT_EQ(target, bytes_of({0x21, 0xE3}));
  ASSERT_TRUE(interpret(*plan, bytes_of({0x21, 0x93}), target).has_value());
  EXPECT_EQ(target, bytes_of({0x21, 0x03}));
}

TEST(Interpret, BuffersThatAreTooSmallAreRefused) {
  const auto plan = plan::plan(map_of("f32[3,5]{1,0}"), map_of("f32[3,5]{1,0:T(2,2)}"), 32);
  std::vector<std::byte> source(60);
  std::vector<std::byte> target(96);
  EXPECT_TRUE(interpret(*plan, source, target).has_value());
  target.resize(95);
  const auto refused = interpret(*plan, source, target);
  ASSERT_FALSE(refused.has_value());
  EXPECT_EQ(refused.error()->code, "relayout.buffer_too_small");
  EXPECT_EQ(refused.error()->message, "the target buffer has 95 bytes and the plan needs 96");
  source.resize(59);
  target.resize(96);
  EXPECT_EQ(interpret(*plan, source, target).error()->code, "relayout.buffer_too_small");
}

TEST(Interpret, BuffersThatOverlapAreRefused) {
  const auto plan = plan::plan(map_of("u8[4]{0}"), map_of("u8[4]{0}"), 8);
  std::vector<std::byte> memory(7);
  const auto refused = interpret(*plan, std::span(memory).first(4), std::span(memory).last(4));
  ASSERT_FALSE(refused.has_value());
  EXPECT_EQ(refused.error()->code, "relayout.overlap");
  EXPECT_TRUE(interpret(*plan::plan(map_of("u8[3]{0}"), map_of("u8[3]{0}"), 8),
                        std::span(memory).first(3), std::span(memory).last(4))
                  .has_value());
}

}  // namespace
}  // namespace tileglot::relayout::plan
