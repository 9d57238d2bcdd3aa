// SPDX-License-Identifier: Apache-2.0
#include "tileglot/api/show/mma.h"

#include <gtest/gtest.h>

#include <cstddef>
#include <string>
#include <string_view>

#include "tileglot/api/reply/reply.h"
#include "tileglot/api/show/show.h"

namespace tileglot::api {
namespace {

TEST(ShowMma, OperandsStandWhereAProductHasThem) {
  const Reply reply = show({.layout = "SM80_16x8x16_F32F16F16F32_TN"});
  ASSERT_TRUE(reply.has_value());
  const Json& panels = reply->json["picture"]["panels"];
  ASSERT_EQ(panels.size(), 3U);
  const auto place = [&](std::size_t i) {
    return std::pair(int(panels[i]["panel_row"]), int(panels[i]["panel_column"]));
  };
  EXPECT_EQ(place(0), std::pair(0, 1));  // B
  EXPECT_EQ(place(1), std::pair(1, 0));  // A
  EXPECT_EQ(place(2), std::pair(1, 1));  // C
  EXPECT_EQ(panels[0]["cells"].size(), 16U * 8U);
  EXPECT_EQ(panels[1]["cells"].size(), 16U * 16U);
  for (const Json& panel : panels) EXPECT_EQ(panel["cells"][0]["label"], "T0 V0");
}

/// PTX: in the fragment of A of m16n8k16, register pairs hold (g, 2t), (g+8, 2t), (g, 2t+8),
/// (g+8, 2t+8) of lane 4g + t.
TEST(ShowMma, FragmentsAreThoseOfTheInstruction) {
  const Reply reply = show({.layout = "SM80_16x8x16_F32F16F16F32_TN"});
  const Json& a = reply->json["picture"]["panels"][1]["cells"];
  for (int row = 0; row < 16; ++row) {
    for (int column = 0; column < 16; ++column) {
      const int lane = 4 * (row % 8) + column % 8 / 2;
      const int value = column % 2 + 2 * (row / 8) + 4 * (column / 8);
      EXPECT_EQ(a[std::size_t(16 * row + column)]["label"],
                "T" + std::to_string(lane) + " V" + std::to_string(value));
    }
  }
}

TEST(ShowMma, ThreadsOfAQuadPairAreLanesOfTheWarp) {
  const Reply reply = show({.layout = "SM70_8x8x4_F32F16F16F32_NT"});
  ASSERT_TRUE(reply.has_value());
  const std::string text = reply->json.dump();
  EXPECT_NE(text.find("T19 "), std::string::npos);
  EXPECT_EQ(text.find("T4 "), std::string::npos);
}

TEST(ShowMma, EveryInstructionIsDrawnWithoutHoles) {
  for (const std::string_view name :
       {"UniversalFMA<float>", "SM61_DP4A", "SM70_8x8x4_F16F16F16F16_TN",
        "SM75_8x8x16_S32S8S8S32_TN", "SM80_16x8x64_S32S4S4S32_TN", "SM90_64x8x16_F32F16F16_RS",
        "SM90_64x16x8_F32TF32TF32_SS_TN", "SM100_2x1x1_F32F32F32F32",
        "SM100_MMA_F16BF16_SS<half_t,half_t,float,64,8,K,K>",
        "SM100_MMA_F16BF16_TS<half_t,half_t,float,128,16,K,K>",
        "SM100_MMA_F16BF16_2x1SM_SS<half_t,half_t,float,128,32,K,K>",
        "SM100_MMA_F16BF16_2x1SM_SS_SPARSE<half_t,half_t,float,128,32,K,K>",
        "SM120_SPARSE_16x8x64_TN<float_e2m1_t,float_e4m3_t,float>",
        "wgmma m64n8k16 f32.f16.f16 RS"}) {
    const Reply reply = show({.layout = std::string(name)});
    ASSERT_TRUE(reply.has_value()) << name << ": " << reply.error()->message;
    EXPECT_EQ(reply->json["picture"].dump().find("\"hole\""), std::string::npos) << name;
  }
}

// PTX ISA, 9.7.16.10.5: M = 64 of one SM lies in the first 16 lanes of each 32; M = 128 of two has
// the second half of N in lanes 64 to 127.
TEST(ShowMma, AccumulatorsOfTcgen05AreLanesAndColumns) {
  const Reply one = show({.layout = "SM100_MMA_F16BF16_SS<half_t,half_t,float,64,8,K,K>"});
  const Json& c = one->json["picture"]["panels"][2]["cells"];
  EXPECT_EQ(c[8 * 15 + 3]["label"], "T15 V3");
  EXPECT_EQ(c[8 * 16 + 3]["label"], "T32 V3");
  EXPECT_EQ(one->json["picture"]["panels"][0]["cells"][1].value("label", ""), "");
  const Reply two = show({.layout = "SM100_MMA_F16BF16_2x1SM_SS<half_t,half_t,float,128,32,K,K>"});
  const Json& pair = two->json["picture"]["panels"][2]["cells"];
  EXPECT_EQ(pair[32 * 5 + 3]["label"], "T5 V3");
  EXPECT_EQ(pair[32 * 5 + 16 + 3]["label"], "T69 V3");
  EXPECT_EQ(pair[32 * 64 + 0]["label"], "T128 V0");
}

TEST(ShowMma, OtherTextsAreNotInstructions) {
  EXPECT_EQ(show({.layout = "4:1", .view = "mma"}).error()->code, "cute.atom");
  const Reply slip = show({.layout = "SM80_16x8x16_F32F16F16F32_TM"});
  EXPECT_EQ(slip.error()->help, "did you mean 'SM80_16x8x16_F32F16F16F32_TN'?");
}

TEST(ShowMma, OptionsOfLayoutsAreRefused) {
  const std::string name = "SM80_16x8x16_F32F16F16F32_TN";
  EXPECT_EQ(show({.layout = name, .crop = "0:4,0:4"}).error()->code, "show.option");
  EXPECT_EQ(show({.layout = name, .against = "4:1"}).error()->code, "show.option");
  EXPECT_EQ(show({.layout = name, .view = "matrix"}).error()->code, "show.view");
}

}  // namespace
}  // namespace tileglot::api
