// SPDX-License-Identifier: Apache-2.0
#include "tileglot/api/show/shown_layout.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "tileglot/api/show/show.h"
#include "tileglot/render/view/tile_borders.h"

namespace tileglot::api {
namespace {

ShownLayout shown(const std::string& text, const ShowRequest& request = {},
                  bool as_threads = false) {
  return *read_shown_layout(text, request, as_threads);
}

TEST(ShownLayout, TilesComeFromModesNotFromSwizzles) {
  EXPECT_EQ(shown("Sw<3,3,3> o 0 o (8,64):(64,1)").boundaries, (render::Boundaries{{}, {}}));
  EXPECT_EQ(shown("((2,2,3),(2,3)):((2,12,24),(1,4))").boundaries,
            (render::Boundaries{{{2, 0}, {4, 1}}, {{2, 1}}}));
  EXPECT_EQ(shown("bf16[16,256]{1,0:T(8,128)(2,1)}").boundaries,
            (render::Boundaries{{{2, 0}, {8, 1}}, {{1, 0}, {128, 1}}}));
}

TEST(ShownLayout, TheRemarkNamesTheNotation) {
  EXPECT_EQ(shown("4:1").remark, "read as: CuTe layout");
  EXPECT_EQ(shown("Sw<1,0,1> o 0 o 4:1").remark, "read as: CuTe composed layout");
  EXPECT_EQ(shown("f32[4]").remark, "read as: XLA layout");
  EXPECT_EQ(shown("f32[4]{0:T(2)}").remark, "read as: XLA tiled layout");
  EXPECT_EQ(shown("AB2a2b 3x5").remark, "read as: oneDNN tag");
}

TEST(ShownLayout, DistributedLayoutsKnowTheirTensor) {
  const ShownLayout layout =
      shown("{register: [[0,1]], lane: [[1,0],[2,0]], warp: []} -> {dim0: 4, dim1: 2}");
  ASSERT_TRUE(layout.thread_value.has_value());
  EXPECT_EQ(layout.thread_value->tensor.dims.size(), 2U);
  EXPECT_EQ(layout.thread_value->numbers(std::vector<std::int64_t>{2, 1}), 5);
}

TEST(ShownLayout, ACuteTensorCountsItsFirstDimensionFastest) {
  const ShownLayout layout =
      shown("((4,8),(2,2)):((32,1),(16,8))", {.tensor = "tensor<16x8xf32>"}, true);
  ASSERT_TRUE(layout.thread_value.has_value());
  EXPECT_EQ(layout.thread_value->numbers(std::vector<std::int64_t>{3, 2}), 35);
}

}  // namespace
}  // namespace tileglot::api
