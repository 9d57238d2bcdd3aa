// SPDX-License-Identifier: Apache-2.0
#include "tileglot/notation/cute/algebra/composition.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <string>
#include <string_view>
#include <variant>

#include "tileglot/core/law.h"
#include "tileglot/notation/cute/layout/any_layout.h"
#include "tileglot/notation/cute/layout/coordinate.h"
#include "tileglot/notation/cute/layout/literal.h"
#include "tileglot/notation/cute/text/parse.h"
#include "tileglot/notation/cute/text/print.h"

namespace tileglot::notation::cute {
namespace {

constexpr Layout<> composed(const Layout<>& a, const Layout<>& b) { return *composition(a, b); }
constexpr Reason refused(const Layout<>& a, const Layout<>& b) {
  return composition(a, b).refusal.reason;
}

// nested
static_assert(composed("(_6,_2):(_8,_2)"_layout, "(_4,_3):(_3,_1)"_layout) ==
              "((_2,_2),_3):((_24,_2),_8)"_layout);
static_assert(composed("(8,(4,2)):(1,(8,32))"_layout, "(4,(2,4)):(1,(4,8))"_layout) ==
              "(4,(2,4)):(1,(4,8))"_layout);
// edges
static_assert(composed("(_6,_4):(_1,_10)"_layout, "_1:_5"_layout) == "_1:_10"_layout);
static_assert(composed("(6,2):(5,3)"_layout, "(2,4):(6,0)"_layout) == "(2,4):(3,0)"_layout);
static_assert(composed("(_4,_3,_1):(_3,_1,_0)"_layout, "_24:_1"_layout) ==
              "(_4,_3,_2):(_3,_1,_0)"_layout);
// refusals
static_assert(refused("(6,4):(1,10)"_layout, "4:4"_layout) == Reason::kNoStridedLeaf);
static_assert(refused("(4,2):(1,8)"_layout, "(2,2):(3,1)"_layout) == Reason::kLeavesCarry);
static_assert(with_shape("(_8,_6):(_6,_1)"_layout, *tuple_of(core::static_integer(24), 2)).value ==
              "((_8,_3),2):((_6,_1),_3)"_layout);
static_assert(with_shape("(5,4):(1,7)"_layout, IntTuple(8)).refusal.reason ==
              Reason::kNoStridedLeaf);

std::string composition_of(std::string_view a, std::string_view b) {
  const auto left = *read_layout(a);
  const auto right = *read_layout(b);
  const auto r = composition(left, right);
  return r ? print(*r, Marks::kShow) : "refused";
}

TEST(Composition, LeavesAreCutAsCuTeCutsThem) {
  EXPECT_EQ(composition_of("(_6,_2):(_8,_2)", "(_4,_3):(_3,_1)"), "((_2,_2),_3):((_24,_2),_8)");
  EXPECT_EQ(composition_of("(_10,_2):(_16,_4)", "(_5,_4):(_1,_5)"), "(_5,(_2,_2)):(_16,(_80,_4))");
  EXPECT_EQ(composition_of("(10,2):(16,4)", "(5,4):(1,5)"), "(5,(2,2)):(16,(80,4))");
  EXPECT_EQ(composition_of("(_4,_6,_8,_10):(_2,_3,_5,_7)", "_6:_12"), "(_2,_3):(_9,_5)");
  EXPECT_EQ(composition_of("(_3,_6,_2,_8):(_5,_7,_11,_13)", "_16:_9"), "(_2,_2,_4):(_21,_11,_13)");
  EXPECT_EQ(composition_of("(_8,_8):(_8,_1)", "_3:_3"), "_3:_24");
  EXPECT_EQ(composition_of("(_32,_128):(_128,_1)", "(_30,_128):(_1,_32)"), "(_30,_128):(_128,_1)");
}

TEST(Composition, BeyondItsEndALayoutGoesOnAlongItsLastMode) {
  EXPECT_EQ(composition_of("(_4,_3):(_3,_1)", "_24:_1"), "(_4,_6):(_3,_1)");
  EXPECT_EQ(composition_of("_1:_1", "_4:_1"), "_4:_1");
  EXPECT_EQ(composition_of("_1:_0", "_4:_1"), "_4:_0");
  EXPECT_EQ(composition_of("(4,1):(1,0)", "8:1"), "(4,2):(1,0)");
}

TEST(Composition, NegativeStridesWalkBackwards) {
  EXPECT_EQ(composition_of("(_1,(_2,_4)):(_0,(_-1,_512))", "_4:_-1"), "(_2,_2):(_1,_-512)");
  EXPECT_EQ(composition_of("(_4,_4):(_-1,_1)", "(_2,_4,_2):(_1,_2,_8)"),
            "(_2,(_2,_2),_2):(_-1,(_-2,_1),_2)");
  EXPECT_EQ(composition_of("8:3", "(2,2):(4,-1)"), "(2,2):(12,-3)");
  EXPECT_EQ(composition_of("(4,4):(1,7)", "(2,2):(4,-1)"), "refused");
}

TEST(Composition, AStepMayTakeDigitsInSeveralModes) {
  EXPECT_EQ(composition_of("(4,6):(1,100)", "4:6"), "(2,2):(102,300)");
  EXPECT_EQ(composition_of("(6,4):(1,10)", "2:9"), "2:13");
}

TEST(Composition, ACarryMayLeaveTheStepsEqual) {
  // 0, (1,1,0), (0,1,1): both steps are 6.
  EXPECT_EQ(composition_of("(2,2,4):(1,5,7)", "3:3"), "3:6");
}

TEST(Composition, ACarryThatChangesTheOffsetsIsRefused) {
  EXPECT_EQ(composition_of("(6,4):(1,10)", "4:4"), "refused");
  EXPECT_EQ(composition_of("(4,2):(1,8)", "(2,2):(3,1)"), "refused");
  EXPECT_EQ(composition_of("(4,6,8):(2,3,5)", "6:3"), "refused");
  EXPECT_EQ(composition_of("(3,3):(3,1)", "16:1"), "refused");
}

TEST(Composition, ACarryThatChangesNothingIsNot) {
  // 1 + 3 carries through both modes: 8 in place of 3 + (3 + 2), the same.
  EXPECT_EQ(composition_of("(2,2,4):(3,2,8)", "(2,2):(1,3)"), "(2,2):(3,5)");
}

TEST(Composition, WhatNeitherRulesNorTriesDecideIsRefused) {
  constexpr Layout<> kLong = "(2,2,1099511627776):(3,2,8)"_layout;
  EXPECT_EQ(composition(kLong, "(2,2,131072):(1,3,4)"_layout).ok(), true);
  EXPECT_EQ(refused(kLong, "(2,2,1048576):(1,3,4)"_layout), Reason::kTooLargeToDecide);
  static_assert(refused(kLong, "(2,2,2048):(1,3,4)"_layout) == Reason::kTooLargeToDecide);
  static_assert(composition(kLong, "(2,2,16):(1,3,4)"_layout).ok());
}

TEST(Composition, ScaledBasesPickTheModeTheyCountIn) {
  const auto basis = std::get<Layout<>>(*parse_any_layout("(_2,_4):(_1@1@1,_1@0)"));
  const Layout<> a = *read_layout("(_4,(_2,_3)):(_6,(_3,_1))");
  EXPECT_EQ(print(*composition(a, basis), Marks::kShow), "(_2,_4):(_1,_6)");
  const auto identity = std::get<Layout<>>(*parse_any_layout("(_8,_16):(_1@0,_1@1)"));
  EXPECT_EQ(print(*composition(identity, *read_layout("((_2,_4),(_2,_2)):((_8,_1),(_4,_16))")),
                  Marks::kShow),
            "((_2,_4),(_2,_2)):((_1@1,_1@0),(_4@0,_2@1))");
  const auto clash = std::get<Layout<>>(*parse_any_layout("(2,2):(1@1,1@0@1)"));
  EXPECT_EQ(refused(a, clash), Reason::kBasisArithmetic);
}

TEST(Composition, HugeLayoutsAreDecidedWithoutTryingThem) {
  EXPECT_EQ(composition_of("(1000000,1000000):(1000000,1)", "(1000,1000000000):(1,1000)"),
            "(1000,(1000,1000000)):(1000000,(1000000000,1))");
  EXPECT_EQ(composition_of("(6,4):(1,10)", "1000000000000:4"), "refused");
  EXPECT_EQ(refused("(1000000,1000000):(1,2000000)"_layout, "(999999,1000000):(1,999999)"_layout),
            Reason::kNoStridedLeaf);
}

TEST(Composition, WithoutElementsNothingIsAsked) {
  EXPECT_EQ(composition_of("(6,4):(1,10)", "(0,4):(3,4)"), "(0,4):(_0,_0)");
  EXPECT_EQ(refused("(0,4):(1,10)"_layout, "(2,1):(0,7)"_layout), Reason::kNoElements);
  EXPECT_EQ(refused("(0,4):(1,10)"_layout, "2:1"_layout), Reason::kNoElements);
  EXPECT_EQ(refused("0:1"_layout, "4:1"_layout), Reason::kNoElements);
  EXPECT_EQ(composition_of("()", "4:1"), "4:_0");
}

TEST(Composition, NumbersBeyondInt64AreRefused) {
  EXPECT_EQ(refused("2:4611686018427387904"_layout, "4:4"_layout), Reason::kProductTooLarge);
}

/// Every leaf of b is one leaf, or a tuple of the same size.
void expect_refines(const IntTuple& fine, const IntTuple& coarse) {
  if (coarse.is_scalar) {
    ASSERT_EQ(size(fine)->value, coarse.values[0]) << print(fine) << " and " << print(coarse);
    return;
  }
  ASSERT_FALSE(fine.is_scalar) << print(fine) << " and " << print(coarse);
  ASSERT_EQ(rank(fine), rank(coarse)) << print(fine) << " and " << print(coarse);
  for (int i = 0; i < rank(fine); ++i) expect_refines(*mode(fine, i), *mode(coarse, i));
}

void expect_composes(const Layout<>& r, const Layout<>& a, const Layout<>& b) {
  expect_refines(r.shape, b.shape);
  for (std::int64_t i = 0; i < size(b)->value; ++i) {
    const auto wanted = crd2idx(crd2idx(i, b)->value, a);
    ASSERT_EQ(crd2idx(i, r)->value, wanted->value)
        << print(r) << " is not " << print(a) << " o " << print(b) << " at " << i;
  }
}

TEST(Composition, CompositionIsTheCompositionOfFunctions) {
  core::check_law("composition_composes", 20000, [] {
    const Layout<> a = *any_layout();
    const Layout<> b = *any_layout();
    const auto r = composition(a, b);
    if (r) expect_composes(*r, a, b);
  });
}

}  // namespace
}  // namespace tileglot::notation::cute
