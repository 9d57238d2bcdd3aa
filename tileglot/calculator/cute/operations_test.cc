// SPDX-License-Identifier: Apache-2.0
#include "tileglot/calculator/cute/operations.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace tileglot::calculator {
namespace {

std::string answer(const std::string& operation, const std::vector<std::string>& arguments) {
  const auto value = cute_operations().apply(operation, arguments);
  return value ? print_value(*value) : value.error()->code + ": " + value.error()->message;
}

/// The sentence of a refusal and its witness.
std::string refusal(const std::string& operation, const std::vector<std::string>& arguments,
                    Semantics semantics = Semantics::kExact) {
  const auto value = cute_operations().apply(operation, arguments, {.semantics = semantics});
  if (value) return print_value(*value);
  return value.error()->message + "; " + value.error()->witness;
}

TEST(Operations, EachIsCalledByName) {
  EXPECT_EQ(answer("make_layout", {"(_1,_6)"}), "(_1,_6):(_0,_1)");
  EXPECT_EQ(answer("make_layout", {"(2,4)", "(_12,1)"}), "(2,4):(_12,1)");
  EXPECT_EQ(answer("make_layout", {"make_shape(2,4)", "make_stride(_12{},1)"}), "(2,4):(_12,1)");
  EXPECT_EQ(answer("size", {"(_4,2):(_1,_4)"}), "8");
  EXPECT_EQ(answer("cosize", {"(_4,_2):(_1,_5)"}), "_9");
  EXPECT_EQ(answer("rank", {"(4,2):(1,4)"}), "_2");
  EXPECT_EQ(answer("depth", {"4:1"}), "_0");
  EXPECT_EQ(answer("crd2idx", {"(_1,_5)", "(_3,(_2,_3)):(_3,(_12,_1))"}), "_17");
  EXPECT_EQ(answer("idx2crd", {"16", "(3,(2,3))"}), "(1,(1,2))");
  EXPECT_EQ(answer("coalesce", {"(_2,(_1,_6)):(_1,(_6,_2))"}), "_12:_1");
}

TEST(Operations, MakeLayoutTakesTagsAndLayouts) {
  EXPECT_EQ(answer("make_layout", {"make_shape(2,4)", "LayoutRight{}"}), "(2,4):(4,_1)");
  EXPECT_EQ(answer("make_layout", {"(2,4)", "cute::GenColMajor{}"}), "(2,4):(_1,2)");
  EXPECT_EQ(answer("make_ordered_layout", {"Shape<_2,_4>{}", "LayoutRight{}"}), "(_2,_4):(_4,_1)");
  EXPECT_EQ(answer("make_ordered_layout", {"(2,4)", "Step<_1,_0>{}"}), "(2,4):(4,_1)");
  EXPECT_EQ(answer("make_layout", {"4:1", "(2,3):(3,1)", "5:0"}), "(4,(2,3),5):(1,(3,1),0)");
  EXPECT_EQ(answer("make_layout", {"4:1"}), "(4):(1)");
  EXPECT_EQ(answer("make_layout", {"4", "1", "2"}),
            "cute.arguments: make_layout of a shape takes 1 or 2 arguments, not 3");
}

TEST(Operations, ModesStandBeforeALayoutAsTemplateParametersDo) {
  EXPECT_EQ(answer("size", {"1", "0", "(_4,(_3,2)):(_1,(_4,12))"}), "_3");
  EXPECT_EQ(answer("size", {"(1,0)", "(_4,(_3,2)):(_1,(_4,12))"}), "_3");
  EXPECT_EQ(answer("cosize", {"1", "(4,(3,2)):(1,(4,12))"}), "21");
  EXPECT_EQ(answer("layout", {"1", "0", "(4,(3,2)):(1,(4,12))"}), "3:4");
  EXPECT_EQ(answer("layout", {"1", "Sw<1,0,1> o 0 o (4,2):(1,4)"}), "Sw<1,0,1> o 0 o 2:4");
  EXPECT_EQ(answer("shape", {"1", "(4,(3,2)):(1,(4,12))"}), "(3,2)");
  EXPECT_EQ(answer("stride", {"(4,(3,2)):(1,(4,12))"}), "(1,(4,12))");
  EXPECT_EQ(answer("rank", {"1", "(4,(3,2))"}), "_2");
  EXPECT_EQ(answer("depth", {"0", "(4,(3,2))"}), "_0");
  EXPECT_EQ(answer("get", {"1", "0", "(4,(3,2))"}), "3");
  EXPECT_EQ(answer("select", {"1", "0", "(4,(3,2)):(1,(4,12))"}), "((3,2),4):((4,12),1)");
  EXPECT_EQ(answer("stride", {"Sw<1,0,1> o 0 o 4:1"}),
            "cute.unsupported: a composed layout has no stride");
  EXPECT_EQ(answer("size", {"2", "(4,2):(1,4)"}), "cute.mode: there is no mode 2; the rank is 2");
}

TEST(Operations, TheOverloadsOfCppHaveTheirNamesHere) {
  EXPECT_EQ(answer("coalesce", {"(2,(1,6)):(1,(6,2))", "(1,1)"}), "(2,6):(1,2)");
  EXPECT_EQ(answer("filter", {"(2,(1,6)):(0,(6,2))", "(1,1)"}), "(_1,6):(_0,2)");
  EXPECT_EQ(answer("idx2crd", {"5", "(3,4)", "(4,1)"}), "(1,1)");
  EXPECT_EQ(answer("group_modes", {"0", "2", "(2,3,4)"}), "((2,3),4)");
  EXPECT_EQ(answer("crd2idx", {"(1,2)", "(3,4)", "(4,1)"}), "6");
  EXPECT_EQ(answer("tile_to_shape", {"(2,2):(1,2)", "(4,4)", "LayoutRight{}"}),
            answer("tile_to_shape", {"(2,2):(1,2)", "(4,4)", "(_1,_0)"}));
}

TEST(Operations, ATiledInstructionIsCalledByTheNameOfItsAtom) {
  EXPECT_EQ(answer("layout_A_TV", {"SM80_16x8x16_F32F16F16F32_TN", "(_2,_2,_1)", "(_32,_32,_16)"}),
            "((_4,_8,_2,_2),((_2,_2,_2),(_1,_1))):((_64,_1,_16,_0),((_32,_8,_256),(_0,_0)))");
  EXPECT_EQ(answer("layout_A_TV", {"SM80_16x8x16_F32F16F16F32", "1"}),
            "cute.atom: there is no matrix instruction 'SM80_16x8x16_F32F16F16F32'");
}

TEST(Operations, NoLayoutHasNoModes) {
  EXPECT_EQ(answer("take", {"1", "1", "(2,3,4)"}), "()");
  EXPECT_EQ(answer("take", {"1", "1", "(2,3,4):(12,4,1)"}),
            "cute.mode: modes 1 to 1 are not part of the tuple");
}

TEST(Operations, ErrorsNameTheArgument) {
  EXPECT_EQ(answer("size", {"(4,2"}),
            "cute.syntax: argument 1 of size: expected ',' or the end of the tuple, found the end "
            "of the text");
  EXPECT_EQ(answer("crd2idx", {"(1,2,3)", "(3,4):(1,10)"}),
            "cute.coordinate: the coordinate (1,2,3) has 3 modes, the shape (3,4) has 2 modes");
  EXPECT_EQ(answer("make_layout", {"(3,4)", "(1,2,3)"}),
            "cute.congruent: shape and stride differ in structure at integer 2");
}

TEST(Operations, UnknownNamesAndCountsAreRefused) {
  EXPECT_EQ(answer("colesce", {"4:1"}), "eval.operation: there is no operation 'colesce'");
  EXPECT_EQ(answer("group_modes", {"0", "(2,3)"}),
            "cute.arguments: group_modes takes 3 arguments, not 2");
  EXPECT_EQ(answer("size", {}), "cute.arguments: size takes 1 or more arguments, not 0");
  EXPECT_EQ(answer("crd2idx", {"1"}), "cute.arguments: crd2idx takes 2 or 3 arguments, not 1");
}

TEST(Operations, RefusedProductsNameWhatWasWritten) {
  const std::string copies =
      "3:1 cannot count copies of 2:2, which begin at (2,2):(1,4): the mode 3:1 has no stride in "
      "(2,2):(1,4): 3 steps of 1 leave 2:1, 2:4 unevenly; offsets 0, 1, 4: at 2 it would have to "
      "be 2 and is 4";
  EXPECT_EQ(refusal("make_layout_tv", {"2:2", "3:1"}), copies);
  EXPECT_EQ(refusal("logical_product", {"Sw<2,1,3> o 0 o 2:2", "3:1"}), copies);
  EXPECT_EQ(refusal("logical_product_swizzled", {"2:2", "3:1"}), copies);
  EXPECT_EQ(refusal("logical_product_swizzled", {"2:2", "Sw<2,1,3> o 0 o 3:1"}), copies);
  const std::string filled =
      "to fill (6,2): (3,2):(1,3) cannot count copies of 2:2, which begin at (2,3):(1,4): the mode "
      "3:1 has no stride in (2,3):(1,4): 3 steps of 1 leave 2:1, 3:4 unevenly; offsets 0, 1, 4: "
      "at 2 it would have to be 2 and is 4";
  EXPECT_EQ(refusal("tile_to_shape", {"2:2", "(6,2)"}), filled);
  EXPECT_EQ(refusal("tile_to_shape", {"Sw<2,1,3> o 0 o 2:2", "(6,2)", "LayoutLeft{}"}), filled);
  EXPECT_EQ(refusal("logical_product", {"Sw<2,1,3> o 0 o (2,2):(1,1)", "4:4"}),
            "the modes 2:1 and 2:1 of (2,2):(1,1) reach one offset twice; offset 1 is 1 * 1 and "
            "1 * 1");
  EXPECT_EQ(refusal("make_layout_tv", {"2:1", "3:2"}),
            "only the first 2 of 6 numbers are reached; no element of the tile ((3,2)):((4,1)) has "
            "number 2");
  EXPECT_EQ(
      refusal("make_layout_tv", {"(2,2):(1,0)", "2:1"}),
      "only the first 4 of 8 numbers are reached; ((0,0),(0,0)) and ((0,0),(0,1)) of the tile "
      "((2,2),(1,2)):((2,1),(0,0)) have number 0");
}

TEST(Operations, RefusedRecastsOfComposedLayoutsNameThePart) {
  EXPECT_EQ(refusal("upcast", {"2", "Sw<2,1,3> o 0 o 2:3"}),
            "2 and the stride of 2:3 in 2:3 do not divide one another; 3 = 1 * 2 + 1");
  EXPECT_EQ(refusal("upcast", {"2", "4:3 o 0 o 2:2"}),
            "2 and the stride of 4:3 in 4:3 do not divide one another; 3 = 1 * 2 + 1");
  EXPECT_EQ(
      refusal("recast_layout", {"16", "24", "4:6"}),
      "4:6 joined by 3 is 4:2: no mode of 4:2 has stride 1, to walk on through the 2 parts of "
      "each element; along 4:2 the 2 parts from 0 on are followed by those from 4 on");
}

TEST(Operations, TilesThatEndUnevenlyShowWhereTheOthersBegin) {
  EXPECT_EQ(refusal("composition", {"(6,4):(1,10)", "4:4 o 0 o 4:1"}),
            "the mode 4:4 has no stride in (6,4):(1,10): 4 steps of 4 leave 6:1, 4:10 unevenly; "
            "offsets 0, 4, 12, 20: at 3 it would have to be 16 and is 20");
  EXPECT_EQ(refusal("logical_divide", {"(6,4):(1,10)", "4:1"}),
            "tiles 4:1 of (6,4):(1,10) begin at 6:4: the mode 6:4 has no stride in (6,4):(1,10): 6 "
            "steps of 4 leave 6:1, 4:10 unevenly; offsets 0, 4, 12, 20, 24, 32: at 3 it would have "
            "to be 16 and is 20");
}

TEST(Operations, TheModeWithoutElementsIsNamed) {
  const std::string of_tiled = "the mode 0:1 of 0:1 has no elements; ";
  const std::string of_two = "the mode 0:1 of (0,4):(1,2) has no elements; ";
  EXPECT_EQ(refusal("logical_divide", {"0:1", "2"}), of_tiled);
  EXPECT_EQ(refusal("logical_product", {"2:1", "0:1"}), of_tiled);
  EXPECT_EQ(refusal("composition", {"(0,4):(1,2)", "4:1"}), of_two);
  EXPECT_EQ(refusal("with_shape", {"(0,4):(1,2)", "4"}), of_two);
  EXPECT_EQ(refusal("max_common_vector", {"2:1", "(0,4):(1,2)"}), of_two);
  EXPECT_EQ(refusal("right_inverse", {"Sw<2,1,3> o 0 o (0,4):(1,2)"}), of_two);
  EXPECT_EQ(refusal("print_layout", {"(0,4):(1,2)"}), of_two);
  const std::string of_shape = "the extent 0 (integer 1 of the shape (2,0)) has no elements; ";
  EXPECT_EQ(refusal("increment", {"(1,1)", "(2,0)"}), of_shape);
  EXPECT_EQ(refusal("tile_to_shape", {"2:1", "(2,0)"}), of_shape);
  EXPECT_EQ(refusal("domain_distribute", {"(2,0)", "2"}), of_shape);
  EXPECT_EQ(refusal("domain_distribute", {"(2,3)", "0"}), "the number of workers is 0; ");
}

TEST(Operations, RefusalsInCppNameWhatWasWrittenToo) {
  const auto in_cpp = [](const std::string& operation, const std::vector<std::string>& arguments) {
    return refusal(operation, arguments, Semantics::kCuteCpp);
  };
  const std::string backwards =
      "the mode 2:-1 of 2:-1 goes backwards; its second element is at offset -1, below the first";
  EXPECT_EQ(in_cpp("logical_product", {"2:-1", "3"}), backwards);
  EXPECT_EQ(in_cpp("blocked_product", {"2:-1", "3:1"}), backwards);
  EXPECT_EQ(in_cpp("make_layout_tv", {"2:-1", "3:1"}), backwards);
  EXPECT_EQ(in_cpp("tile_to_shape", {"2:-1", "(4,2)"}), "to fill (4,2): " + backwards);
  EXPECT_EQ(
      in_cpp("logical_divide", {"(_6,_4):(_1,_10)", "_4:_4"}),
      "tiles 4:4 of (6,4):(1,10) begin at (4,2):(1,16): (4,(4,2)):(4,(1,16)) in "
      "(6,4):(1,10): C++ CuTe asks that the stride 16 be a multiple of the extent 6, or below "
      "it; 16 = 2 * 6 + 4");
  EXPECT_EQ(in_cpp("upcast", {"2", "Sw<2,1,3> o 0 o _4:_3"}),
            "2 and the stride of 4:3 in 4:3 do not divide one another; 3 = 1 * 2 + 1");
  EXPECT_EQ(in_cpp("downcast", {"2", "4:1"}),
            "no stride of 4:1 is 1 at compile time, and C++ CuTe knows no other; ");
  EXPECT_EQ(in_cpp("logical_product", {"(_2,_2):(_1,_1)", "_4:_4"}),
            "in (_2,_2):(_1,_1): the stride 1 is below the 2 offsets filled before it, so C++ CuTe "
            "finds no gap; ");
}

}  // namespace
}  // namespace tileglot::calculator
