// SPDX-License-Identifier: Apache-2.0
#include "tileglot/notation/cute/text/print_layout.h"

#include <gtest/gtest.h>

#include <string>

#include "tileglot/notation/cute/text/parse.h"

namespace tileglot::notation::cute {
namespace {

core::Result<std::string> printed(const std::string& text) {
  return print_layout(*parse_any_layout(text));
}

TEST(PrintLayout, ALayoutOfRank2IsTheTableThatCuTePrints) {
  EXPECT_EQ(*printed("(_4,_2):(_2,_1)"),
            "(_4,_2):(_2,_1)\n"
            "      0   1 \n"
            "    +---+---+\n"
            " 0  | 0 | 1 |\n"
            "    +---+---+\n"
            " 1  | 2 | 3 |\n"
            "    +---+---+\n"
            " 2  | 4 | 5 |\n"
            "    +---+---+\n"
            " 3  | 6 | 7 |\n"
            "    +---+---+\n");
}

TEST(PrintLayout, CellsAreAsWideAsTheDigitsOfTheCosize) {
  // Offsets 0 to 9 have one digit, the cosize 10 has two.
  EXPECT_NE(printed("(2,5):(5,1)")->find("|  0 |  1 |"), std::string::npos);
  EXPECT_NE(printed("(3,4):(-1,1)")->find("| -1 | 0 |"), std::string::npos);
}

TEST(PrintLayout, AHigherRankIsPrintedSliceBySlice) {
  EXPECT_EQ(*printed("(1,2,2,2):(0,1,2,4)"),
            "(1,2,2,2):(0,1,2,4)\n"
            "(_,_,0,0)\n"
            "      0   1 \n"
            "    +---+---+\n"
            " 0  | 0 | 1 |\n"
            "    +---+---+\n"
            "(_,_,1,0)\n"
            "      0   1 \n"
            "    +---+---+\n"
            " 0  | 2 | 3 |\n"
            "    +---+---+\n"
            "(_,_,0,1)\n"
            "      0   1 \n"
            "    +---+---+\n"
            " 0  | 4 | 5 |\n"
            "    +---+---+\n"
            "(_,_,1,1)\n"
            "      0   1 \n"
            "    +---+---+\n"
            " 0  | 6 | 7 |\n"
            "    +---+---+\n");
}

TEST(PrintLayout, ARankBelow2IsAColumn) {
  EXPECT_EQ(*printed("2:3"),
            "2:3\n"
            "      0 \n"
            "    +---+\n"
            " 0  | 0 |\n"
            "    +---+\n"
            " 1  | 3 |\n"
            "    +---+\n");
}

TEST(PrintLayout, CoordinatesWidenTheirCells) {
  EXPECT_NE(printed("(2,2):(1@0,1@1)")->find(" 1  | (1,0) | (1,1) |\n"), std::string::npos);
}

TEST(PrintLayout, WhatIsTooLargeOrEmptyIsRefused) {
  EXPECT_EQ(printed("(65537,1):(1,0)").error()->code, "cute.too_large_to_print");
  EXPECT_EQ(printed("(1000000000000,1000):(1,0)").error()->code, "cute.too_large_to_print");
  EXPECT_EQ(printed("(0,4):(1,0)").error()->code, "cute.no_elements");
  EXPECT_EQ(printed("(0,4):(1,0)").error()->message, "the mode 0:1 of (0,4):(1,0) has no elements");
}

}  // namespace
}  // namespace tileglot::notation::cute
