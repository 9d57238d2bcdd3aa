// SPDX-License-Identifier: Apache-2.0
#include "tileglot/notation/cute/tuple/coordinate_conversion.h"

#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "tileglot/core/law.h"
#include "tileglot/notation/cute/layout/any_layout.h"
#include "tileglot/notation/cute/layout/literal.h"
#include "tileglot/notation/cute/tuple/any_tuple.h"
#include "tileglot/notation/cute/tuple/profile.h"

namespace tileglot::notation::cute {
namespace {

constexpr IntTuple tuple(std::string_view text) { return *read_int_tuple(text); }

std::string text_of(const Outcome<IntTuple>& t) { return t ? marked_text(*t) : "refused"; }

static_assert(crd2idx(tuple("(1,(0,2))"), tuple("(3,(2,5))"))->value == 13);
static_assert(crd2idx(16, tuple("(3,6)"))->value == 16 &&
              crd2idx(tuple("()"), tuple("()"))->value == 0);
static_assert(crd2idx(tuple("(_1,_2)"), tuple("(_4,9223372036854775807)")).value ==
              core::static_integer(9));
static_assert(crd2idx(tuple("(1,2)"), tuple("(3)")).refusal.reason == Reason::kCoordinateRank);
static_assert(*idx2crd(9, tuple("(2,(3,2))"), tuple("(1,(2,6))")) == tuple("(1,(1,1))"));
static_assert(*idx2crd(5, tuple("(3,4)"), tuple("(4,1)")) == tuple("(1,1)"));
static_assert(*idx2crd(7, tuple("(_1,3)"), tuple("(_0,_1)")) == tuple("(_0,1)"));
static_assert(*idx2crd(7, tuple("(2,3)"), 1) == tuple("(1,0)"));
static_assert(idx2crd(5, tuple("(2,3)"), tuple("(0,1)")).refusal ==
              Refusal{Reason::kDivisionByZero, 5, 0});
static_assert(*crd2crd(tuple("(1,5)"), tuple("(3,6)"), tuple("(3,(2,3))")) == tuple("(1,(1,2))"));
static_assert(*crd2crd(0, 1, tuple("()")) == tuple("()"));
static_assert(crd2crd(tuple("(1,2)"), tuple("(3,4)"), tuple("(12)")).refusal ==
              Refusal{Reason::kRanksDiffer, 2, 1});
static_assert(*increment(tuple("(1,(1,1))"), tuple("(2,(2,3))")) == tuple("(0,(0,2))"));
static_assert(*increment(tuple("(1,(1,2))"), tuple("(2,(2,3))")) == tuple("(0,(0,3))"));
static_assert(*increment(tuple("()"), tuple("()")) == tuple("()"));
static_assert(increment(tuple("(1,1)"), tuple("(2,0)")).refusal ==
              Refusal{Reason::kNoElements, 1, 0});
static_assert(increment(1, tuple("(2)")).refusal == Refusal{Reason::kProfilesDiffer, 0, 0});

TEST(CoordinateConversion, ACoordinateMovesToAnotherShape) {
  EXPECT_EQ(text_of(crd2crd(tuple("(1,5)"), tuple("(3,6)"), tuple("(3,(2,3))"))), "(1,(1,2))");
  EXPECT_EQ(crd2idx(tuple("(1,5)"), tuple("(3,6)"))->value, 16);
}

/// The index by counting every coordinate before, with the first leaf fastest.
TEST(CoordinateConversion, IncrementVisitsEveryCoordinateInTheOrderOfIndices) {
  core::check_law("increment_visits_all_coordinates", 10000, [] {
    IntTuple shape = (*any_layout()).shape;
    if (has_zero(shape)) return;
    const std::int64_t elements = size(shape)->value;
    IntTuple coordinate = *repeat_like(shape, 0);
    for (std::int64_t i = 0; i < elements; ++i) {
      ASSERT_EQ(crd2idx(coordinate, shape)->value, i) << marked_text(shape);
      ASSERT_TRUE(equal_values(coordinate, *idx2crd(i, shape))) << marked_text(shape);
      coordinate = *increment(coordinate, shape);
    }
    if (leaf_count(shape) > 0) {
      ASSERT_EQ(leaf_values(coordinate).back(), leaf_values(shape).back());
    }
  });
}

TEST(CoordinateConversion, AnyCoordinateHasTheIndexOfItsLayout) {
  core::check_law("crd2idx_of_a_shape_is_the_column_major_offset", 10000, [] {
    IntTuple shape = (*any_layout()).shape;
    if (has_zero(shape)) return;
    shape.static_mask = 0;  // a static 1 has stride 0, but counts as an element
    const IntTuple coordinate = *any_coordinate(shape);
    ASSERT_EQ(crd2idx(coordinate, shape)->value, crd2idx(coordinate, *make_layout(shape))->value)
        << marked_text(coordinate) << " in " << marked_text(shape);
  });
}

TEST(CoordinateConversion, StridesOfACompactLayoutGiveTheCoordinateBack) {
  core::check_law("idx2crd_inverts_compact_layouts", 10000, [] {
    const IntTuple shape = (*any_layout()).shape;
    if (has_zero(shape)) return;
    const Layout<> layout =
        *rc::gen::arbitrary<bool>() ? *make_layout(shape) : *make_layout_right(shape);
    const IntTuple index = *any_coordinate(shape);
    const IntTuple natural = *idx2crd(index, shape);
    const std::int64_t offset = crd2idx(natural, layout)->value;
    ASSERT_TRUE(equal_values(*idx2crd(offset, shape, layout.stride), natural))
        << offset << " in " << marked_text(shape) << marked_text(layout.stride);
    const std::int64_t column_major = crd2idx(natural, *make_layout(shape))->value;
    ASSERT_TRUE(equal_values(*idx2crd(column_major, shape, 1), natural));
  });
}

TEST(CoordinateConversion, Crd2crdKeepsTheIndex) {
  core::check_law("crd2crd_keeps_the_index", 10000, [] {
    const IntTuple shape = (*any_layout()).shape;
    if (has_zero(shape)) return;
    const IntTuple coarse = *any_coarser(shape, [](const IntTuple& x) { return size(x)->value; });
    const IntTuple coordinate = *any_coordinate(shape);
    const auto moved = crd2crd(coordinate, shape, coarse);
    ASSERT_TRUE(moved.ok()) << marked_text(coordinate) << marked_text(shape) << marked_text(coarse);
    ASSERT_EQ(crd2idx(*moved, coarse)->value, crd2idx(coordinate, shape)->value)
        << marked_text(coordinate) << marked_text(shape) << marked_text(coarse);
    ASSERT_TRUE(congruent(*moved, coarse));
  });
}

}  // namespace
}  // namespace tileglot::notation::cute
