// SPDX-License-Identifier: Apache-2.0
#include "tileglot/notation/cute/as_cpp/complement.h"

#include <gtest/gtest.h>

#include <string>
#include <string_view>

#include "tileglot/notation/cute/layout/literal.h"
#include "tileglot/notation/cute/text/print.h"
#include "tileglot/notation/cute/text/refusal.h"

namespace tileglot::notation::cute {
namespace {

std::string text_of(const Outcome<Layout<>>& outcome) {
  return outcome ? print(*outcome, Marks::kShow) : to_error(outcome.refusal)->code;
}

std::string complemented(std::string_view text, const IntTuple& target) {
  return text_of(cute_cpp::complement(*read_layout(text), target));
}

constexpr Integer k24 = core::static_integer(24);

TEST(CuteCppComplement, GapsAreRoundedDownAndLeaveHoles) {
  EXPECT_EQ(complemented("(_3,_2):(_1,_4)", k24), "_3:_8");
  EXPECT_EQ(complemented("(_2,_2):(_2,_5)", k24), "(_2,_3):(_1,_10)");
  EXPECT_EQ(complemented("(3,6):(_1,_10)", Integer(128)), "(3,3):(3,60)");
}

TEST(CuteCppComplement, WhereNothingIsLeftOutItIsTheExactOne) {
  EXPECT_EQ(complemented("(_2,_2):(_1,_6)", k24), "(_3,_2):(_2,_12)");
  EXPECT_EQ(complemented("_4:_0", k24), "_24:_1");
  EXPECT_EQ(text_of(cute_cpp::complement("(4,_2):(_1,_4)"_layout)), "(1,1):(4,_8)");
}

TEST(CuteCppComplement, ATargetIsRoundedUpModeByMode) {
  const IntTuple target = "(_32,_4,_4):(_1,_1,_1)"_layout.shape;
  EXPECT_EQ(complemented("(_2,_3):(_1,_2)", target), "_96:_6");
}

TEST(CuteCppComplement, WhatDoesNotCompileIsRefused) {
  EXPECT_EQ(complemented("(_4,_4):(_1,_2)", k24), "cute.cpp_overlap");
  EXPECT_EQ(complemented("(_4,_2):(_1,4)", k24), "cute.cpp_dynamic_stride");
  EXPECT_EQ(complemented("_4:_-1", k24), "cute.negative_stride");
  EXPECT_EQ(complemented("_0:_1", k24), "cute.no_elements");
}

static_assert(*cute_cpp::complement("_4:_2"_layout, IntTuple(k24)) == "(_2,_3):(_1,_8)"_layout);

}  // namespace
}  // namespace tileglot::notation::cute
