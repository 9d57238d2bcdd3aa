// SPDX-License-Identifier: Apache-2.0
#include "tileglot/advice/advised.h"

#include <gtest/gtest.h>

#include <string>

namespace tileglot::advice {
namespace {

value::Json checked(const std::string& layout) { return advised({.layout = layout})->json; }

TEST(Advise, PaddingIsToldByDimensionOrderAndTiling) {
  EXPECT_EQ(advised({.layout = "s32[8388608,8,4]{2,1,0:T(8,128)}"})->text,
            "s32[8388608,8,4]{2,1,0:T(8,128)}\n"
            "  logical         1,073,741,824 B\n"
            "  physical       34,359,738,368 B  32x\n"
            "  dimension 1: 8 -> 8\n"
            "  dimension 2: 4 -> 128  32x\n"
            "orders of the dimensions that take less:\n"
            "         1,073,741,824 B  1x {0,1,2:T(8,128)}\n"
            "         2,147,483,648 B  2x {0,2,1:T(8,128)}\n"
            "        17,179,869,184 B  16x {1,0,2:T(8,128)}\n"
            "TPU tilings in this order:\n"
            "  compact        34,359,738,368 B  32x {2,1,0:T(8,128)}\n"
            "  large          34,359,738,368 B  32x {2,1,0:T(8,128)}\n"
            "  untiled         1,073,741,824 B  1x {2,1,0}\n");
}

TEST(Advise, AllOrdersOfTheDimensionsThatATileReachesAreTried) {
  EXPECT_EQ(checked("f32[7,7,128,2]{0,2,1,3:T(2,*,16)}")["orders"][0]["bytes"], 50176);
  EXPECT_EQ(checked("f32[128,4,7,1,2]{3,0,1,2,4:T(2,3,4)(2)}")["orders"][0]["bytes"], 28896);
}

TEST(Advise, EveryPartHasANumberInJson) {
  const value::Json json = checked("bf16[9,200]{1,0:T(8,128)(2,1)L(4096)}");
  EXPECT_EQ(json["logical_bytes"], 3600);
  EXPECT_EQ(json["physical_bytes"], 8192);
  EXPECT_EQ(json["dimensions"][0],
            value::Json({{"dimension", 0}, {"extent", 9}, {"padded_extent", 16}}));
  EXPECT_EQ(json["tail_bytes"], 0);
  EXPECT_FALSE(json.contains("orders"));
  EXPECT_EQ(json["tpu_tilings"][2]["name"], "untiled");
}

TEST(Advise, ATailAndTilesInsideTilesAreTold) {
  EXPECT_EQ(checked("f32[3,100]{1,0:L(128)}")["tail_bytes"], 1536 - 1200);
  const value::Json nested = checked("bf16[9,200]{1,0:T(8,128)(3,1)}")["beyond_dimensions"];
  EXPECT_EQ(nested["positions"], 2 * 2 * 9 * 128);
}

TEST(Advise, TheBytesOfEachPartAreTold) {
  const auto answer = advised({.layout = "f32[64,96]{1,0:T(8,128)SC(1:40)}"});
  EXPECT_EQ(answer->text.substr(0, answer->text.find("TPU")),
            "f32[64,96]{1,0:T(8,128)SC(1:40)}\n"
            "  logical                24,576 B\n"
            "  physical               65,536 B  2.67x\n"
            "  2 parts, 32,768 B each:\n"
            "    0: 2,560 elements, 64x40 from (0,0) on\n"
            "    1: 3,584 elements, 64x56 from (0,40) on\n"
            "  dimension 0: 64 -> 64\n"
            "  dimension 1: 56 -> 128  2.29x\n");
  EXPECT_EQ(answer->json["parts"][1]["bytes"], 32768);
  const value::Json many = checked("f32[20]{0:SC(0:1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17)}");
  EXPECT_EQ(many["parts"].size(), 18);
  EXPECT_EQ(many["physical_bytes"], 18 * 3 * 4);
  EXPECT_FALSE(checked("f32[64,96]").contains("parts"));
}

TEST(Advise, ACuteLayoutIsMeasuredInElementsOrBytes) {
  EXPECT_EQ(advised({.layout = "(4,3):(1,8)"})->text,
            "(4,3):(1,8)\n"
            "  logical                    12 elements\n"
            "  physical                   20 elements  1.67x\n"
            "  dimension 0: 4 -> 8  2x\n");
  EXPECT_EQ(advised({.layout = "(4,3):(1,8)", .dtype = "bf16"})->json["physical_bytes"], 40);
  const value::Json overlapping = checked("(4,3):(1,2)");
  EXPECT_FALSE(overlapping["injective"]);
  EXPECT_EQ(advised({.layout = "(4,3):(1,2)"})->text,
            "(4,3):(1,2)\n"
            "  not injective: (0,1) and (2,0) share 2\n"
            "  logical                    12 elements\n"
            "  physical                    8 elements\n");
}

TEST(Advise, NothingIsMeasuredOfNoElements) {
  EXPECT_EQ(advised({.layout = "f32[0,5]{1,0:T(2,2)}"})->json["physical_bytes"], 0);
}

TEST(Advise, SizesBeyond64BitsAreRefused) {
  const Request large{.layout = "4611686018427387904:1", .dtype = "f64"};
  EXPECT_EQ(advised(large).error()->code, "map.overflow");
  EXPECT_EQ(checked("4611686018427387904:1")["elements"], 4611686018427387904);
  EXPECT_EQ(checked("f32[4611686018427387904,4611686018427387904,0]")["physical_bytes"], 0);
}

TEST(Advise, WhatIsInvalidIsRefused) {
  EXPECT_EQ(advised({.layout = "f32[3,5]{1,1}"}).error()->code, "xla.order");
  EXPECT_EQ(advised({.layout = "f32[3,5]{1,0:T(0,2)}"}).error()->code, "xla.tile");
  EXPECT_FALSE(advised({.layout = "f32[?]{0}"}).has_value());
  EXPECT_FALSE(advised({.layout = "(f32[2],f32[3])"}).has_value());
  EXPECT_EQ(advised({.layout = "f32[3,5]", .dtype = "s8"}).error()->code, "layout.type");
}

}  // namespace
}  // namespace tileglot::advice
