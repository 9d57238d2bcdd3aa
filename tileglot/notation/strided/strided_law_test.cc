// SPDX-License-Identifier: Apache-2.0
// The laws of every spelling: texts read back, and places are inside what is owned.
#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "tileglot/core/law.h"
#include "tileglot/notation/strided/any_layout.h"
#include "tileglot/notation/strided/any_strided.h"

namespace tileglot::notation::strided {
namespace {

std::vector<std::vector<std::int64_t>> every_coordinate(std::span<const std::int64_t> extents) {
  std::vector<std::vector<std::int64_t>> all{{}};
  for (const std::int64_t extent : extents) {
    std::vector<std::vector<std::int64_t>> longer;
    for (const auto& x : all) {
      for (std::int64_t i = 0; i < extent; ++i) {
        longer.push_back(x);
        longer.back().push_back(i);
      }
    }
    all = longer;
  }
  return all;
}

void expect_reads_back(const AnyLayout& layout) {
  const auto again = parse(print(layout), array_of(layout), spelling_of(layout));
  ASSERT_TRUE(again) << print(layout) << ": " << again.error()->message;
  EXPECT_EQ(*again, layout) << print(layout);
}

/// The largest offset is the last position where positions are counted by offsets.
void expect_inside(const AnyLayout& layout) {
  const auto evaluator = Evaluator::of(layout);
  ASSERT_TRUE(evaluator) << print(layout);
  std::int64_t count = 0;
  for (const auto& x : every_coordinate(evaluator->extents())) {
    ++count;
    ASSERT_TRUE(evaluator->check(x));
    EXPECT_LT(evaluator->offset(x), evaluator->physical_size()) << print(layout);
  }
  EXPECT_EQ(count, evaluator->size()) << print(layout);
}

bool has_places_of_their_own(const AnyLayout& layout) {
  return std::holds_alternative<OrderedArray>(layout) ||
         std::holds_alternative<OnednnLayout>(layout) || std::holds_alternative<TvmLayout>(layout);
}

void expect_distinct(const AnyLayout& layout) {
  const auto evaluator = Evaluator::of(layout);
  std::vector<bool> taken(static_cast<std::size_t>(evaluator->physical_size()), false);
  for (const auto& x : every_coordinate(evaluator->extents())) {
    const std::int64_t offset = evaluator->offset(x);
    ASSERT_GE(offset, 0) << print(layout);
    ASSERT_LT(offset, evaluator->physical_size()) << print(layout);
    EXPECT_FALSE(taken[static_cast<std::size_t>(offset)]) << print(layout) << " at " << offset;
    taken[static_cast<std::size_t>(offset)] = true;
  }
}

TEST(StridedLaw, TextsReadBack) {
  core::check_law("strided_texts_read_back", 10000, [] { expect_reads_back(*any_strided()); });
}

TEST(StridedLaw, OffsetsLieInsideWhatIsOwned) {
  core::check_law("strided_offsets_inside", 4000, [] { expect_inside(*any_strided()); });
}

TEST(StridedLaw, BlockedElementsHavePlacesOfTheirOwn) {
  core::check_law("strided_blocks_are_distinct", 4000, [] {
    const AnyLayout layout = *any_strided();
    if (has_places_of_their_own(layout)) expect_distinct(layout);
  });
}

TEST(StridedLaw, TheSameBlocksAreOneFunctionInOnednnAndTvm) {
  core::check_law("onednn_is_tvm", 4000, [] {
    const auto [onednn, tvm] = *any_blocked_pair();
    ASSERT_EQ(positions(onednn), positions(tvm)) << print(onednn) << " and " << print(tvm);
    for (const auto& x : every_coordinate(onednn.array.extents)) {
      ASSERT_EQ(offset_of(onednn, x), offset_of(tvm, x)) << print(onednn) << " and " << print(tvm);
    }
  });
}

}  // namespace
}  // namespace tileglot::notation::strided
