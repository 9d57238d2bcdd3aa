// SPDX-License-Identifier: Apache-2.0
#include "tileglot/notation/cute/tuple/relations.h"

#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <numeric>
#include <string_view>
#include <vector>

#include "tileglot/core/law.h"
#include "tileglot/notation/cute/layout/literal.h"
#include "tileglot/notation/cute/tuple/any_tuple.h"
#include "tileglot/notation/cute/tuple/coordinate_conversion.h"

namespace tileglot::notation::cute {
namespace {

constexpr IntTuple tuple(std::string_view text) { return *read_int_tuple(text); }

using Relation = Outcome<bool> (*)(const IntTuple&, const IntTuple&);
constexpr bool holds(Relation relation, std::string_view a, std::string_view b) {
  return relation(tuple(a), tuple(b)).value;
}
constexpr bool refines(std::string_view a, std::string_view b) {
  return compatible(tuple(a), tuple(b));
}

static_assert(congruent(tuple("(1,(2,3))"), tuple("(4,(5,6))")));
static_assert(!congruent(tuple("((4),(6))"), tuple("(4,6)")) && !congruent(24, tuple("(24)")));
static_assert(weakly_congruent(tuple("(4,6)"), tuple("((2,2),6)")) &&
              weakly_congruent(1, tuple("()")));
static_assert(!weakly_congruent(tuple("(24)"), 24));
static_assert(refines("24", "(4,(2,3))") && refines("(4,6)", "(4,(2,3))") && refines("24", "(24)"));
static_assert(!refines("(24)", "24") && !refines("(4,6)", "(6,4)") && refines("1", "()"));
static_assert(holds(evenly_divides, "((2,2),6)", "(4,6)") && holds(evenly_divides, "(4,6)", "24"));
static_assert(!holds(evenly_divides, "24", "(4,6)") && holds(evenly_divides, "(8,6)", "(4)"));
static_assert(evenly_divides(4, 0).refusal == Refusal{Reason::kDivisionByZero, 4, 0});
static_assert(holds(elem_less, "(1,(0,2))", "(2,(1,3))") && !holds(elem_less, "(1,3)", "(2,3)"));
static_assert(holds(elem_less, "(0)", "(1,2)") && !holds(elem_less, "(1,1,1)", "(2,2)"));
static_assert(elem_less(1, tuple("(2)")).refusal == Refusal{Reason::kProfilesDiffer, 0, 0});
static_assert(holds(elem_leq, "(5,0)", "(2,3)") && holds(elem_leq, "(1,(1,1))", "(2,(2,2))"));
static_assert(holds(elem_gtr, "(2,(3))", "(1,(2))") && !holds(elem_gtr, "(1,2)", "(1,2)"));
static_assert(holds(elem_geq, "(1,3)", "(2,3)") && !holds(elem_geq, "(1,(1))", "(2,(2))"));
static_assert(holds(lex_less, "((1,9),9)", "((2,0),0)") && !holds(lex_less, "(2,2)", "(2,2)"));
static_assert(holds(lex_less, "(2)", "(2,0)") && !holds(lex_less, "(2,0)", "(2)"));
static_assert(lex_less(tuple("(1,2)"), tuple("((1),2)")).refusal.reason == Reason::kProfilesDiffer);
static_assert(holds(lex_leq, "(2,(2))", "(2,(2))") && !holds(lex_leq, "(5,0)", "(2,3)"));
static_assert(holds(lex_gtr, "(2,(0))", "(1,(9))") && !holds(lex_gtr, "()", "()"));
static_assert(holds(lex_geq, "(2,(0))", "(1,(9))") && holds(lex_geq, "()", "()"));
static_assert(holds(colex_less, "(9,(9,1))", "(0,(0,2))") && holds(colex_less, "(5,0)", "(2,3)"));
static_assert(holds(colex_less, "(1,1,1)", "(2,2)") && !holds(colex_less, "()", "()"));
static_assert(holds(colex_leq, "(9,(1))", "(0,(2))") && holds(colex_leq, "()", "()"));
static_assert(holds(colex_gtr, "(0,(2))", "(9,(1))") && !holds(colex_gtr, "2", "2"));
static_assert(!holds(colex_geq, "(1,1,1)", "(2,2)") && holds(colex_geq, "(0,(2))", "(9,(1))"));

TEST(TupleRelations, AShapeIsCompatibleWithItsRefinements) {
  EXPECT_TRUE(refines("24", "(4,6)"));
  EXPECT_TRUE(refines("(4,6)", "(4,(2,3))"));
  EXPECT_FALSE(refines("(4,6)", "24"));
}

TEST(TupleRelations, LessOrEqualIsNotGreater) {
  EXPECT_TRUE(holds(elem_leq, "(5,0)", "(2,3)"));
  EXPECT_FALSE(holds(elem_less, "(5,0)", "(2,3)"));
}

std::int64_t product_of(const IntTuple& t) {
  const auto values = leaf_values(t);
  return std::accumulate(values.begin(), values.end(), std::int64_t{1}, std::multiplies<>());
}

TEST(TupleRelations, ACoarserShapeIsCompatibleUntilOneExtentChanges) {
  core::check_law("coarser_shapes_are_compatible", 10000, [] {
    const IntTuple fine = *any_shape();
    const IntTuple middle = *any_coarser(fine, product_of);
    const IntTuple coarse = *any_coarser(middle, product_of);
    ASSERT_TRUE(compatible(fine, fine));
    ASSERT_TRUE(compatible(middle, fine)) << marked_text(middle) << " " << marked_text(fine);
    ASSERT_TRUE(compatible(coarse, fine)) << marked_text(coarse) << " " << marked_text(fine);
    // Antisymmetric up to marks.
    ASSERT_EQ(compatible(fine, middle), equal_values(fine, middle));
    if (leaf_count(middle) == 0) return;
    IntTuple other = middle;
    int slot = *rc::gen::inRange(0, int(middle.slots));
    while (other.is_empty(slot)) slot = (slot + 1) % other.slots;
    ++other.values[slot];
    ASSERT_FALSE(compatible(other, fine)) << marked_text(other) << " " << marked_text(fine);
  });
}

/// By the leaves: a tile of leaves bs fills as, where the divisor is handed on in each mode.
TEST(TupleRelations, EvenlyDividesWhereTilesFillTheShape) {
  core::check_law("evenly_divides_where_tiles_fill", 10000, [] {
    const IntTuple a = *any_shape();
    const IntTuple b = *any_like(a, 1, 9);
    const auto as = leaf_values(a);
    const auto bs = leaf_values(b);
    bool fills = true;
    for (std::size_t i = 0; i < as.size(); ++i) fills = fills && as[i] % bs[i] == 0;
    ASSERT_EQ(evenly_divides(a, b).value, fills) << marked_text(a) << " by " << marked_text(b);
    // An integer fills where it takes whole leaves, then a divisor of one, from the front.
    const std::int64_t n = *rc::gen::inRange<std::int64_t>(1, 65);
    const std::int64_t tiles = product_of(*ceil_div(a, n));
    ASSERT_EQ(evenly_divides(a, n).value, tiles * n == product_of(a)) << marked_text(a) << n;
    ASSERT_FALSE(evenly_divides(n, *tuple_of(n, 1)).value);
  });
}

/// Numbers of two flat lists, compared by the library's own order of lists.
TEST(TupleRelations, TheOrdersAreThoseOfLists) {
  core::check_law("orders_are_those_of_lists", 10000, [] {
    const IntTuple a = *any_like(*any_shape(), 0, 3);
    const IntTuple b = *any_like(a, 0, 3);
    auto as = leaf_values(a);
    auto bs = leaf_values(b);
    bool each_less = true;
    for (std::size_t i = 0; i < as.size(); ++i) each_less = each_less && as[i] < bs[i];
    ASSERT_EQ(elem_less(a, b).value, each_less) << marked_text(a) << " " << marked_text(b);
    ASSERT_EQ(lex_less(a, b).value, as < bs) << marked_text(a) << " " << marked_text(b);
    ASSERT_EQ(lex_leq(a, b).value, as <= bs);
    ASSERT_EQ(lex_gtr(a, b).value, as > bs);
    ASSERT_EQ(lex_geq(a, b).value, as >= bs);
    std::reverse(as.begin(), as.end());
    std::reverse(bs.begin(), bs.end());
    ASSERT_EQ(colex_less(a, b).value, as < bs) << marked_text(a) << " " << marked_text(b);
    ASSERT_EQ(colex_leq(a, b).value, as <= bs);
    ASSERT_EQ(colex_gtr(a, b).value, as > bs);
    ASSERT_EQ(colex_geq(a, b).value, as >= bs);
    ASSERT_EQ(elem_gtr(a, b).value, elem_less(b, a).value);
    ASSERT_EQ(elem_leq(a, b).value, !elem_gtr(a, b).value);
    ASSERT_EQ(elem_geq(a, b).value, !each_less);
  });
}

TEST(TupleRelations, ColexOrderIsTheOrderOfIndices) {
  core::check_law("colex_is_the_order_of_indices", 10000, [] {
    const IntTuple shape = *any_shape();
    const std::int64_t elements = product_of(shape);
    const std::int64_t i = *rc::gen::inRange<std::int64_t>(0, elements);
    const std::int64_t j = *rc::gen::inRange<std::int64_t>(0, elements);
    ASSERT_EQ(colex_less(*idx2crd(i, shape), *idx2crd(j, shape)).value, i < j)
        << i << ", " << j << " in " << marked_text(shape);
  });
}

}  // namespace
}  // namespace tileglot::notation::cute
