// SPDX-License-Identifier: Apache-2.0
#include "tileglot/notation/cute/atoms/atom_names.h"

#include <gtest/gtest.h>

#include <optional>
#include <string>
#include <string_view>

#include "tileglot/notation/cute/atoms/atom_list.h"
#include "tileglot/notation/cute/atoms/copy_layouts.h"
#include "tileglot/notation/cute/atoms/mma_layouts.h"
#include "tileglot/notation/cute/atoms/name_reader.h"

namespace tileglot::notation::cute {
namespace {

TEST(AtomNames, ANameSaysThePartsOfItsInstruction) {
  const MmaAtom atom = *mma_atom("SM90_64x128x16_F32F16F16_RS");
  EXPECT_EQ(atom.family, MmaFamily::kWgmma);
  EXPECT_EQ(atom.a_from, Place::kRegisters);
  EXPECT_EQ(atom.b_from, Place::kShared);
  EXPECT_EQ(atom.n, 128);
  EXPECT_EQ(copy_atom("SM75_U32x4_LDSM_N")->count, 4);
}

TEST(AtomNames, ANameIsDividedIntoNamespacesItselfAndArguments) {
  const NameParts parts = *split_name(" SM120::BLOCKSCALED::X_TN<float_e2m1_t, complex<a,b>>{} ");
  EXPECT_EQ(parts.spaces, "SM120::BLOCKSCALED::");
  EXPECT_EQ(parts.name, "X_TN");
  ASSERT_EQ(parts.argument_count, 2);
  EXPECT_EQ(parts.arguments[1], "complex<a,b>");
  EXPECT_FALSE(split_name("X<a").has_value());
  EXPECT_FALSE(split_name("X<a>>").has_value());
  EXPECT_FALSE(split_name("X<,,,,,,,,,,,,,,,,>").has_value());
}

TEST(AtomNames, PartsAndNameSayTheSameInstruction) {
  const auto name_of_parts = [](std::string_view parts) {
    const auto atom = read_mma_parts(parts);
    return atom ? cute_name(*atom) : std::string("none");
  };
  EXPECT_EQ(name_of_parts("wgmma m64n128k16 f32.f16.f16 RS"), "SM90_64x128x16_F32F16F16_RS");
  EXPECT_EQ(name_of_parts("wgmma.mma_async.sync.aligned.m64n256k16.f32.bf16.bf16"),
            "SM90_64x256x16_F32BF16BF16_SS");
  EXPECT_EQ(name_of_parts("mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32"),
            "SM80_16x8x16_F32F16F16F32_TN");
  EXPECT_EQ(name_of_parts("mma.sync.aligned.kind::mxf4nvf4.block_scale.scale_vec::4X.m16n8k64.row."
                          "col.f32.e2m1.e2m1.f32.ue4m3"),
            "SM120_16x8x64_TN_VS<float_e2m1_t,float_e2m1_t,float,float_ue4m3_t,16>");
  EXPECT_EQ(name_of_parts("tcgen05 m256n128k16 f32.bf16.bf16 2sm"),
            "SM100_MMA_F16BF16_2x1SM_SS<bfloat16_t,bfloat16_t,float,256,128,K,K>");
  EXPECT_EQ(name_of_parts("m64n128k16 f32.f16.f16"), "SM90_64x128x16_F32F16F16_SS");
  EXPECT_EQ(name_of_parts("mma.sp::ordered_metadata.sync.aligned.m16n8k64.row.col.kind::f8f6f4.f32."
                          "e4m3.e5m2.f32 {%f0}, {%r0};"),
            "SM120_SPARSE_16x8x64_TN<float_e4m3_t,float_e5m2_t,float>");
  EXPECT_EQ(name_of_parts("tcgen05 m128n128k64 f32.e2m1.e2m1 ue8m0 kind::mxf4"),
            "SM100_MMA_MXF4_SS<float_e2m1_t,float_e2m1_t,float,float_ue8m0_t,128,128,32,K,K>");
  EXPECT_EQ(name_of_parts("wgmma m64n128k16"), "none");
  EXPECT_EQ(name_of_parts("wgmma m64n128k16 f32.f16.f16 upside down"), "none");
}

TEST(AtomNames, WordsOfACopyMayBeAWholePtxInstruction) {
  const auto name_of_parts = [](std::string_view parts) {
    const auto atom = read_copy_parts(parts);
    return atom ? cute_name(*atom) : std::string("none");
  };
  EXPECT_EQ(name_of_parts("ldmatrix.sync.aligned.m8n8.x4.trans.shared.b16"), "SM75_U16x8_LDSM_T");
  EXPECT_EQ(name_of_parts("tcgen05.ld.sync.aligned.16x256b.x4.pack::16b.b32"),
            "SM100_TMEM_LOAD_16dp256b4x_16b");
  EXPECT_EQ(name_of_parts("tcgen05.ld.16x32bx2.x4"), "SM100_TMEM_LOAD_16dp32b4x");
  EXPECT_EQ(name_of_parts("cp.async 16 bytes"), "SM80_CP_ASYNC_CACHEGLOBAL<uint128_t>");
  EXPECT_EQ(name_of_parts("stmatrix x2"), "SM90_U32x2_STSM_N");
  EXPECT_EQ(name_of_parts("ldmatrix.sync.aligned.m8n8.x1.shared::cta.b16 {%r1}, [%rd1];"),
            "SM75_U32x1_LDSM_N");
  EXPECT_EQ(name_of_parts("tcgen05.cp.cta_group::2.64x128b.warpx2::01_23"),
            "SM100_UTCCP_2x64dp128bitlw0123_2cta");
  EXPECT_EQ(name_of_parts("x4"), "none");
}

/// Every instruction, by name and by parts; those of other arches that are the same apart.
TEST(AtomNames, EveryInstructionIsReadBackFromItsNameAndItsParts) {
  for (const MmaAtom& atom : all_mmas()) {
    ASSERT_EQ(mma_atom(cute_name(atom)), atom) << cute_name(atom);
    ASSERT_EQ(read_mma_parts(parts_of(atom)), atom) << parts_of(atom);
  }
  for (const CopyAtom& atom : all_copies()) {
    ASSERT_EQ(copy_atom(cute_name(atom)), atom) << cute_name(atom);
    ASSERT_EQ(read_copy_parts(parts_of(atom)), atom) << parts_of(atom);
  }
}

TEST(AtomNames, APartThatIsSaidTwiceMustBeTheSame) {
  EXPECT_TRUE(read_mma_parts("wgmma m64n64k16 m64n64k16 f32.f16.f16 RS").has_value());
  EXPECT_FALSE(read_mma_parts("wgmma m64n128k16 m64n64k16 f32.f16.f16 RS").has_value());
  EXPECT_FALSE(read_mma_parts("wgmma m64n64k16 f32.f16.f16 RS SS").has_value());
  EXPECT_FALSE(read_copy_parts("ldmatrix x4 x2").has_value());
}

TEST(AtomNames, MajorsHaveTheLettersOfCute) {
  EXPECT_EQ(name(Major::kK), "K");
  EXPECT_EQ(name(Major::kMn), "MN");
}

TEST(AtomNames, WhatANameLeavesOpenStaysOpen) {
  EXPECT_EQ(cute_name(*mma_atom("GMMA::MMA_64x8x16_F32F16F16_SS<GMMA::Major::K, GMMA::Major::MN>")),
            "SM90_64x8x16_F32F16F16_SS<K,MN>");
  EXPECT_EQ(cute_name(*mma_atom("SM90_64x8x16_F32F16F16_SS<K,K,One,Neg>")),
            "SM90_64x8x16_F32F16F16_SS<K,K,One,Neg>");
  EXPECT_EQ(cute_name(*mma_atom("SM100_MMA_TF32_SS<tfloat32_t,tfloat32_t,float,Int<128>{},_64,MN,"
                                "K,UMMA::ScaleIn::Neg,UMMA::ScaleIn::One>")),
            "SM100_MMA_TF32_SS<tfloat32_t,tfloat32_t,float,128,64,MN,K,Neg,One>");
  EXPECT_EQ(cute_name(*mma_atom("SM100_MMA_S8_SS<int8_t,int8_t,int32_t,128,128,K,K,"
                                "UMMA::Saturate::True>")),
            "SM100_MMA_S8_SS<int8_t,int8_t,int32_t,128,128,K,K,True>");
  EXPECT_EQ(cute_name(*mma_atom("UniversalFMA<float,half_t,half_t,float>")),
            "UniversalFMA<float,half_t,half_t,float>");
}

}  // namespace
}  // namespace tileglot::notation::cute
