// SPDX-License-Identifier: Apache-2.0
// shuffle_test.cc: boxes of every shape against the definition, on every target.
#include "tileglot/relayout/kernels/shuffle.h"

#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <string_view>
#include <vector>

#include "tileglot/core/law.h"
#include "tileglot/relayout/kernels/guarded_memory.h"
#include "tileglot/relayout/kernels/target.h"

namespace tileglot::relayout::kernels {
namespace {

using Loops = std::vector<ShuffleLoop>;

std::int64_t units_of(const Loops& loops) {
  std::int64_t units = 1;
  for (const ShuffleLoop& loop : loops) units *= loop.count;
  return units;
}

/// Unit by unit.
std::vector<std::byte> shuffled(const Loops& loops, std::int64_t unit_bytes,
                                std::span<const std::byte> source) {
  std::vector<std::byte> target(static_cast<std::size_t>(units_of(loops) * unit_bytes));
  for (std::int64_t i = 0; i < units_of(loops); ++i) {
    std::int64_t from = 0;
    std::int64_t rest = i;
    for (const ShuffleLoop& loop : loops) {
      from += rest % loop.count * loop.step;
      rest /= loop.count;
    }
    std::memcpy(target.data() + i * unit_bytes, source.data() + from,
                static_cast<std::size_t>(unit_bytes));
  }
  return target;
}

/// Source and target between guards.
void expect_shuffles(const Loops& loops, std::int64_t unit_bytes) {
  const Shuffle shuffle(loops, unit_bytes);
  const GuardedMemory source(shuffle.source_bytes());
  const GuardedMemory target(shuffle.target_bytes());
  const GuardedMemory between(shuffle.target_bytes());
  const auto from = source.at_end(shuffle.source_bytes());
  const auto to = target.at_end(shuffle.target_bytes());
  fill_randomly(from, 7);
  shuffle.run(from.data(), to.data(), between.at_end(shuffle.target_bytes()).data());
  const std::vector<std::byte> expected = shuffled(loops, unit_bytes, from);
  ASSERT_TRUE(std::equal(expected.begin(), expected.end(), to.begin()));
}

/// A few loops in any order of the source, now and then with gaps.
Loops any_box(std::int64_t unit_bytes) {
  const auto rank = *rc::gen::inRange<std::size_t>(1, 7);
  Loops loops(rank);
  std::vector<std::size_t> order(rank);
  for (std::size_t i = 0; i < rank; ++i) order[i] = i;
  for (std::size_t i = rank; i > 1; --i)
    std::swap(order[i - 1], order[*rc::gen::inRange<std::size_t>(0, i)]);
  std::int64_t step = unit_bytes;
  for (const std::size_t i : order) {
    const auto most = std::max<std::int64_t>(2, 12000 / step);
    loops[i] = {*rc::gen::inRange<std::int64_t>(1, std::min<std::int64_t>(most, 40)), step};
    step *= loops[i].count;
    if (*rc::gen::inRange(0, 4) == 0) step += *rc::gen::inRange<std::int64_t>(0, 80);
  }
  return loops;
}

TEST(Shuffle, EveryBoxComesIntoOrderOnEveryTarget) {
  std::size_t two_passes = 0;
  for (const std::string_view target : target_names()) {
    ASSERT_TRUE(force_target(target));
    core::check_law("shuffle_is_its_order", 1000, [&] {
      const auto unit_bytes = *rc::gen::element<std::int64_t>(1, 1, 2, 4, 8, 16);
      const Loops loops = any_box(unit_bytes);
      if (Shuffle(loops, unit_bytes).passes() == 2) ++two_passes;
      expect_shuffles(loops, unit_bytes);
    });
  }
  ASSERT_TRUE(force_target({}));
  EXPECT_GT(two_passes, 0U);
}

TEST(Shuffle, ATransposeOfBytesTakesTwoPasses) {
  for (const std::string_view target : target_names()) {
    ASSERT_TRUE(force_target(target));
    const Loops transpose = {{64, 64}, {64, 1}};
    EXPECT_EQ(Shuffle(transpose, 1).passes(), 2U);
    expect_shuffles(transpose, 1);
    const Loops of_words = {{16, 64}, {16, 4}};
    expect_shuffles(of_words, 4);
  }
  ASSERT_TRUE(force_target({}));
}

TEST(Shuffle, ShortTilesOverlap) {
  for (const std::string_view target : target_names()) {
    ASSERT_TRUE(force_target(target));
    const Loops nine_by_six = {{6, 2}, {9, 24}, {15, 216}, {4, 12}};
    expect_shuffles(nine_by_six, 1);
    const Loops three_by_three = {{3, 12}, {3, 4}, {4, 36}, {5, 144}};
    expect_shuffles(three_by_three, 2);
  }
  ASSERT_TRUE(force_target({}));
}

}  // namespace
}  // namespace tileglot::relayout::kernels
