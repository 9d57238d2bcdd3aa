// SPDX-License-Identifier: Apache-2.0
#include "tileglot/notation/cute/layout/basis_sum.h"

#include <gtest/gtest.h>

#include <cstdint>

#include "tileglot/core/law.h"
#include "tileglot/notation/cute/layout/any_layout.h"
#include "tileglot/notation/cute/text/parse.h"
#include "tileglot/notation/cute/text/print.h"

namespace tileglot::notation::cute {
namespace {

Layout<> layout_of(const char* text) { return std::get<Layout<>>(*parse_any_layout(text)); }

std::string at(std::int64_t index, const char* layout) {
  return print(*coordinate_of(index, layout_of(layout)));
}

TEST(BasisSum, AnIdentityLayoutGivesBackTheCoordinate) {
  EXPECT_EQ(at(5, "(3,4):(1@1,1@0)"), "(1,2)");
  EXPECT_EQ(at(0, "(3,4):(1@1,1@0)"), "(0,0)");
  EXPECT_EQ(at(7, "(4,(2,3)):(1@0,(1@0@1,1@1@1))"), "(3,(1,0))");
  EXPECT_EQ(at(3, "((4)):((1@0@0))"), "((3))");
}

TEST(BasisSum, AModeThatNothingIsAddedToIsZero) {
  EXPECT_EQ(at(3, "4:2@2"), "(0,0,6)");
  EXPECT_EQ(at(3, "(2,2):(1@1,0)"), "(0,1)");
  EXPECT_EQ(at(3, "4:2"), "6");
}

TEST(BasisSum, WhatIsNotACoordinateIsRefused) {
  EXPECT_EQ(coordinate_of(3, layout_of("(2,2):(1@0,1@0@0)")).refusal.reason,
            Reason::kBasisArithmetic);
  EXPECT_EQ(coordinate_of(3, layout_of("(2,2):(1@0,1)")).refusal.reason, Reason::kBasisArithmetic);
}

TEST(BasisSum, WithoutBasesItIsCrd2idx) {
  core::check_law("basis_sum_of_plain_strides", 2000, [] {
    const Layout<> layout = *any_layout();
    const IntTuple c = *any_coordinate(layout.shape);
    const auto plain = crd2idx(c, layout);
    const auto sum = coordinate_of(c, layout);
    ASSERT_EQ(plain.ok(), sum.ok());
    if (plain) {
      ASSERT_EQ(sum->values[0], plain->value) << print(layout) << " at " << print(c);
    }
  });
}

constexpr Outcome<IntTuple> kOneOfEach = [] {
  BasisSum sum;
  sum.add(Integer(2, true, core::BasisPath{}.inside(1)));
  sum.add(Integer(3, true, core::BasisPath{}.inside(0)));
  return coordinate(sum);
}();
static_assert(kOneOfEach->slots == 2 && kOneOfEach->values[0] == 3 && kOneOfEach->values[1] == 2);
static_assert(coordinate(BasisSum{})->is_scalar);

}  // namespace
}  // namespace tileglot::notation::cute
