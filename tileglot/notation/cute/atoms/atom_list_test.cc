// SPDX-License-Identifier: Apache-2.0
#include "tileglot/notation/cute/atoms/atom_list.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <string>
#include <string_view>

#include "tileglot/notation/cute/atoms/atom_names.h"
#include "tileglot/notation/cute/atoms/copy_layouts.h"
#include "tileglot/notation/cute/atoms/mma_layouts.h"

namespace tileglot::notation::cute {
namespace {

TEST(AtomList, ATargetOffersWhatItsArchitectureHas) {
  const MmaAtom wgmma = *mma_atom("SM90_64x256x16_F32F16F16_SS");
  EXPECT_TRUE(is_offered(wgmma, 90));
  EXPECT_FALSE(is_offered(wgmma, 100));
  const MmaAtom ultra = *mma_atom(
      "SM103_MXF4_ULTRA_SS_VS<float_e2m1_t,float_e2m1_t,float,float_ue4m3_t,128,64,16,K,K>");
  EXPECT_TRUE(is_offered(ultra, 103));
  EXPECT_FALSE(is_offered(ultra, 100));
  EXPECT_TRUE(is_offered(*mma_atom("SM80_16x8x16_F32F16F16F32_TN"), 120));
  EXPECT_FALSE(is_offered(*copy_atom("SM90_U32x2_STSM_N"), 80));
  EXPECT_FALSE(is_offered(*copy_atom("SM100_TMEM_LOAD_32dp32b4x"), 120));
  EXPECT_TRUE(is_offered(*copy_atom("SM100_U8x16_LDSM_T"), 120));
  const MmaAtom bytes = *mma_atom("SM100_MMA_S8_SS<int8_t,int8_t,int32_t,128,128,K,K>");
  EXPECT_TRUE(is_offered(bytes, 100) && is_offered(bytes, 110));
  EXPECT_FALSE(is_offered(bytes, 103));
  EXPECT_TRUE(is_offered(*mma_atom("SM70_8x8x4_F16F16F16F16_TN"), 72));
  EXPECT_FALSE(is_offered(*copy_atom("SM100_TMEM_LOAD_STAT_32dp32b32x"), 100));
}

TEST(AtomList, NoInstructionIsListedTwice) {
  std::set<std::string> names;
  for (const MmaAtom& atom : all_mmas()) {
    ASSERT_TRUE(names.insert(cute_name(atom)).second) << cute_name(atom);
  }
  for (const CopyAtom& atom : all_copies()) {
    ASSERT_TRUE(names.insert(cute_name(atom)).second) << cute_name(atom);
  }
  EXPECT_GT(names.size(), 16'000U);
}

/// CUTLASS 4.7 has 41 MMAs of sm_80 that do not saturate, 24 that do, and 204 copies but for types.
TEST(AtomList, FamiliesHaveAsManyAsCutlass) {
  const auto all = all_mmas();
  const auto count = [&](auto&& is_counted) {
    return std::count_if(all.begin(), all.end(), is_counted);
  };
  EXPECT_EQ(count([](const MmaAtom& x) { return x.arch == 80 && x.variant != Variant::kSaturate; }),
            41);
  EXPECT_EQ(count([](const MmaAtom& x) { return x.arch == 80 && x.variant == Variant::kSaturate; }),
            24);
  EXPECT_EQ(count([](const MmaAtom& x) { return x.arch == 75; }), 3);
  EXPECT_EQ(count([](const MmaAtom& x) { return x.arch == 70; }), 8);
  EXPECT_EQ(count([](const MmaAtom& x) { return x.arch == 89; }), 8);
  EXPECT_EQ(all_copies().size(), 204U);
}

}  // namespace
}  // namespace tileglot::notation::cute
