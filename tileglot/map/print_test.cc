// SPDX-License-Identifier: Apache-2.0
#include "tileglot/map/print.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <string>
#include <vector>

#include "tileglot/core/checked.h"
#include "tileglot/map/builder.h"
#include "tileglot/map/example_maps.h"
#include "tileglot/map/index_map.h"
#include "tileglot/map/value.h"

namespace tileglot::map {
namespace {

TEST(Print, AMapPrintsAsTheSumItIs) {
  EXPECT_EQ(to_text(tiled({3, 5}, {{2, 2}})), "x1 + 2*(x1/2) + 2*x0 + 8*(x0/2)");
  EXPECT_EQ(to_text(tiled({16, 256}, {{8, 128}, {2, 1}})),
            "x0 + 254*(x0/2) + 1024*(x0/8) + 2*x1 + 768*(x1/128)");
}

TEST(Print, AnInnerValueIsWrittenOut) {
  EXPECT_EQ(to_text(tiled({7, 5, 11}, {{kCombine, 2, 3}})),
            "x2 + 3*(x2/3) + 3*x1 + 15*x0 + 18*((x1+5*x0)/2)");
}

TEST(Print, ParitiesNameTheirBits) {
  EXPECT_EQ(to_text(swizzled({8, 64}, {64, 1}, swizzle_rows(3, 3, 3))),
            "x1 - 8*(x1/8) + 64*x0 + 8*[x0_0 ^ x1_3] + 16*[x0_1 ^ x1_4] + 32*[x0_2 ^ x1_5]");
}

TEST(Print, ASwizzleThatDoesNothingLeavesNoTrace) {
  EXPECT_EQ(to_text(swizzled({7, 13}, {13, 1}, swizzle_rows(3, 4, 3))), "x1 + 13*x0");
}

TEST(Print, AnOffsetInsideACompositionCarries) {
  // (4,4):(4,1) o 2 o 8:1
  const IndexMap f = map_of({8}, [](MapBuilder& b) {
    const Value v = b.add(b.dim(0), b.constant(2));
    return b.add(b.scale(b.mod(v, 4), 4), b.floor_div(v, 4));
  });
  EXPECT_EQ(to_text(f), "8 + 4*x0 - 15*((2+x0)/4)");
}

TEST(Print, BaseAndSignsComeOutRight) {
  EXPECT_EQ(to_text(strided({4}, {0})), "0");
  EXPECT_EQ(to_text(strided({4, 2}, {-1, -5})), "-x0 - 5*x1");
  const IndexMap lowest = map_of({2}, [](MapBuilder& b) { return b.constant(core::kInt64Min); });
  EXPECT_EQ(to_text(lowest), "-9223372036854775808");
}

TEST(Print, NamedDimensionsPrintTheirNames) {
  MapBuilder b({{4, "lane"}, {2, ""}});
  const auto f = b.finish(b.add(b.scale(b.dim(0), 2), b.dim(1)), {});
  ASSERT_TRUE(f.has_value());
  EXPECT_EQ(to_text(*f), "x1 + 2*lane");
}

TEST(Print, DeepMapsStayShort) {
  // Every stage reads the one before it twice: written out, the text would double forty times.
  const IndexMap f = map_of({1000}, [](MapBuilder& b) {
    Value v = b.dim(0);
    for (int i = 0; i < 20; ++i) v = b.add(v, b.floor_div(b.add(b.scale(v, 3), b.constant(1)), 7));
    return v;
  });
  const std::string text = to_text(f);
  EXPECT_LT(text.size(), 100000U);
  EXPECT_NE(text.find(" where v0 = "), std::string::npos);
}

TEST(Print, CoordinatesAndExtents) {
  const std::vector<std::int64_t> x{2, 3};
  EXPECT_EQ(coordinate_text(x), "(2,3)");
  EXPECT_EQ(extents_text(dims_of({3, 5})), "[3,5]");
}

}  // namespace
}  // namespace tileglot::map
