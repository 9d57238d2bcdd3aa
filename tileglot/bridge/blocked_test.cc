// SPDX-License-Identifier: Apache-2.0
#include "tileglot/bridge/blocked.h"

#include <gtest/gtest.h>

#include <string>
#include <string_view>

#include "tileglot/bridge/any_layout.h"
#include "tileglot/bridge/strided.h"
#include "tileglot/core/error.h"
#include "tileglot/map/index_map.h"
#include "tileglot/notation/strided/any_layout.h"
#include "tileglot/notation/strided/array.h"

namespace tileglot::bridge {
namespace {

namespace strided = notation::strided;

map::IndexMap map_of(std::string_view text) { return *to_map(*parse_layout(text)); }

template <class Layout>
std::string text_of(const core::Result<Layout>& layout) {
  return layout ? print(*layout) : layout.error()->code + ": " + layout.error()->witness;
}

std::string onednn(std::string_view text) { return text_of(to_onednn(map_of(text))); }
std::string tvm(std::string_view text) { return text_of(to_tvm(map_of(text))); }

TEST(Blocked, TilesAreBlocks) {
  EXPECT_EQ(onednn("bf16[16,256]{1,0:T(8,128)(2,1)}"), "AB4a128b2a");
  EXPECT_EQ(onednn("f32[3,5]{1,0:T(2,2)}"), "AB2a2b");
  EXPECT_EQ(onednn("f32[2,17,3,3]{3,2,1,0}"), "abcd");
  EXPECT_EQ(onednn("f32[2,3,4,5]{1,3,2,0}"), "acdb");
  EXPECT_EQ(tvm("f32[3,5]{1,0:T(2,2)}"), "AB2a2b");
  EXPECT_EQ(tvm("f32[2,3,4,5]{1,3,2,0}"), "NCHW->NHWC");
  EXPECT_EQ(tvm("bf16[16,256]{1,0:T(8,128)(2,1)}"),
            "bridge.not_tvm: in memory dimension 0 is 2 x 4 x 2");
}

TEST(Blocked, ATileLargerThanItsDimensionIsABlockWithOneOutside) {
  EXPECT_EQ(onednn("f32[5,256]{1,0:T(8,128)}"), "AB8a128b");
  EXPECT_EQ(tvm("f32[5,256]{1,0:T(8,128)}"), "AB8a128b");
  EXPECT_EQ(tvm("bf16[3,256]{1,0:T(8,128)(2,1)}"),
            "bridge.not_tvm: in memory dimension 0 is 4 x 2");
}

TEST(Blocked, DimensionsOfOneValueStandInTheirOrder) {
  EXPECT_EQ(onednn("f32[1,3,1,5]{1,3,2,0}"), "acdb");
  EXPECT_EQ(onednn("f32[1,1]"), "ab");
  EXPECT_EQ(tvm("f32[1,3,1,5]{1,3,2,0}"), "NCHW->NHWC");
  EXPECT_EQ(onednn("f32[0,5]{0,1:T(8)}"), "ab");
}

TEST(Blocked, AnAxisWithinBlocksIsTvmsAlone) {
  const auto layout = strided::parse("4cNCHW", strided::Array{{2, 8, 3, 5}});
  const map::IndexMap map = *to_map(*layout);
  EXPECT_EQ(text_of(to_tvm(map)), "4cNCHW");
  EXPECT_EQ(text_of(to_onednn(map)), "bridge.not_onednn: at (0,1,0,0) the offset is 60, there 15");
}

TEST(Blocked, AxesKeepTheirNames) {
  const auto weights = strided::parse("OIHW16i16o", strided::Array{{32, 64, 3, 3}});
  EXPECT_EQ(text_of(to_tvm(*to_map(*weights))), "OIHW16i16o");
  EXPECT_EQ(text_of(to_onednn(*to_map(*weights))), "ABcd16b16a");
}

TEST(Blocked, GapsOverlapsAndScalarsAreRefused) {
  EXPECT_EQ(onednn("4:2"), "bridge.not_onednn: offset 1 is never reached");
  EXPECT_EQ(tvm("(4,4):(1,1)"), "bridge.not_tvm: dimension 0 moves by 1");
  EXPECT_EQ(onednn("f32[]"), "bridge.not_onednn: ");
  EXPECT_EQ(tvm("f32[]"), "bridge.not_tvm: ");
  EXPECT_EQ(onednn("f32[1,1,1,1,1,1,1,1,1,1,1,1,2]"), "bridge.not_onednn: ");
  EXPECT_EQ(onednn("Sw<1,0,1> o 0 o 4:1").substr(0, 18), "bridge.not_affine:");
  EXPECT_EQ(onednn("f32[64,96]{1,0:SC(1:40)}"), "bridge.not_offsets: ");
}

}  // namespace
}  // namespace tileglot::bridge
