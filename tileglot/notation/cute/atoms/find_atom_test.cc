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
            "there is no instruction 'SM90_64x20x16_F32F16F16_SS': N of wgmma is a multiple of 8 "
            "from 8 to "
            "256 / the nearest is SM90_64x16x16_F32F16F16_SS (wgmma m64n16k16 f32.f16.f16 SS)");
  EXPECT_EQ(
      mma_error("SM80_16x8x16_F32F16F16F32_NT"),
      "there is no instruction 'SM80_16x8x16_F32F16F16F32_NT': a warp's MMA since sm_75 takes A "
      "row-major and B column-major: TN / the nearest is SM80_16x8x16_F32F16F16F32_TN (mma "
      "m16n8k16 f32.f16.f16)");
  EXPECT_EQ(
      mma_error("wgmma m64n40k32 s32.s8.s8"),
      "there is no instruction 'wgmma m64n40k32 s32.s8.s8': N of wgmma with integers is 8, 16, 24, "
      "32 or a multiple of 16 up to 256 / the nearest is SM90_64x32x32_S32S8S8_SS_TN (wgmma "
      "m64n32k32 s32.s8.s8 SS)");
  EXPECT_EQ(
      mma_error("tcgen05 m128n40k16 f32.f16.f16 2sm"),
      "there is no instruction 'tcgen05 m128n40k16 f32.f16.f16 2sm': N is a multiple of 32 from 32 "
      "to 256 for two SMs / the nearest is SM100_MMA_F16BF16_2x1SM_SS<half_t,half_t,float,128,32,K,"
      "K> (tcgen05.mma m128n32k16 f32.f16.f16 kind::f16 SS cta_group::2)");
  EXPECT_EQ(copy_error("ldmatrix x3"),
            "there is no instruction 'ldmatrix x3': an instruction moves 1, 2 or 4 matrices / the "
            "nearest "
            "is SM75_U32x2_LDSM_N (ldmatrix m8n8 x2 b16)");
}

TEST(FindAtom, AMisspeltNameIsCorrected) {
  EXPECT_EQ(mma_error("SM80_16x8x16_F32F16F16F32"),
            "there is no matrix instruction 'SM80_16x8x16_F32F16F16F32' / did you mean "
            "'SM80_16x8x16_F32F16F16F32_TN'?");
  EXPECT_EQ(mma_error("SM100_MMA_F16BF16_SS<half_t,half_t,float,128,K,K>"),
            "argument 5 of SM100_MMA_F16BF16_SS is 'K', not a number, such as 8 / write them as in "
            "SM100_MMA_F16BF16_SS<half_t,half_t,half_t,64,8,K,K>");
  EXPECT_EQ(copy_error("SM75_U32x4_LDMS_N"),
            "there is no copy instruction 'SM75_U32x4_LDMS_N' / did you mean "
            "'SM75_U32x4_LDSM_N'?");
}

TEST(FindAtom, TheTemplateArgumentAtFaultIsNamed) {
  const std::string help =
      " / write them as in SM100_MMA_F16BF16_SS<half_t,half_t,half_t,64,8,K,K>";
  EXPECT_EQ(mma_error("SM100_MMA_F16BF16_SS<half_t, half_t, float, 128, 256, UMMA::Major::K>"),
            "argument 7 of SM100_MMA_F16BF16_SS is missing: K or MN" + help);
  EXPECT_EQ(mma_error("SM100_MMA_F16BF16_SS<half_t, half_t, float, wide, 256, K, K>"),
            "argument 4 of SM100_MMA_F16BF16_SS is 'wide', not a number, such as 64" + help);
  EXPECT_EQ(mma_error("SM100_MMA_F16BF16_SS<half_t, half, float, 128, 256, K, K>"),
            "argument 2 of SM100_MMA_F16BF16_SS is 'half', not a type, such as half_t" + help);
  EXPECT_EQ(mma_error("SM80_16x8x16_F32F16F16F32_TN<3>"),
            "argument 1 of SM80_16x8x16_F32F16F16F32_TN, '3', is one too many / write "
            "them as in SM80_16x8x16_F32F16F16F32_TN");
  EXPECT_EQ(mma_error("SM90_64x128x16_F32F16F16_SS<K,Q>"),
            "argument 2 of SM90_64x128x16_F32F16F16_SS is 'Q', not K or MN / write them as in "
            "SM90_64x128x16_F32F16F16_SS<K,K,Neg,Neg>");
  const std::string text = "SM100_MMA_F16BF16_SS<half_t, half, float, 128, 256, K, K>";
  const auto found = find_mma(text);
  ASSERT_FALSE(found.has_value());
  ASSERT_TRUE(found.error()->span.has_value());
  EXPECT_EQ(text.substr(found.error()->span->begin, 4), "half");
}

