// SPDX-License-Identifier: Apache-2.0
#include "tileglot/calculator/cute/explain.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "tileglot/calculator/operation/arguments.h"

namespace tileglot::calculator {
namespace {

using Texts = std::vector<std::string>;

Lines steps(const char* operation, const Texts& arguments) {
  return explain_operation(operation, arguments_of(arguments)).value_or(Lines{"refused"});
}

TEST(Explain, ACompositionIsADivisionThroughTheModes) {
  EXPECT_EQ(
      steps("composition", {"(6,2):(8,2)", "(4,3):(3,1)"}),
      (Lines{"4:3 of B takes 4 elements of A, 3 apart:",
             "  4:3 through 6:8: 6 / 3 = 2 steps inside, so 2:24, and 4 / 2 = 2 are left",
             "  2:1 through 2:2: 1 * 2 = 2, so 2:2", "3:1 of B takes 3 elements of A, 1 apart:",
             "  3:1 through 6:8: 3 steps of 1 inside, so 3:8"}));
  EXPECT_EQ(steps("composition", {"(4,6,8):(2,3,5)", "6:12"}),
            (Lines{"6:12 of B takes 6 elements of A, 12 apart:",
                   "  6:12 through 4:2: a step of 12 passes all 4, 12 / 4 = 3 is left",
                   "  6:3 through 6:3: 6 / 3 = 2 steps inside, so 2:9, and 6 / 2 = 3 are left",
                   "  3:1 through 8:5: 1 * 5 = 5, so 3:5"}));
  EXPECT_EQ(steps("composition", {"(2,2,3):(1,2,7)", "3:3"})[0], "coalesce(A) = (4,3):(1,7)");
}

TEST(Explain, WhatDoesNotDivideIsSaid) {
  EXPECT_EQ(steps("composition", {"(6,4):(1,10)", "4:4"})[1],
            "  4:4 through 6:1: they do not divide, so the values decide");
}

TEST(Explain, AComplementFillsTheGaps) {
  EXPECT_EQ(
      steps("complement", {"(2,2):(1,6)", "24"}),
      (Lines{"the modes that move, by stride: 2:1, 2:6",
             "  2:1: its stride is the 1 filled so far; no gap", "    2 * 1 = 2 are filled",
             "  2:6: 6 / 2 = 3 copies fit below its stride, so 3:2", "    2 * 6 = 12 are filled",
             "up to 24: as many blocks of 12 as reach it, with stride 12"}));
  const Lines holes = steps("complement", {"(4,8):(1,5)", "1"});
  EXPECT_EQ(holes[3], "  8:5: a hole of 1 offset stays below its stride");
  EXPECT_EQ(holes[4], "    8 * 5 = 40 are filled");
}

TEST(Explain, ARightInverseFollowsTheStrides) {
  EXPECT_EQ(
      steps("right_inverse", {"(4,8):(8,1)"}),
      (Lines{"where in the domain each mode begins, and its stride:", "  4:8 at 1", "  8:1 at 4",
             "stride 1 is that of 8:1, so 8:4", "stride 8 is that of 4:8, so 4:1",
             "no mode goes on with stride 32: 32 offsets are reached"}));
  const Lines stepped = steps("right_inverse", {"(3,4):(2,1)"});
  EXPECT_EQ(stepped[3], "stride 1 is that of 4:1, so 4:3");
  EXPECT_EQ(stepped[4], "stride 4 is 2 times that of 3:2, 2 of them, so 2:2");
  EXPECT_EQ(stepped[5], "no mode goes on with stride 8: 8 offsets are reached");
}

TEST(Explain, ALeftInverseGoesFromStrideToStride) {
  EXPECT_EQ(steps("left_inverse", {"(4,2):(2,16)"}),
            (Lines{"where in the domain each mode begins, and its stride:", "  4:2 at 1",
                   "  2:16 at 4", "the offsets between are those of the element before: 2:0",
                   "4:2 up to stride 16: 16 / 2 = 8 steps, each 1 on in the domain, so 8:1",
                   "2:16 is the last: 2 steps, each 4 on in the domain, so 2:4"}));
  EXPECT_EQ(steps("left_inverse", {"(2,2):(2,5)"}).back(),
            "  offset 5 is (1,2) there, and gives 2");
  const Lines repeating = steps("left_inverse", {"(2,2):(1,1)"});
  EXPECT_EQ(repeating[3], "the strides do not split all offsets: other places to split are tried");
  EXPECT_EQ(repeating[4], "in (2,2):(1,3) the offset of one step of each mode:");
  EXPECT_EQ(repeating.back(), "  offset 1 is (1,0) there, and gives 1");
  EXPECT_EQ(steps("left_inverse", {"4:0"}).back(),
            "no mode moves: every element is at offset 0, and so is the first");
}

TEST(Explain, AnOffsetGoesThroughThePartsOfAComposedLayout) {
  EXPECT_EQ(steps("crd2idx", {"(3,5)", "Sw<3,0,3> o 8 o (8,8):(8,1)"}),
            (Lines{"inner layout: (8,8):(8,1) at (3,5) = 29", "offset: 29 + 8 = 37",
                   "Sw<3,0,3>: bits 3 to 5 of 37 are 32, shifted right by 3 they are 4; "
                   "37 xor 4 = 33"}));
  EXPECT_EQ(steps("crd2idx", {"1", "4:2 o 1 o 2:2"}).back(), "outer layout: at 3 = 6");
}

TEST(Explain, ASwizzleIsPushedByTheOffsetsOfItsBits) {
  EXPECT_EQ(steps("layout_swizzle_composition", {"(8,64):(64,1)", "Sw<3,4,3>"}),
            (Lines{"Sw<3,4,3> reads bits 7 to 9 of an index and changes bits 4 to 6",
                   "an index below 512 has bits only for Sw<2,4,3>",
                   "(8,64):(64,1) sends index 384 to offset 48",
                   "(8,64):(64,1) sends index 48 to offset 6",
                   "these offsets are the bits that the swizzle before it reads and changes"}));
}

TEST(Explain, AComposedLayoutIsExplainedPartByPart) {
  EXPECT_EQ(
      steps("composition", {"Sw<3,0,3> o 0 o (8,8):(8,1)", "4:2"}),
      (Lines{"Sw<3,0,3> o 0 stays before the inner layout, which is composed",
             "composition((8,8):(8,1), 4:2) = 4:16", "  4:2 of B takes 4 elements of A, 2 apart:",
             "    4:2 through 8:8: 4 steps of 2 inside, so 4:16"}));
  const Lines behind = steps("composition", {"(8,8):(8,1)", "Sw<3,0,3> o 0 o (8,8):(1,8)"});
  EXPECT_EQ(
      behind.front(),
      "moving the swizzle from the right of (8,8):(8,1) to its left: layout_swizzle_composition = "
      "Sw<3,0,-3> o 0 o (8,8):(8,1)");
  EXPECT_EQ(behind.back(), "after it: composition(A, (8,8):(1,8)) = (8,8):(8,1)");
  EXPECT_EQ(steps("right_inverse", {"Sw<3,0,3> o 8 o (8,8):(8,1)"}).back(),
            "from the outside in: Sw<3,0,3>, then 8 is taken off, then (8,8):(8,1)");
  EXPECT_EQ(steps("right_inverse", {"Sw<1,2,-2> o 0 o 8:1"}).back(),
            "beyond the first 4 it would be wrong or name no element");
  EXPECT_EQ(steps("left_inverse", {"Sw<2,0,-3> o 0 o 8:16"}).back(),
            "no offset has a bit that Sw<2,0,-3> reads, so it does nothing");
  EXPECT_EQ(steps("left_inverse", {"4:2 o 1 o 2:1"}).back(),
            "from the outside in: (2,4):(0,1), then 1 is taken off, then 2:1");
}

TEST(Explain, ATiledInstructionIsItsDividesAndItsComposition) {
  const std::string atom = "SM80_16x8x16_F32F16F16F32_TN";
  const std::string atoms = "(2,2,1):(1,2,0)";
  EXPECT_EQ(
      steps("thrfrg_A", {atom, atoms, "(64,32):(32,1)"}),
      (Lines{"rounds: logical_divide((64,32):(32,1), <32:1,16:1>) = "
             "((32,2),(16,2)):((32,1024),(1,16))",
             "instructions: zipped_divide(((32,2),(16,2)):((32,1024),(1,16)), <16:1,16:1>) = "
             "((16,16),(4,2)):((32,1),(512,16))",
             "threads and values of one instruction: composition((16,16):(32,1), "
             "((4,8),(2,2,2)):((32,1),(16,8,128))) = ((4,8),(2,2,2)):((2,32),(1,256,8))",
             "instructions side by side, and the rest: zipped_divide((4,2):(512,16), <2:1,1:1>) = "
             "((2,1),(2,2)):((512,16),(1024,16))",
             "so ((lane, instruction), (value, rest))"}));
  EXPECT_EQ(steps("make_tiled_mma", {atom, atoms})[2],
            "M: one instruction has 16, 2 are side by side; a round is 32:1");
  EXPECT_EQ(steps("layout_A_TV", {atom, atoms}).back(),
            "so the threads are: composition(((4,8),2,2,1):((64,1),16,0,0), 128:1) = "
            "(4,8,2,2):(64,1,16,0)");
  EXPECT_EQ(steps("partition_C", {atom, atoms, "5", "(64,32):(32,1)"}).back(),
            "where its elements begin: crd2idx(5, ((4,8),(2,2)):((2,32),(512,8))) = 34");
}

TEST(Explain, ATiledCopyIsItsDivideAndItsCompositions) {
  const Texts copy{"SM75_U32x4_LDSM_N", "16", "(32,1):(1,32)", "(1,8):(8,1)"};
  EXPECT_EQ(steps("make_tiled_copy", copy)[1],
            "in whole instructions: zipped_divide((32,8):(1,32), (32,8)) = "
            "((32,8),(1,1)):((1,32),(0,0))");
  EXPECT_EQ(steps("layout_S_TV", copy)[1],
            "threads and values of one instruction: composition((32,8):(1,32), "
            "((8,4),(2,4)):((4,64),(32,1))) = ((8,4),(2,4)):((4,64),(32,1))");
  Texts of_thread = copy;
  of_thread.insert(of_thread.end(), {"3", "(64,32):(32,1)"});
  EXPECT_EQ(
      steps("partition_S", of_thread),
      (Lines{"tiles: zipped_divide((64,32):(32,1), (32,8)) = ((32,8),(2,4)):((32,1),(1024,8))",
             "threads: composition((32,8):(32,1), (8,4):(4,64)) = (8,4):(128,2)",
             "values: composition((32,8):(32,1), ((2,4),1):((32,1),0)) = "
             "((2,4),1):((1,32),0)",
             "where the thread's elements begin: crd2idx(3, (8,4):(128,2)) = 384"}));
}

TEST(Explain, OtherOperationsHaveNoSteps) {
  EXPECT_TRUE(steps("size", {"(4,2):(2,1)"}).empty());
  EXPECT_TRUE(steps("nope", {}).empty());
  EXPECT_TRUE(steps("complement", {"Sw<1,0,1> o 0 o 4:1"}).empty());
}

TEST(Explain, NumbersThatOverflowDoNot) {
  EXPECT_FALSE(
      steps("composition", {"(4,4):(1,3000000000000000000)", "(2,3000000000):(1,3000000000)"})
          .empty());
  EXPECT_FALSE(steps("complement", {"(3,2):(1,4611686018427387904)"}).empty());
}

}  // namespace
}  // namespace tileglot::calculator
