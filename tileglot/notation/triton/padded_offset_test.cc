// SPDX-License-Identifier: Apache-2.0
#include "tileglot/notation/triton/padded_offset.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <vector>

#include "tileglot/notation/triton/encoding.h"

namespace tileglot::notation::triton {
namespace {

std::vector<std::int64_t> places(const std::vector<Padding>& paddings, std::int64_t count) {
  std::vector<std::int64_t> list;
  for (std::int64_t i = 0; i < count; ++i) list.push_back(padded_offset(paddings, i).value());
  return list;
}

TEST(PaddedOffset, PaddingComesAfterEveryInterval) {
  EXPECT_EQ(padded_offset(std::vector<Padding>{{16, 2}}, 39), 43);
  EXPECT_EQ(places({{2, 1}, {4, 2}}, 8), (std::vector<std::int64_t>{0, 1, 3, 4, 8, 9, 11, 12}));
  EXPECT_EQ(places({}, 3), (std::vector<std::int64_t>{0, 1, 2}));
}

TEST(PaddedOffset, NumbersOutOfRangeAreRefused) {
  const auto code = [](Padding padding, std::int64_t offset) {
    return padded_offset(std::vector<Padding>{padding}, offset).error()->code;
  };
  EXPECT_EQ(code({0, 1}, 1), "triton.padding");
  EXPECT_EQ(code({1, -1}, 1), "triton.padding");
  EXPECT_EQ(code({1, 1}, -1), "triton.padding");
  EXPECT_EQ(code({1, std::int64_t{1} << 40}, std::int64_t{1} << 40), "triton.too_large");
  EXPECT_EQ(code({1, 1}, INT64_MAX), "triton.too_large");
}

}  // namespace
}  // namespace tileglot::notation::triton