TEST(FindAtom, TypesThatDoNotGoTogetherAreRefused) {
  const auto says = [](std::string_view name, std::string_view why) {
    EXPECT_NE(mma_error(name).find(why), std::string::npos) << mma_error(name);
  };
  says("SM90_64x128x16_F32F16BF16_SS", "bf16 by bf16 and tf32 by tf32 into f32");
  says("SM100_MMA_F16BF16_SS<half_t,bfloat16_t,float,128,128,K,K>", "have one type");
  says("SM100_MMA_S8_TS<int8_t,int8_t,int32_t,128,128,MN,K>", "A in tensor memory is K-major");
  says("SM100_MMA_S8_SS<int8_t,int8_t,int32_t,64,40,K,K>", "8, 16, 24, 32 or a multiple of 16");
  says("SM100_MMA_TF32_TS_INTERLEAVED_CF32CTF32CTF32CF32_TN<128,128,K,MN>", "K-major");
  says("SM80_16x8x32_F32E4M3E4M3F32_TN", "the nearest is SM89_16x8x32_F32E4M3E4M3F32_TN");
}

TEST(FindAtom, NumbersBeyondAFamilyLeadToItsEnds) {
  const auto leads = [](std::string_view name, std::string_view nearest) {
    EXPECT_NE(mma_error(name).find(nearest), std::string::npos) << mma_error(name);
  };
  leads("SM90_64x1000x16_F32F16F16_SS", "the nearest is SM90_64x256x16_F32F16F16_SS ");
  leads("SM90_64x0x16_F32F16F16_SS", "the nearest is SM90_64x8x16_F32F16F16_SS ");
  leads("SM100_MMA_F16BF16_SS<half_t,half_t,float,256,128,K,K>", "float,128,128,K,K>");
  leads("SM100_MMA_F16BF16_SS_SCALED<half_t,half_t,float,128,128,K,K,16>", "128,128,K,K,15>");
  EXPECT_NE(copy_error("SM100_TMEM_LOAD_32dp32b256x").find("SM100_TMEM_LOAD_32dp32b128x"),
            std::string::npos);
  EXPECT_NE(copy_error("SM80_CP_ASYNC_CACHEALWAYS<uint256_t>").find("<uint128_t>"),
            std::string::npos);
}

