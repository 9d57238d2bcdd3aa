// SPDX-License-Identifier: Apache-2.0
#include "tileglot/placement/places.h"

#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <optional>
#include <utility>
#include <vector>

#include "tileglot/core/checked.h"
#include "tileglot/core/law.h"

namespace tileglot::placement {
namespace {

std::vector<std::int64_t> all_of(const Places& places) {
  std::vector<std::int64_t> all;
  for (std::int64_t i = 0; i < places.size(); ++i) all.push_back(places.at(i));
  return all;
}

TEST(Places, DigitsAreATransposedOrder) {
  const auto places = Places::of_digits({{4, 1}, {2, 4}});
  ASSERT_TRUE(places);
  EXPECT_EQ(all_of(*places), (std::vector<std::int64_t>{0, 4, 1, 5, 2, 6, 3, 7}));
  EXPECT_EQ(places->position_of(6), 5);
  EXPECT_EQ(places->position_of(8), std::nullopt);
}

TEST(Places, BaseIsTheFirstPlace) {
  const auto places = Places::of_digits({{2, 10}}, 5);
  ASSERT_TRUE(places);
  EXPECT_EQ(all_of(*places), (std::vector<std::int64_t>{5, 15}));
  EXPECT_EQ(places->end(), 16);
  EXPECT_EQ(places->position_of(10), std::nullopt);
  EXPECT_EQ(places->position_of(4), std::nullopt);
}

TEST(Places, TwoPositionsAtOnePlaceAreRefused) {
  EXPECT_EQ(Places::of_digits({{2, 1}, {2, 1}}).error()->code, "placement.places");
  EXPECT_EQ(Places::of_digits({{2, 0}}).error()->code, "placement.places");
  EXPECT_EQ(Places::of_digits({{2, 1}}, -1).error()->code, "placement.places");
  EXPECT_EQ(Places::listed({3, 1, 3}).error()->message, "positions 0 and 2 are both at place 3");
  EXPECT_EQ(Places::listed({-1}).error()->code, "placement.places");
}

TEST(Places, WhatDoesNotFitIsRefused) {
  const std::int64_t large = std::int64_t{1} << 40;
  EXPECT_EQ(Places::of_digits({{large, 1}, {large, large}}).error()->code, "placement.limit");
  EXPECT_EQ(Places::of_digits({{2, core::kInt64Max}}).error()->code, "placement.limit");
  EXPECT_EQ(Places::listed(std::vector<std::int64_t>(std::size_t{1} << 21)).error()->code,
            "placement.limit");
}

TEST(Places, AMillionRanksAreAFewDigits) {
  const auto first = Places::of_digits({{1024, 1}, {4096, 1024}});
  const auto second = Places::of_digits({{2048, 1}, {2048, 2048}});
  ASSERT_TRUE(first && second);
  const auto both = then(*first, *second);
  ASSERT_TRUE(both);
  EXPECT_FALSE(both->is_listed());
  for (const std::int64_t i : {std::int64_t{0}, std::int64_t{1}, std::int64_t{4'000'000}})
    EXPECT_EQ(both->at(i), second->at(first->at(i)));
}

/// Digits of a random mixed radix, in random order.
Places any_digits(std::vector<std::int64_t> counts) {
  std::vector<Digit> digits;
  std::int64_t stride = 1;
  for (const std::int64_t count : counts) {
    digits.push_back({count, stride});
    stride *= count;
  }
  for (std::size_t i = digits.size(); i > 1; --i)
    std::swap(digits[i - 1], digits[*rc::gen::inRange<std::size_t>(0, i)]);
  return *Places::of_digits(digits);
}

std::vector<std::int64_t> any_counts() {
  return *rc::gen::container<std::vector<std::int64_t>>(
      3, rc::gen::element<std::int64_t>(1, 2, 3, 4, 6));
}

TEST(PlacesLaw, PositionsAndPlacesAreInverse) {
  core::check_law("places_are_inverse", 20000, [] {
    const Places places = any_digits(any_counts());
    std::vector<std::int64_t> all = all_of(places);
    for (std::size_t i = 0; i < all.size(); ++i)
      RC_ASSERT(places.position_of(all[i]) == static_cast<std::int64_t>(i));
    std::ranges::sort(all);
    std::vector<std::int64_t> expected(all.size());
    std::iota(expected.begin(), expected.end(), std::int64_t{0});
    RC_ASSERT(all == expected);
    const Places listed = *Places::listed(all_of(places));
    RC_ASSERT(all_of(listed) == all_of(places));
    for (std::int64_t place = 0; place < places.end() + 2; ++place)
      RC_ASSERT(listed.position_of(place) == places.position_of(place));
  });
}

TEST(PlacesLaw, ThenIsOneAfterTheOther) {
  std::int64_t closed = 0;
  core::check_law("then_is_one_after_the_other", 20000, [&] {
    std::vector<std::int64_t> counts = any_counts();
    const Places first = any_digits(counts);
    for (std::size_t i = counts.size(); i > 1; --i)
      std::swap(counts[i - 1], counts[*rc::gen::inRange<std::size_t>(0, i)]);
    if (*rc::gen::arbitrary<bool>()) counts = {counts[0] * counts[1], counts[2]};
    const Places second = any_digits(counts);
    const auto both = then(first, second);
    RC_ASSERT(both.has_value());
    if (!both->is_listed()) ++closed;
    RC_ASSERT(both->size() == first.size());
    for (std::int64_t i = 0; i < first.size(); ++i)
      RC_ASSERT(both->at(i) == second.at(first.at(i)));
  });
  EXPECT_GT(closed, core::law_minimum(500));
}

}  // namespace
}  // namespace tileglot::placement
