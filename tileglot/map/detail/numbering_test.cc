// SPDX-License-Identifier: Apache-2.0
#include "tileglot/map/detail/numbering.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <vector>

#include "tileglot/map/terms.h"

namespace tileglot::map {
namespace {

Value floor_of(Source src, std::int64_t div, std::int64_t coef = 1) {
  Value v;
  add_floor(v, {coef, div, src});
  return v;
}

Value sum_of(const Value& a, const Value& b) { return *add_scaled(a, b, 1); }

TEST(Numbering, ValuesAreNumberedByContent) {
  const Value a = floor_of(0, 3);
  const Value b = floor_of(1, 5);
  const Numbering one = number_inner(sum_of(floor_of(2, 7), floor_of(3, 9)), {a, b}, 2);
  const Numbering other = number_inner(sum_of(floor_of(3, 7), floor_of(2, 9)), {b, a}, 2);
  EXPECT_EQ(one.inner, other.inner);
  EXPECT_EQ(one.new_of[2], other.new_of[3]);
  EXPECT_EQ(one.new_of[3], other.new_of[2]);
}

TEST(Numbering, WhatIsNotNeededDrops) {
  const Numbering kept = number_inner(floor_of(3, 7), {floor_of(0, 3), floor_of(1, 5)}, 2);
  EXPECT_EQ(kept.inner, std::vector<Value>{floor_of(1, 5)});
  EXPECT_EQ(kept.new_of[3], 2);
}

TEST(Numbering, WhatAValueRefersToComesBeforeIt) {
  const Value low = floor_of(1, 5);
  const Value high = floor_of(2, 3);  // of low, which is source 2
  const Numbering levels = number_inner(floor_of(4, 2), {low, floor_of(0, 2), high}, 2);
  EXPECT_EQ(levels.inner, (std::vector<Value>{low, high}));
  EXPECT_EQ(levels.new_of[4], 3);
}

}  // namespace
}  // namespace tileglot::map
