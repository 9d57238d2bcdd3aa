// SPDX-License-Identifier: Apache-2.0
#include "tileglot/map/digits.h"

#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "tileglot/core/checked.h"
#include "tileglot/core/law.h"
#include "tileglot/map/any_map.h"
#include "tileglot/map/any_recipe.h"
#include "tileglot/map/example_maps.h"
#include "tileglot/map/index_map.h"
#include "tileglot/map/value.h"

namespace tileglot::map {
namespace {

using Digits = std::vector<Digit>;

TEST(Digits, TheDigitsOfAPackedTile) {
  const IndexMap f = tiled({16, 256}, {{8, 128}, {2, 1}});
  EXPECT_EQ(digits_of(f.out(), 0), (Digits{{1, 2, 1}, {2, 4, 256}, {8, std::nullopt, 2048}}));
  EXPECT_EQ(digits_of(f.out(), 1), (Digits{{1, 128, 2}, {128, std::nullopt, 1024}}));
}

TEST(Digits, ASourceWithoutTermsIsOneDigitThatStandsStill) {
  EXPECT_EQ(digits_of(strided({4, 4}, {0, 1}).out(), 0), (Digits{{1, std::nullopt, 0}}));
}

TEST(Digits, DivisorsThatDoNotNestHaveNoDigits) {
  Value v;
  v.floors = {{1, 2, 0}, {1, 3, 0}};
  EXPECT_EQ(digits_of(v, 0), std::nullopt);
}

TEST(Digits, AStrideThatDoesNotFitIsNothing) {
  Value v;
  v.floors = {{core::kInt64Max, 1, 0}, {1, 2, 0}};
  EXPECT_EQ(digits_of(v, 0), std::nullopt);
  const Digits digits{{1, 4, core::kInt64Max}, {4, std::nullopt, 1}};
  EXPECT_EQ(floors_of(digits, 0), std::nullopt);
}

/// v's terms on src are what its digits say, at every number below n and as terms again.
void expect_digits_round_trip(const Value& v, Source src, std::int64_t n) {
  const auto digits = digits_of(v, src);
  if (!digits) return;
  std::vector<FloorTerm> terms;
  for (const FloorTerm& term : v.floors) {
    if (term.src == src) terms.push_back(term);
  }
  EXPECT_EQ(floors_of(*digits, src), terms);
  for (std::int64_t x = 0; x < n; ++x) {
    std::int64_t by_terms = 0;
    std::int64_t by_digits = 0;
    for (const FloorTerm& term : terms) by_terms += term.coef * (x / term.div);
    for (const Digit& digit : *digits) {
      const std::int64_t rest = x / digit.div;
      by_digits += digit.stride * (digit.radix ? rest % *digit.radix : rest);
    }
    EXPECT_EQ(by_digits, by_terms);
  }
}

TEST(DigitsLaw, DigitsRoundTrip) {
  std::int64_t sources = 0;
  std::int64_t nesting = 0;
  core::check_law("digits_round_trip", 13671, [&] {
    const IndexMap f = (*any_recipe()).map();
    for (std::size_t k = 0; k < f.rank(); ++k) {
      const auto src = static_cast<Source>(k);
      ++sources;
      if (digits_of(f.out(), src)) ++nesting;
      expect_digits_round_trip(f.out(), src, f.extent(k));
    }
  });
  EXPECT_GT(2 * nesting, sources);
}

}  // namespace
}  // namespace tileglot::map
