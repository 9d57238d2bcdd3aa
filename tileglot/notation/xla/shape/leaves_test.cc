// SPDX-License-Identifier: Apache-2.0
#include "tileglot/notation/xla/shape/leaves.h"

#include <gtest/gtest.h>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "tileglot/notation/xla/shape/print.h"
#include "tileglot/notation/xla/text/parse.h"

namespace tileglot::notation::xla {
namespace {

std::string listed(std::string_view text) {
  std::string list;
  for (const Leaf& leaf : leaves(*parse_shape(text))) {
    list += fmt::format("{{{}}} {};", fmt::join(leaf.path, ","), print(leaf.shape));
  }
  return list;
}

std::string at(std::string_view text, const TuplePath& path) {
  const auto shape = subshape(*parse_shape(text), path);
  return shape ? print(*shape) : shape.error()->code;
}

// "leaves are listed with their paths"
TEST(Leaves, LeavesAreListedWithTheirPaths) {
  EXPECT_EQ(listed("(f32[1], (s32[2], ()), pred[])"), "{0} f32[1]{0};{1,0} s32[2]{0};{2} pred[];");
  EXPECT_EQ(listed("f32[1]"), "{} f32[1]{0};");
  EXPECT_EQ(listed("b(f32[1])"), "{} b(f32[1]{0});");
  EXPECT_EQ(listed("()"), "");
}

TEST(Leaves, LeavesAreCounted) {
  EXPECT_EQ(tuple_leaf_count(*parse_shape("(f32[1], (s32[2], (), token[]), pred[])")), 4);
  EXPECT_EQ(tuple_leaf_count(*parse_shape("f32[1]")), 1);
}

TEST(Leaves, APathLeadsToAShape) {
  EXPECT_EQ(at("(f32[1], (s32[2], ()))", {1, 0}), "s32[2]{0}");
  EXPECT_EQ(at("(f32[1], (s32[2], ()))", {1}), "(s32[2]{0}, ())");
  EXPECT_EQ(at("f32[1]", {}), "f32[1]{0}");
  EXPECT_EQ(at("(f32[1])", {1}), "xla.path");
  EXPECT_EQ(at("(f32[1])", {-1}), "xla.path");
  EXPECT_EQ(at("(f32[1])", {0, 0}), "xla.path");
  EXPECT_EQ(at("b(f32[1])", {0}), "xla.path");
}

}  // namespace
}  // namespace tileglot::notation::xla
