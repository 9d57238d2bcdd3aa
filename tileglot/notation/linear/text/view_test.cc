// SPDX-License-Identifier: Apache-2.0
#include "tileglot/notation/linear/text/view.h"

#include <gtest/gtest.h>

#include <string>
#include <string_view>

#include "tileglot/notation/linear/answer_text.h"

namespace tileglot::notation::linear {
namespace {

std::string distributed(std::string_view text, View view) {
  const auto result = distributed_view(layout_of(text), view);
  return result ? *result : result.error()->code;
}

std::string shared(std::string_view text, View view) {
  const auto result = shared_view(layout_of(text), view);
  return result ? *result : result.error()->code;
}

TEST(View, WhoHasAnElement) {
  EXPECT_EQ(distributed("{register: [1], lane: [2]} -> {dim0: 4}", View::kTensor),
            "[T0:0, T0:1, T1:0, T1:1]\n");
  EXPECT_EQ(distributed("{register: [0], lane: [1]} -> {dim0: 2}", View::kTensor),
            "[T0:0|T0:1, T1:0|T1:1]\n");
  EXPECT_EQ(distributed("{lane: [[1,0]], warp: [[0,1]], block: [[0,0]]} -> {dim0: 2, dim1: 2}",
                        View::kTensor),
            "[[B0:T0:0|B1:T0:0, B0:T2:0|B1:T2:0]\n"
            "[ B0:T1:0|B1:T1:0, B0:T3:0|B1:T3:0]]\n");
}

TEST(View, NumbersAreAsWideAsTheirSize) {
  EXPECT_EQ(
      distributed("{lane: [[0,0],[1,0],[2,0]], warp: [[4,0]]} -> {dim0: 8, dim1: 1}", View::kTensor)
          .substr(0, 35),
      "[[ T0:0| T1:0]\n[  T2:0| T3:0]\n[  T4");
  EXPECT_EQ(distributed("{register: [1,8], lane: [2], warp: [4]} -> {dim0: 16}", View::kHardware),
            "Warp0:\n( 0), ( 2)\n( 1), ( 3)\n( 8), (10)\n( 9), (11)\n"
            "Warp1:\n( 4), ( 6)\n( 5), ( 7)\n(12), (14)\n(13), (15)\n");
}

TEST(View, WhatEachBlockHas) {
  EXPECT_EQ(
      distributed("{register: [[0,1]], block: [[1,0]]} -> {dim0: 2, dim1: 2}", View::kHardware),
      "Block0:\nWarp0:\n(0,0)\n(0,1)\nBlock1:\nWarp0:\n(1,0)\n(1,1)\n");
}

TEST(View, WhatIsStoredAtAnOffset) {
  EXPECT_EQ(shared("{offset: [2,3], block: []} -> {dim0: 4}", View::kTensor),
            "[(0),(2),(3),(1)]\n");
  EXPECT_EQ(shared("{offset: [[0,1],[1,1]]} -> {dim0: 2, dim1: 2}", View::kTensor),
            "[[(0:0),(0:1)]\n[ (1:1),(1:0)]]\n");
  EXPECT_EQ(shared("{offset: [[0,1],[1,1]]} -> {dim0: 2, dim1: 2}", View::kHardware),
            "Block: 0:\nOffset: 0 -> (0,0)\nOffset: 1 -> (0,1)\nOffset: 2 -> (1,1)\n"
            "Offset: 3 -> (1,0)\n");
}

TEST(View, OtherInputsAndLargeTensorsAreRefused) {
  EXPECT_EQ(distributed("{offset: [1]} -> {dim0: 2}", View::kTensor), "linear.no_dimension");
  EXPECT_EQ(shared("{lane: [1]} -> {dim0: 2}", View::kTensor), "linear.no_dimension");
  Layout large;
  large.add_out(standard_out(0), 21);
  large.add_in(kRegister, {});
  EXPECT_EQ(distributed_view(large, View::kTensor).error()->code, "linear.too_many_values");
}

}  // namespace
}  // namespace tileglot::notation::linear