TEST(FindAtom, PartsOfOtherFamiliesAreRefused) {
  for (const std::string_view text :
       {"mma m16n8k16 f32.f16.f16 SS", "mma m16n8k16 f32.f16.f16 sparse",
        "mma m16n8k16 f32.f16.f16 cta_group::2", "wgmma m64n128k16 f32.f16.f16 TS",
        "wgmma m64n128k16 f32.f16.f16 cta_group::2", "wgmma m64n128k16 f32.f16.f16 kind::f16",
        "wgmma m64n128k32 f32.e4m3.e4m3 block32 ue8m0", "tcgen05 m128n128k16 f32.f16.f16 RS",
        "tcgen05 m128n128k16 f32.f16.f16 and popc", "fma m1n1k1 f32.f32.f32 satfinite",
        "dp4a m1n1k4 s32.s8.s8 SS", "wgmma tcgen05 m64n128k16 f32.f16.f16",
        "wgmma m64n128k16 m64n8k16 f32.f16.f16",
        "SM100_MMA_S8_SS<int8_t,int8_t,int32_t,128,128,K,K,One,One>",
        "SM100_MMA_F16BF16_SS<half_t,half_t,float,128,128,K,K,One,One,True>"}) {
    EXPECT_EQ(mma_error(text).find("found"), std::string::npos) << mma_error(text);
  }
  for (const std::string_view text :
       {"ldmatrix x4 x2", "ldmatrix stmatrix x4", "stmatrix m16n16 x1 trans b8",
        "ldmatrix m16n16 x1 b8", "tcgen05.ld 32x32b x4 unpack::16b", "tcgen05.ld 16x32b x4",
        "tcgen05.ld 32x32bx2 x4", "tcgen05.cp", "tcgen05.cp 4x128b", "tcgen05.cp 128x64b",
        "tcgen05.cp 64x128b", "tcgen05.cp 32x256b warpx4", "copy", "copy 0 bits", "copy 24 bits",
        "ldmatrix m16n16 x1 trans b8x16 b6x16_p32", "x16 ld 32x32b"}) {
    EXPECT_EQ(copy_error(text).find("found"), std::string::npos) << copy_error(text);
  }
}

TEST(FindAtom, AnInstructionOfTheOtherKindIsPointedOut) {
  EXPECT_EQ(mma_error("SM75_U32x4_LDSM_N"),
            "'SM75_U32x4_LDSM_N' is a copy instruction / copy_traits has its traits");
  EXPECT_EQ(copy_error("SM80_16x8x16_F32F16F16F32_TN"),
            "'SM80_16x8x16_F32F16F16F32_TN' is a matrix instruction / mma_traits has its traits");
  EXPECT_EQ(mma_error("ldmatrix x4"),
            "'ldmatrix x4' is a copy instruction / copy_traits has its traits");
  EXPECT_EQ(mma_error("ldmatrix x3"), copy_error("ldmatrix x3"));
  EXPECT_EQ(copy_error("mma m16n8k17 f32.f16.f16"), mma_error("mma m16n8k17 f32.f16.f16"));
  EXPECT_EQ(copy_error("mma m16n8k16 f32.f16.f16"),
            "'mma m16n8k16 f32.f16.f16' is a matrix instruction / mma_traits has its traits");
  EXPECT_EQ(mma_error("UniversalCopy<float4>"),
            "'UniversalCopy<float4>' is a copy instruction / copy_traits has its traits");
}

TEST(FindAtom, NonsenseIsAnsweredWithExamples) {
  for (const std::string_view text : {"", " ", "<", "<>", "::", "????"}) {
    EXPECT_NE(mma_error(text).find("write a name of CuTe, such as"), std::string::npos) << text;
    EXPECT_NE(copy_error(text).find("write a name of CuTe, such as"), std::string::npos) << text;
  }
  const std::string long_text(100'000, 'm');
  EXPECT_LT(mma_error(long_text).size(), 500U);
  EXPECT_LT(mma_error("SM90_" + std::string(100'000, '9') + "x8x16_F32F16F16_SS").size(), 500U);
}

TEST(FindAtom, NoLayoutLooksLikeAnInstruction) {
  EXPECT_TRUE(looks_like_instruction("SM80_16x8x16_F32F16F16F32_TN"));
  EXPECT_TRUE(looks_like_instruction("wgmma m64n128k16 f32.f16.f16 RS"));
  EXPECT_TRUE(looks_like_instruction("SM90::GMMA::SPARSE::GMMA_64x8x16_F32TF32TF32_SS_TN"));
  EXPECT_TRUE(looks_like_instruction(" cute::SM80_16x8x16_F32F16F16F32_TN"));
  EXPECT_FALSE(looks_like_instruction("(4,8):(8,1)"));
  EXPECT_FALSE(looks_like_instruction("Sw<3,4,3> o (8,8):(8,1)"));
}

}  // namespace
}  // namespace tileglot::notation::cute
