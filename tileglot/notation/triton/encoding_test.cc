// SPDX-License-Identifier: Apache-2.0
#include "tileglot/notation/triton/encoding.h"

#include <gtest/gtest.h>

namespace tileglot::notation::triton {
namespace {

const Blocked kBlocked{.size_per_thread = {1, 4},
                       .threads_per_warp = {4, 8},
                       .warps_per_cta = {4, 1},
                       .order = {1, 0},
                       .cga = {{1, 0}, {0, 1}}};

TEST(Encoding, AnEncodingKnowsItsRankAndWhereItsElementsAre) {
  const Encoding blocked = kBlocked;
  EXPECT_EQ(rank(blocked), 2);
  EXPECT_EQ(storage(blocked), Storage::kDistributed);
  EXPECT_EQ(rank(Slice{.dim = 0, .parent = blocked}), 1);
  EXPECT_EQ(rank(DotOperand{.op_idx = 0, .parent = blocked}), 2);
  EXPECT_EQ(rank(Linear{.warp_bases = {{0, 1, 0}}}), 3);
  EXPECT_EQ(rank(NvmmaShared{.rank = 3}), 3);
  EXPECT_EQ(storage(NvmmaShared{}), Storage::kSharedMemory);
  EXPECT_EQ(storage(TensorMemoryScales{}), Storage::kTensorMemory);
  EXPECT_EQ(mnemonic(TensorMemory{}), "ttng.tensor_memory_encoding");
}

TEST(Encoding, BlocksOfASliceAreTheParentsWithoutADimension) {
  const Encoding slice = Slice{.dim = 0, .parent = Encoding(kBlocked)};
  EXPECT_EQ(cga_bases(slice), (Bases{{0}, {1}}));
  EXPECT_EQ(cga_bases(DotOperand{.op_idx = 1, .parent = Encoding(kBlocked)}), kBlocked.cga);
  EXPECT_EQ(cga_bases(Linear{.block_bases = {{4}}}), (Bases{{4}}));
}

TEST(Encoding, ParentsAreComparedByWhatTheyAre) {
  Blocked other = kBlocked;
  EXPECT_EQ(Slice({.dim = 0, .parent = Encoding(kBlocked)}),
            Slice({.dim = 0, .parent = Encoding(other)}));
  other.order = {0, 1};
  EXPECT_NE(Slice({.dim = 0, .parent = Encoding(kBlocked)}),
            Slice({.dim = 0, .parent = Encoding(other)}));
  EXPECT_NE(Slice({.dim = 0}), Slice({.dim = 0, .parent = Encoding(other)}));
}

}  // namespace
}  // namespace tileglot::notation::triton
