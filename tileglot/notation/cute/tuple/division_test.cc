// SPDX-License-Identifier: Apache-2.0
#include "tileglot/notation/cute/tuple/division.h"

#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "tileglot/core/law.h"
#include "tileglot/notation/cute/algebra/divide.h"
#include "tileglot/notation/cute/layout/literal.h"
#include "tileglot/notation/cute/tuple/any_tuple.h"

namespace tileglot::notation::cute {
namespace {

constexpr IntTuple tuple(std::string_view text) { return *read_int_tuple(text); }

std::string text_of(const Outcome<IntTuple>& t) { return t ? marked_text(*t) : "refused"; }

static_assert(*ceil_div(tuple("(_10,(_7))"), tuple("_4")) == tuple("(_3,(_7))"));
static_assert(*ceil_div(tuple("(10,7)"), tuple("(_4)")) == tuple("(3,7)"));
static_assert(*ceil_div(12, tuple("(2,(3))")) == tuple("2"));
static_assert(*ceil_div(1, tuple("()")) == tuple("1"));
static_assert(ceil_div(4, tuple("(2,0)")).refusal == Refusal{Reason::kDivisionByZero, 4, 0});
static_assert(ceil_div(tuple("(2)"), tuple("(1,1)")).refusal ==
              Refusal{Reason::kRanksDiffer, 2, 1});
static_assert(ceil_div(Integer(core::kInt64Max), Integer(core::kInt64Max - 1))->value == 2);
static_assert(ceil_div(Integer(core::kInt64Min), Integer(-1)).refusal.reason ==
              Reason::kQuotientTooLarge);
static_assert(ceil_div(Integer(-7), Integer(2))->value == -3);
static_assert(ceil_div(Integer(3, true, core::BasisPath{}.inside(1)), Integer(2, true)).value ==
              Integer(2, true, core::BasisPath{}.inside(1)));
static_assert(*round_up(tuple("((_5,_5),_2)"), tuple("((_6,_3),_1)")) == tuple("((_6,_6),_2)"));
static_assert(*round_up(tuple("6"), 4) == tuple("8") && *round_up(tuple("1"), 1) == tuple("1"));
static_assert(round_up(12, tuple("(2,3)")).refusal == Refusal{Reason::kProfilesDiffer, 0, 0});
static_assert(*shape_div(tuple("(_3,(_6,_2),_8)"), tuple("_72")) == tuple("(_1,(_1,_1),_4)"));
static_assert(*shape_div(tuple("(6,2)"), 12) == tuple("(1,1)"));
static_assert(shape_div(tuple("6"), 4).refusal == Refusal{Reason::kNotDivisible, 6, 4});
static_assert(shape_div(tuple("6"), 0).refusal == Refusal{Reason::kDivisionByZero, 6, 0});
static_assert(shape_div(tuple("(2,3)"), tuple("(2)")).refusal ==
              Refusal{Reason::kRanksDiffer, 2, 1});
static_assert(safe_div(Integer(12), Integer(4))->value == 3);
static_assert(safe_div(Integer(4), Integer(12)).refusal == Refusal{Reason::kNotDivisible, 4, 12});

static_assert(*ceil_div(tuple("_100"), "_4:_3"_layout) == tuple("(_3,_9)"));
static_assert(*ceil_div(tuple("(4,(6))"), "(2,3):(1,2)"_layout) == tuple("4"));
static_assert(*ceil_div(tuple("24"), "(3,2):(1,4)"_layout) == tuple("3"));
static_assert(ceil_div(tuple("24"), "(2,2):(2,3)"_layout).refusal.reason == Reason::kNotNested);

TEST(Division, ADivisorIsHandedOnFromModeToMode) {
  EXPECT_EQ(text_of(ceil_div(tuple("(10,7)"), 4)), "(3,7)");
  EXPECT_EQ(text_of(shape_div(tuple("(6,2)"), 12)), "(1,1)");
  EXPECT_EQ(text_of(shape_div(tuple("(_4,_5,_6)"), tuple("_40"))), "(_1,_1,_3)");
  EXPECT_EQ(text_of(round_up(tuple("(6,4)"), tuple("(4,3)"))), "(8,6)");
  EXPECT_EQ(text_of(round_up(tuple("(6,4)"), 12)), "(12,4)");
}

/// The least q with q * b >= a, by counting.
std::int64_t counted_tiles(std::int64_t a, std::int64_t b) {
  std::int64_t q = 0;
  while (q * b < a) ++q;
  return q;
}

struct Pair {
  std::int64_t a = *rc::gen::inRange<std::int64_t>(1, 200);
  std::int64_t b = *rc::gen::inRange<std::int64_t>(1, 40);
};

TEST(Division, CeilDivAndRoundUpCountTiles) {
  core::check_law("ceil_div_counts_tiles", 10000, [] {
    const Pair pair;
    const std::int64_t tiles = counted_tiles(pair.a, pair.b);
    ASSERT_EQ(ceil_div(Integer(pair.a), Integer(pair.b))->value, tiles);
    ASSERT_EQ(round_up(Integer(pair.a), Integer(pair.b))->value, tiles * pair.b);
    const bool divides = pair.a % pair.b == 0 || pair.b % pair.a == 0;
    ASSERT_EQ(shape_div(Integer(pair.a), Integer(pair.b)).ok(), divides);
    ASSERT_EQ(safe_div(Integer(pair.a), Integer(pair.b)).ok(), pair.a % pair.b == 0);
    if (divides) {
      ASSERT_EQ(shape_div(Integer(pair.a), Integer(pair.b))->value, tiles);
    }
  });
}

/// The divisor handed on over the list of leaves.
std::vector<std::int64_t> divided_in_turn(const std::vector<std::int64_t>& leaves,
                                          std::int64_t divisor) {
  std::vector<std::int64_t> quotients;
  for (const std::int64_t leaf : leaves) {
    quotients.push_back(counted_tiles(leaf, divisor));
    divisor = counted_tiles(divisor, leaf);
  }
  return quotients;
}

bool divides_in_turn(const std::vector<std::int64_t>& leaves, std::int64_t divisor) {
  for (std::size_t i = 0; i < leaves.size(); ++i) {
    if (leaves[i] % divisor != 0 && divisor % leaves[i] != 0) return false;
    divisor = counted_tiles(divisor, leaves[i]);
  }
  return true;
}

/// Inside a mode that is a tuple the product of the whole decides what is left; for shapes that
/// divide in turn, that is the same as leaf by leaf.
TEST(Division, ShapeDivTakesTheDivisorFromTheLeavesInTurn) {
  core::check_law("shape_div_takes_the_divisor_in_turn", 10000, [] {
    const IntTuple shape = *any_shape();
    const std::int64_t divisor = *rc::gen::inRange<std::int64_t>(1, 65);
    const auto leaves = leaf_values(shape);
    if (!divides_in_turn(leaves, divisor)) return;
    const auto divided = shape_div(shape, divisor);
    ASSERT_TRUE(divided.ok()) << marked_text(shape) << " by " << divisor;
    ASSERT_TRUE(congruent(*divided, shape));
    ASSERT_EQ(leaf_values(*divided), divided_in_turn(leaves, divisor)) << marked_text(shape);
  });
}

TEST(Division, TuplesByIntegersHandTheDivisorOn) {
  core::check_law("ceil_div_hands_the_divisor_on", 10000, [] {
    const IntTuple shape =
        *any_like(*rc::gen::element(tuple("(1)"), tuple("(1,1)"), tuple("(1,1,1,1)")), 1, 20);
    const std::int64_t divisor = *rc::gen::inRange<std::int64_t>(1, 400);
    const auto leaves = leaf_values(shape);
    const auto quotients = leaf_values(*ceil_div(shape, divisor));
    ASSERT_EQ(quotients, divided_in_turn(leaves, divisor)) << marked_text(shape);
    ASSERT_EQ(shape_div(shape, divisor).ok(), divides_in_turn(leaves, divisor));
    const auto rounded = leaf_values(*round_up(shape, divisor));
    std::int64_t left = divisor;
    for (std::size_t i = 0; i < leaves.size(); ++i) {
      ASSERT_EQ(rounded[i], quotients[i] * left) << marked_text(shape) << " by " << divisor;
      left = counted_tiles(left, leaves[i]);
    }
  });
}

TEST(Division, TuplesByTuplesGoModeByMode) {
  core::check_law("tuples_divide_mode_by_mode", 10000, [] {
    const IntTuple a = *any_shape();
    const IntTuple b = *any_like(a, 1, 9);
    const auto as = leaf_values(a);
    const auto bs = leaf_values(b);
    const auto quotients = leaf_values(*ceil_div(a, b));
    const auto rounded = leaf_values(*round_up(a, b));
    bool divide = true;
    for (std::size_t i = 0; i < as.size(); ++i) {
      ASSERT_EQ(quotients[i], counted_tiles(as[i], bs[i])) << marked_text(a) << marked_text(b);
      ASSERT_EQ(rounded[i], quotients[i] * bs[i]);
      divide = divide && (as[i] % bs[i] == 0 || bs[i] % as[i] == 0);
    }
    ASSERT_EQ(shape_div(a, b).ok(), divide) << marked_text(a) << marked_text(b);
    if (divide) {
      ASSERT_EQ(leaf_values(*shape_div(a, b)), quotients);
    }
    if (a.is_scalar || rank(a) == 0) return;
    // Modes that b has not count as 1.
    const IntTuple longer = *append(a, 5);
    ASSERT_EQ(leaf_values(*ceil_div(longer, b)).back(), 5);
    ASSERT_FALSE(ceil_div(b, *append(longer, 1)).ok());
  });
}

/// Tiles of any layout that has a complement cover the target, and one fewer of the last would not.
TEST(Division, TilesOfALayoutCoverTheTarget) {
  core::check_law("tiles_of_a_layout_cover_the_target", 10000, [] {
    const std::int64_t n = *rc::gen::inRange<std::int64_t>(1, 9);
    const std::int64_t d = *rc::gen::inRange<std::int64_t>(1, 9);
    const std::int64_t target = *rc::gen::inRange<std::int64_t>(1, 200);
    const Layout<> tile = *make_layout(n, d);
    std::int64_t tiles = 1;
    for (const std::int64_t count : leaf_values(*ceil_div(target, tile))) tiles *= count;
    const std::int64_t period = n == 1 ? 1 : n * d;  // a single element leaves no gaps
    ASSERT_EQ(tiles * n, counted_tiles(target, period) * period) << n << ":" << d << " " << target;
  });
}

}  // namespace
}  // namespace tileglot::notation::cute
