// SPDX-License-Identifier: Apache-2.0
#include "tileglot/notation/cute/atoms/find_atom.h"

#include <gtest/gtest.h>

#include <string>
#include <string_view>

#include "tileglot/notation/cute/atoms/atom_names.h"

namespace tileglot::notation::cute {
namespace {

/// "message / help"
std::string mma_error(std::string_view text) {
  const auto found = find_mma(text);
  if (found) return "found " + cute_name(*found);
  EXPECT_EQ(found.error()->code, "cute.atom");
  return found.error()->message + " / " + found.error()->help;
}
std::string copy_error(std::string_view text) {
  const auto found = find_copy(text);
  if (found) return "found " + cute_name(*found);
  EXPECT_EQ(found.error()->code, "cute.atom");
  return found.error()->message + " / " + found.error()->help;
}

TEST(FindAtom, ANameThatNoHardwareHasNamesTheNearestThatExists) {
  EXPECT_EQ(mma_error("SM90_64x20x16_F32F16F16_SS"),
            "no hardware has 'SM90_64x20x16_F32F16F16_SS': N of wgmma is a multiple of 8 from 8 to "
            "256 / the nearest is SM90_64x16x16_F32F16F16_SS (wgmma m64n16k16 f32.f16.f16 SS)");
  EXPECT_EQ(mma_error("SM80_16x8x16_F32F16F16F32_NT"),
            "no hardware has 'SM80_16x8x16_F32F16F16F32_NT': a warp's MMA since sm_75 takes A "
            "row-major and B column-major: TN / the nearest is SM80_16x8x16_F32F16F16F32_TN (mma "
            "m16n8k16 f32.f16.f16)");
  EXPECT_EQ(mma_error("wgmma m64n40k32 s32.s8.s8"),
            "no hardware has 'wgmma m64n40k32 s32.s8.s8': N of wgmma with integers is 8, 16, 24, "
            "32 or a multiple of 16 up to 256 / the nearest is SM90_64x32x32_S32S8S8_SS_TN (wgmma "
            "m64n32k32 s32.s8.s8 SS)");
  EXPECT_EQ(mma_error("tcgen05 m128n40k16 f32.f16.f16 2sm"),
            "no hardware has 'tcgen05 m128n40k16 f32.f16.f16 2sm': N is a multiple of 32 from 32 "
            "to 256 here / the nearest is SM100_MMA_F16BF16_2x1SM_SS<half_t,half_t,float,128,32,K,"
            "K> (tcgen05.mma m128n32k16 f32.f16.f16 kind::f16 SS cta_group::2)");
  EXPECT_EQ(copy_error("ldmatrix x3"),
            "no hardware has 'ldmatrix x3': an instruction moves 1, 2 or 4 matrices / the nearest "
            "is SM75_U32x2_LDSM_N (ldmatrix m8n8 x2 b16)");
}

TEST(FindAtom, AMisspeltNameIsCorrected) {
  EXPECT_EQ(mma_error("SM80_16x8x16_F32F16F16F32"),
            "there is no matrix instruction 'SM80_16x8x16_F32F16F16F32' / did you mean "
            "'SM80_16x8x16_F32F16F16F32_TN'?");
  EXPECT_EQ(mma_error("SM100_MMA_F16BF16_SS<half_t,half_t,float,128,K,K>"),
            "'SM100_MMA_F16BF16_SS<half_t,half_t,float,128,K,K>' does not take these template "
            "arguments / write them as in SM100_MMA_F16BF16_SS<half_t,half_t,half_t,64,8,K,K>");
  EXPECT_EQ(copy_error("SM75_U32x4_LDMS_N"),
            "there is no copy instruction 'SM75_U32x4_LDMS_N' / did you mean "
            "'SM75_U32x4_LDSM_N'?");
}

TEST(FindAtom, TypesThatDoNotGoTogetherAreRefused) {
  EXPECT_NE(mma_error("SM90_64x128x16_F32F16BF16_SS").find("of equal kind"), std::string::npos);
  EXPECT_NE(
      mma_error("SM100_MMA_F16BF16_SS<half_t,bfloat16_t,float,128,128,K,K>").find("by their like"),
      std::string::npos);
  EXPECT_NE(mma_error("SM90_64x8x32_F32E4M3E4M3_RS_TN").find("found"), std::string::npos);
  EXPECT_NE(mma_error("SM100_MMA_S8_TS<int8_t,int8_t,int32_t,128,128,MN,K>")
                .find("A in tensor memory is K-major"),
            std::string::npos);
}

TEST(FindAtom, NonsenseIsAnsweredWithExamples) {
  for (const std::string_view text : {"", " ", "<", "<>", "SM", "SM_", "::", "UniversalFMA<"}) {
    EXPECT_EQ(mma_error(text).find("found"), std::string::npos) << text;
    EXPECT_EQ(copy_error(text).find("found"), std::string::npos) << text;
  }
  const std::string long_text(100'000, 'm');
  EXPECT_LT(mma_error(long_text).size(), 500U);
  EXPECT_LT(mma_error("SM90_" + std::string(100'000, '9') + "x8x16_F32F16F16_SS").size(), 500U);
}

TEST(FindAtom, NoLayoutLooksLikeAnInstruction) {
  EXPECT_TRUE(looks_like_instruction("SM80_16x8x16_F32F16F16F32_TN"));
  EXPECT_TRUE(looks_like_instruction("wgmma m64n128k16 f32.f16.f16 RS"));
  EXPECT_TRUE(looks_like_instruction("SM90::GMMA::SPARSE::GMMA_64x8x16_F32TF32TF32_SS_TN"));
  EXPECT_FALSE(looks_like_instruction("(4,8):(8,1)"));
  EXPECT_FALSE(looks_like_instruction("Sw<3,4,3> o (8,8):(8,1)"));
}

}  // namespace
}  // namespace tileglot::notation::cute
