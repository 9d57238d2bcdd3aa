// SPDX-License-Identifier: Apache-2.0
#include "tileglot/map/equal.h"

#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "tileglot/core/error.h"
#include "tileglot/map/builder.h"
#include "tileglot/map/example_maps.h"
#include "tileglot/map/index_map.h"
#include "tileglot/map/value.h"

namespace tileglot::map {
namespace {

constexpr std::int64_t kLarge = 100000;

using Answer = std::optional<Difference>;

Answer answer_of(const IndexMap& f, const IndexMap& g) {
  const auto answer = first_difference(f, g);
  if (answer) return *answer;
  ADD_FAILURE() << answer.error()->message;
  return std::nullopt;
}

/// floor((v + floor(v/d)) / (d+1)) - floor(v/d): zero for every v, and no constructor sees it.
Value vanishing(MapBuilder& b, const Value& v, std::int64_t d) {
  const Value quotient = b.floor_div(v, d);
  return b.subtract(b.floor_div(b.add(v, quotient), d + 1), quotient);
}

TEST(Equal, TwoSpellingsOfATileAreOneFunction) {
  const Extents extents{kLarge, kLarge};
  EXPECT_EQ(answer_of(tiled(extents, {{8, 128}}), tiled(extents, {{8, 128}, {2, 128}})),
            std::nullopt);
  EXPECT_EQ(answer_of(tiled(extents, {{1, 65536}}), tiled(extents, {{1, 131072}})), std::nullopt);
}

TEST(Equal, TilesOfALargeMatrixDifferAtTheSecondElement) {
  const Extents extents{kLarge, kLarge};
  EXPECT_EQ(answer_of(tiled(extents, {{8, 128}}), tiled(extents, {{8, 128}, {2, 1}})),
            (Difference{{0, 1}, 1, 2}));
}

TEST(Equal, AStrideThatTurnsHalfWayIsFoundAtOnce) {
  const IndexMap f = strided({kLarge, kLarge}, {1, kLarge});
  const IndexMap g = map_of({kLarge, kLarge}, [](MapBuilder& b) {
    const Value x = b.dim(0);
    const Value column = b.add(b.mod(x, 50000), b.scale(b.floor_div(x, 50000), 50001));
    return b.add(column, b.scale(b.dim(1), kLarge));
  });
  EXPECT_EQ(answer_of(f, g), (Difference{{50000, 0}, 50000, 50001}));
}

TEST(Equal, CombinedDimensionsAreDecidedOnAWindow) {
  const Extents extents{kLarge, 7, kLarge};
  EXPECT_EQ(answer_of(tiled(extents, {{kCombine, 14, 128}}), tiled(extents, {{2, 7, 128}})),
            std::nullopt);
  EXPECT_EQ(answer_of(tiled(extents, {{kCombine, 2, 128}}), tiled(extents, {{2, 128}})),
            (Difference{{1, 0, 0}, 600704, 800768}));
}

TEST(Equal, TheFirstDifferenceMayLieAtTheEndOfTheWindow) {
  // Along x0 terms repeat after 2 and 6, so the window has 7 points, and 6 is the last of them.
  const auto with_step = [](bool by_another_form, std::int64_t step) {
    return map_of({1000, 3}, [&](MapBuilder& b) {
      const Value v = b.add(b.dim(0), b.dim(1));
      const Value fused = by_another_form ? vanishing(b, v, 2) : b.constant(0);
      return b.add(fused, b.scale(b.floor_div(b.dim(0), 6), step));
    });
  };
  EXPECT_EQ(answer_of(with_step(true, 1), with_step(false, 1)), std::nullopt);
  EXPECT_EQ(answer_of(with_step(true, 5), with_step(false, 1)), (Difference{{6, 0}, 5, 1}));
}

TEST(Equal, ASwizzleTwiceDoesNotSwizzle) {
  const Extents extents{10007, 1003, 1001};
  const Extents strides{std::int64_t{1003} * 1001, 1001, 1};
  const F2Rows rows = swizzle_rows(3, 4, 3);
  const IndexMap twice = map_of(extents, [&](MapBuilder& b) {
    const Value v = b.adopt(strided(extents, strides));
    return b.apply_f2(b.apply_f2(v, rows), rows);
  });
  EXPECT_EQ(answer_of(twice, strided(extents, strides)), std::nullopt);
}

TEST(Equal, AnXorAndASumDifferWhereBothBitsAreOne) {
  const std::int64_t n = std::int64_t{1} << 25;
  const auto top = [&](bool joined) {
    return map_of({n, n}, [&](MapBuilder& b) {
      const Parity first = b.bit(b.dim(0), 24);
      const Parity second = b.bit(b.dim(1), 24);
      if (joined) return b.as_term(1, b.exclusive_or(first, second));
      return b.add(b.as_term(1, first), b.as_term(1, second));
    });
  };
  EXPECT_EQ(answer_of(top(true), top(false)), (Difference{{n / 2, n / 2}, 0, 2}));
}

TEST(Equal, ParitiesOnClippedExtentsHaveTwoForms) {
  // For x < 5, x_0 ^ x_2 is x_0 + x_2: 4 is the only number with bit 2. For x < 6 it is not.
  const auto joined = [](MapBuilder& b) {
    return b.as_term(1, b.exclusive_or(b.bit(b.dim(0), 0), b.bit(b.dim(0), 2)));
  };
  const auto apart = [](MapBuilder& b) {
    return b.add(b.as_term(1, b.bit(b.dim(0), 0)), b.as_term(1, b.bit(b.dim(0), 2)));
  };
  EXPECT_EQ(answer_of(map_of({5}, joined), map_of({5}, apart)), std::nullopt);
  EXPECT_EQ(answer_of(map_of({6}, joined), map_of({6}, apart)), (Difference{{5}, 0, 2}));
}

TEST(Equal, TheFirstDifferenceOfSeveralClassesIsTheSmallest) {
  // x0 differs at 5, x1 at 7, and (0,7) comes before (5,0).
  const auto make = [](std::int64_t a, std::int64_t b_div) {
    return map_of({50, 50}, [&](MapBuilder& b) {
      return b.add(b.floor_div(b.dim(0), a), b.floor_div(b.dim(1), b_div));
    });
  };
  EXPECT_EQ(answer_of(make(5, 7), make(6, 8)), (Difference{{0, 7}, 1, 0}));
}

TEST(Equal, EmptyDomainsHaveOneFunction) {
  EXPECT_EQ(answer_of(strided({0, 3}, {1, 1}), strided({0, 3}, {5, 2})), std::nullopt);
}

TEST(Equal, DifferentExtentsAreAMismatch) {
  const auto answer = first_difference(strided({3, 5}, {5, 1}), strided({5, 3}, {3, 1}));
  ASSERT_FALSE(answer.has_value());
  EXPECT_EQ(answer.error()->code, "map.domain_mismatch");
  EXPECT_EQ(answer.error()->message, "the domains differ: [3,5] against [5,3]");
}

/// Sw<3,base,3> over three odd strides, or over a value that is the same by another form.
IndexMap odd_swizzle(int base, bool by_another_form = false) {
  return map_of({100003, 100003, 100003}, [&](MapBuilder& b) {
    const Value v = b.adopt(strided({100003, 100003, 100003}, {1, 3, 5}));
    if (!by_another_form) return b.apply_f2(v, swizzle_rows(3, base, 3));
    return b.apply_f2(b.add(v, vanishing(b, v, 5)), swizzle_rows(3, base, 3));
  });
}

TEST(Equal, UnequalSwizzlesOverOddStridesAreCaughtEarly) {
  EXPECT_EQ(answer_of(odd_swizzle(4), odd_swizzle(5)), (Difference{{0, 0, 26}, 146, 130}));
}

TEST(Equal, EqualSwizzlesOverOddStridesAreRefusedWithTheNumbers) {
  const auto answer = first_difference(odd_swizzle(4), odd_swizzle(4, true), 10000);
  ASSERT_FALSE(answer.has_value());
  EXPECT_EQ(answer.error()->code, "map.too_large_to_decide");
  EXPECT_NE(answer.error()->message.find("the limit is 10000"), std::string::npos);
}

/// Forty leaves of strides that share no factor, under a dozen floors; the floors by one form or
/// another.
IndexMap knapsack(bool by_another_form) {
  return map_of(Extents(40, 2), [&](MapBuilder& b) {
    Value v = b.constant(0);
    std::int64_t stride = 1;
    for (std::size_t k = 0; k < 40; ++k) {
      stride = (stride * 48271 + 11) % 1000003;
      v = b.add(v, b.scale(b.dim(k), stride));
    }
    Value sum = b.constant(0);
    for (std::int64_t d = 101; d < 113; ++d) {
      sum = b.add(sum, b.floor_div(v, d));
      if (by_another_form) sum = b.add(sum, vanishing(b, v, d));
    }
    return sum;
  });
}

TEST(Equal, KnapsackStridesUnderManyInnerValuesAreRefused) {
  const auto answer = first_difference(knapsack(false), knapsack(true), 10000);
  ASSERT_FALSE(answer.has_value());
  EXPECT_EQ(answer.error()->code, "map.too_large_to_decide");
  EXPECT_NE(answer.error()->message.find("= 1099511627776 points"), std::string::npos);
}

TEST(Equal, ADifferenceThatMayNotBeTheFirstIsAWitness) {
  // x0..x39 cannot be decided; x40, the last dimension, differs at 1, which comes before all of
  // them.
  const auto with_tail = [](bool by_another_form, std::int64_t first, std::int64_t last) {
    Extents extents(42, 2);
    return map_of(extents, [&](MapBuilder& b) {
      const IndexMap inner = knapsack(by_another_form);
      std::vector<Value> middle;
      for (std::size_t k = 1; k < 41; ++k) middle.push_back(b.dim(k));
      const Value ends = b.add(b.scale(b.dim(0), first), b.scale(b.dim(41), last));
      return b.add(ends, b.substitute(inner, middle));
    });
  };
  const auto late = first_difference(with_tail(false, 1, 1), with_tail(true, 2, 1), 10000);
  ASSERT_FALSE(late.has_value());
  EXPECT_NE(late.error()->witness.find("they differ at (1,0,"), std::string::npos);
  EXPECT_EQ(is_equal(with_tail(false, 1, 1), with_tail(true, 2, 1), 10000),
            core::Result<bool>(false));
  const auto early = first_difference(with_tail(false, 1, 1), with_tail(true, 1, 2), 10000);
  ASSERT_TRUE(early.has_value() && early->has_value());
  EXPECT_EQ((*early)->at.back(), 1);
}

}  // namespace
}  // namespace tileglot::map
