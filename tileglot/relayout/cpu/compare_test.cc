// SPDX-License-Identifier: Apache-2.0
#include "tileglot/relayout/cpu/compare.h"

#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace tileglot::relayout::cpu {
namespace {

using Extents = std::vector<std::int64_t>;

/// The sum of coordinate times stride.
OffsetOf strided(Extents strides) {
  return [strides = std::move(strides)](std::span<const std::int64_t> x) {
    std::int64_t offset = 0;
    for (std::size_t k = 0; k < x.size(); ++k) offset += x[k] * strides[k];
    return offset;
  };
}

std::span<const std::byte> bytes_of(const std::string& text) {
  return std::as_bytes(std::span(text));
}

TEST(Compare, TheFirstDifferenceIsTheFirstInRowMajorOrder) {
  const std::string left = "1234";
  const std::string right = "1394";
  const auto found = compare(Extents{2, 2}, 1, {bytes_of(left), strided({2, 1})},
                             {bytes_of(right), strided({1, 2})});
  ASSERT_TRUE(found.has_value());
  EXPECT_EQ(found->compared, 4);
  EXPECT_EQ(found->different, 1);
  ASSERT_TRUE(found->first.has_value());
  EXPECT_EQ(found->first->at, (Extents{0, 1}));
  EXPECT_EQ(found->first->left_offset, 1);
  EXPECT_EQ(found->first->right_offset, 2);
}

TEST(Compare, EveryByteOfAnElementCounts) {
  for (std::size_t changed = 0; changed < 12; ++changed) {
    const std::string left = "aaaabbbbcccc";
    std::string right = left;
    right[changed] = '?';
    const auto found =
        compare(Extents{3}, 4, {bytes_of(left), strided({1})}, {bytes_of(right), strided({1})});
    ASSERT_TRUE(found.has_value() && found->first.has_value());
    EXPECT_EQ(found->different, 1);
    EXPECT_EQ(found->first->at, Extents{static_cast<std::int64_t>(changed / 4)});
  }
}

TEST(Compare, ManyThreadsFindTheSameAsOne) {
  const std::int64_t rows = 300;
  const std::int64_t columns = 1001;
  const std::string left(static_cast<std::size_t>(rows * columns), 'x');
  std::string right = left;
  for (const std::size_t at : {70001U, 200000U, 300299U}) right[at] = 'y';
  for (const int threads : {1, 4}) {
    const auto found = compare(Extents{rows, columns}, 1, {bytes_of(left), strided({columns, 1})},
                               {bytes_of(right), strided({columns, 1})}, {.threads = threads});
    ASSERT_TRUE(found.has_value() && found->first.has_value());
    EXPECT_EQ(found->compared, rows * columns);
    EXPECT_EQ(found->different, 3);
    EXPECT_EQ(found->first->at, (Extents{70001 / columns, 70001 % columns}));
  }
}

TEST(Compare, ATensorWithoutDimensionsHasOneElementAndAnEmptyOneNone) {
  const std::string one = "1";
  const std::string other = "2";
  const auto scalar =
      compare(Extents{}, 1, {bytes_of(one), strided({})}, {bytes_of(other), strided({})});
  EXPECT_EQ(scalar->different, 1);
  const auto empty = compare(Extents{0, 5}, 1, {{}, strided({5, 1})}, {{}, strided({1, 0})});
  EXPECT_EQ(empty->compared, 0);
  EXPECT_FALSE(empty->first.has_value());
}

TEST(Compare, AnOffsetOutsideItsBufferIsRefused) {
  const std::string four = "1234";
  const auto beyond = compare(Extents{2, 2}, 1, {bytes_of(four), strided({2, 1})},
                              {bytes_of(four), strided({3, 1})});
  ASSERT_FALSE(beyond.has_value());
  EXPECT_EQ(beyond.error()->code, "relayout.offset_outside");
  EXPECT_EQ(beyond.error()->message,
            "the second layout has (1,1) at offset 4, outside its 4 elements");
  const auto before =
      compare(Extents{2}, 2, {bytes_of(four), strided({-1})}, {bytes_of(four), strided({1})});
  ASSERT_FALSE(before.has_value());
  EXPECT_EQ(before.error()->message,
            "the first layout has (1) at offset -1, outside its 2 elements");
}

TEST(Compare, CoordinatesWithoutEndAreRefused) {
  const std::string one = "1";
  const Side broadcast{bytes_of(one), strided({0, 0})};
  const auto endless = compare(Extents{1 << 20, 1 << 20}, 1, broadcast, broadcast);
  ASSERT_FALSE(endless.has_value());
  EXPECT_EQ(endless.error()->code, "relayout.too_large_to_compare");
}

}  // namespace
}  // namespace tileglot::relayout::cpu
