// SPDX-License-Identifier: Apache-2.0
#include "tileglot/notation/cute/as_cpp/composition.h"

#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <algorithm>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "tileglot/core/law.h"
#include "tileglot/notation/cute/algebra/composition.h"
#include "tileglot/notation/cute/layout/any_layout.h"
#include "tileglot/notation/cute/layout/coordinate.h"
#include "tileglot/notation/cute/layout/literal.h"
#include "tileglot/notation/cute/text/print.h"
#include "tileglot/notation/cute/text/refusal.h"

namespace tileglot::notation::cute {
namespace {

std::string text_of(const Outcome<Layout<>>& outcome) {
  return outcome ? print(*outcome, Marks::kShow) : to_error(outcome.refusal)->code;
}

std::string composed(std::string_view a, std::string_view b) {
  return text_of(cute_cpp::composition(*read_layout(a), *read_layout(b)));
}

TEST(CuteCppComposition, AnswersThatBreakTheLawAreGivenAllTheSame) {
  EXPECT_EQ(composed("(_4,_6,_8):(_2,_3,_5)", "_6:_3"), "(_2,_3):(_6,_3)");
  EXPECT_EQ(composed("(_4,_2):(_1,_8)", "(_2,_2):(_3,_1)"), "(_2,_2):(_3,_1)");
  EXPECT_EQ(composed("(_3,_3):(3,1)", "16:1"), "(3,5):(3,1)");
}

TEST(CuteCppComposition, AnswersThatKeepTheLawAreThoseOfTheExactOne) {
  EXPECT_EQ(composed("(_6,_2):(_8,_2)", "(_4,_3):(_3,_1)"), "((_2,_2),_3):((_24,_2),_8)");
  EXPECT_EQ(composed("(_4,_3,_1):(_3,_1,_0)", "_24:_1"), "(_4,_3,_2):(_3,_1,_0)");
  EXPECT_EQ(composed("(_1,(_2,_4)):(_0,(_-1,_512))", "_4:_-1"), "(_2,_2):(_1,_-512)");
  EXPECT_EQ(composed("(_4,(_2,_3)):(_6,(_3,_1))", "(_2,_4):(_1@1@1,_1@0)"), "(_2,_4):(_1,_6)");
}

TEST(CuteCppComposition, DynamicModesOfOneStay) {
  EXPECT_EQ(composed("(10,2):(16,4)", "(5,4):(1,5)"), "((5,1),(2,2)):((16,4),(80,4))");
}

TEST(CuteCppComposition, WhatDoesNotCompileOrCrashesIsRefused) {
  EXPECT_EQ(composed("(_6,_4):(_1,_10)", "_1:_100"), "cute.cpp_stride");
  EXPECT_EQ(composed("(_4,_8):(_8,_1)", "_5:_1"), "cute.cpp_shape");
  EXPECT_EQ(composed("(6,2):(5,3)", "(2,4):(6,0)"), "cute.division_by_zero");
  EXPECT_EQ(composed("(4,0,2):(1,2,3)", "6:2"), "cute.division_by_zero");
  EXPECT_EQ(composed("(_4,_4):(_1@0,_1@1)", "(_2,_2):(_1@0,_1)"), "cute.basis");
}

static_assert(*cute_cpp::composition("(_8,_8):(_8,_1)"_layout, "_3:_3"_layout) == "_3:_24"_layout);
static_assert(cute_cpp::composition("(_8,_8):(_8,_1)"_layout, "_4:_3"_layout).refusal.reason ==
              Reason::kCppShape);

TEST(CuteCppComposition, AModeIsComposedWithItsEntry) {
  Tiler tiler;
  for (const std::string_view entry : {"_3:_4", "_8:_2"})
    tiler = *append(tiler, *tiler_of(*read_layout(entry)));
  const Layout<> a = "(_12,(_4,_8)):(_59,(_13,_1))"_layout;
  EXPECT_EQ(text_of(cute_cpp::composition(a, tiler)), "(_3,(_2,_4)):(_236,(_26,_1))");
}

std::vector<std::int64_t> composed_offsets(const Layout<>& a, const Layout<>& b) {
  std::vector<std::int64_t> offsets;
  for (std::int64_t i = 0; i < size(b)->value; ++i)
    offsets.push_back(crd2idx(crd2idx(i, b)->value, a)->value);
  return offsets;
}

TEST(CuteCppComposition, WhereCppIsRightTheExactOneAnswersToo) {
  int right = 0;
  int wrong = 0;
  core::check_law("cute_cpp_composition_is_exact_where_right", 10000, [&] {
    const Layout<> a = *any_layout();
    const Layout<> b = *any_nested_layout();
    if (has_zero(a.shape)) return;  // the exact one refuses
    const auto r = cute_cpp::composition(a, b);
    if (!r || size(*r)->value != size(b)->value) return;
    const std::vector<std::int64_t> expected = composed_offsets(a, b);
    if (offsets_of(*r) != expected) {
      ++wrong;
      return;
    }
    ++right;
    const auto exact = composition(a, b);
    ASSERT_TRUE(exact.ok()) << print(a) << " o " << print(b);
    EXPECT_EQ(offsets_of(*exact), expected) << print(a) << " o " << print(b);
  });
  EXPECT_GT(right, core::law_minimum(100));
  EXPECT_GT(wrong, 0);
}

}  // namespace
}  // namespace tileglot::notation::cute
