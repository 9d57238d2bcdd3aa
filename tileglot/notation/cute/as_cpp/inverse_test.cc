// SPDX-License-Identifier: Apache-2.0
#include "tileglot/notation/cute/as_cpp/inverse.h"

#include <gtest/gtest.h>

#include <string>

#include "tileglot/notation/cute/layout/literal.h"
#include "tileglot/notation/cute/text/print.h"
#include "tileglot/notation/cute/text/refusal.h"

namespace tileglot::notation::cute {
namespace {

std::string text_of(const Outcome<Layout<>>& outcome) {
  return outcome ? print(*outcome, Marks::kShow) : to_error(outcome.refusal)->code;
}

TEST(CuteCppInverse, InversesStopEarlyAndDoNotLookBack) {
  EXPECT_EQ(text_of(cute_cpp::right_inverse("(_2,_4,_4):(_2,_4,_1)"_layout)), "_4:_8");
  EXPECT_EQ(text_of(cute_cpp::left_inverse("(_2,_4,_4):(_2,_4,_1)"_layout)), "(_2,_8):(_8,_1)");
  EXPECT_EQ(text_of(cute_cpp::left_inverse("(_2,_2):(_1,_1)"_layout)), "_2:_2");
}

TEST(CuteCppInverse, OnlyStaticStridesAreKnown) {
  EXPECT_EQ(text_of(cute_cpp::right_inverse("(128,160):(1,128)"_layout)), "_1:_0");
  EXPECT_EQ(text_of(cute_cpp::right_inverse("(128,_160):(_1,_65536)"_layout)), "128:_1");
  EXPECT_EQ(text_of(cute_cpp::left_inverse("(_4,_2):(_1,4)"_layout)), "cute.cpp_dynamic_stride");
}

TEST(CuteCppInverse, WhatCppDoesNotCompileIsRefused) {
  EXPECT_EQ(text_of(cute_cpp::left_inverse("(_2,_2):(_2,_3)"_layout)), "cute.divisibility");
  EXPECT_EQ(text_of(cute_cpp::left_inverse("_4:_-1"_layout)), "cute.negative_stride");
  EXPECT_EQ(text_of(cute_cpp::right_inverse("_4:_1@0"_layout)), "cute.basis");
}

TEST(CuteCppInverse, TheCommonPartEndsWhereAnIntegerIsDynamic) {
  const Layout<> columns = "(_8,_4):(_1,_8)"_layout;
  EXPECT_EQ(text_of(cute_cpp::max_common_layout(columns, columns)), "_32:_1");
  EXPECT_EQ(text_of(cute_cpp::max_common_layout("(8,_4):(_1,_8)"_layout, columns)), "_1:_0");
  EXPECT_EQ(cute_cpp::max_common_vector("(_4,_8):(_1,4)"_layout, "(_4,_8):(_1,4)"_layout)->value,
            4);
}

static_assert(*cute_cpp::left_inverse("_4:_2"_layout) == "(_2,_4):(_0,_1)"_layout);
static_assert(*cute_cpp::right_inverse("(_4,_8):(_8,_1)"_layout) == "(_8,_4):(_4,_1)"_layout);

}  // namespace
}  // namespace tileglot::notation::cute
