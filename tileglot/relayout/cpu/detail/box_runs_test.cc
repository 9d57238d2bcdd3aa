// SPDX-License-Identifier: Apache-2.0
#include "tileglot/relayout/cpu/detail/box_runs.h"

#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <numeric>
#include <vector>

namespace tileglot::relayout::cpu {
namespace {

/// A box of bytes whose loops are contiguous in the source, innermost first; `order` says which loop
/// is the target's innermost, and so on. The steps of its outermost loop are `gap` times as large.
std::vector<BoxLoop> box_of(const std::vector<std::int64_t>& counts,
                            const std::vector<std::size_t>& order, std::int64_t gap = 1) {
  std::vector<BoxLoop> box(counts.size());
  std::int64_t step = 1;
  for (std::size_t i = 0; i < counts.size(); ++i) {
    box[i] = {.count = counts[i], .source = step};
    step *= counts[i];
  }
  step = 1;
  for (const std::size_t i : order) {
    box[i].target = step;
    step *= counts[i];
  }
  box[order.back()].target *= gap;
  return box;
}

using Numbers = std::vector<std::int64_t>;

std::int64_t size_of(const std::vector<BoxLoop>& box) {
  std::int64_t size = 1;
  for (const BoxLoop& loop : box) size *= loop.count;
  return size;
}

constexpr std::int64_t kLargestGap = 2;

/// Moves the number of each byte of the source by definition.
Numbers moved(const std::vector<BoxLoop>& box) {
  Numbers target(static_cast<std::size_t>(kLargestGap * size_of(box)));
  for (std::int64_t i = 0; i < size_of(box); ++i) {
    std::int64_t rest = i;
    std::int64_t to = 0;
    std::int64_t from = 0;
    for (const BoxLoop& loop : box) {
      from += rest % loop.count * loop.source;
      to += rest % loop.count * loop.target;
      rest /= loop.count;
    }
    target[static_cast<std::size_t>(to)] = from;
  }
  return target;
}

/// The buffer's bytes in the target's order.
Numbers in_order(const BoxShape& shape, const Numbers& buffer) {
  Numbers ordered;
  if (shape.transpose) {
    const BoxTranspose& t = *shape.transpose;
    for (std::int64_t time = 0; time < t.times; ++time) {
      for (std::int64_t row = 0; row < t.rows; ++row) {
        for (std::int64_t column = 0; column < t.columns; ++column) {
          const std::int64_t line = time * t.columns + column;
          ordered.push_back(buffer[static_cast<std::size_t>(line * shape.pitch + row)]);
        }
      }
    }
    return ordered;
  }
  Numbers offsets{0};
  for (const auto& loop : shape.loops) {
    const std::size_t inner = offsets.size();
    for (std::int64_t i = 1; i < loop.count; ++i) {
      for (std::size_t k = 0; k < inner; ++k) offsets.push_back(offsets[k] + i * loop.step);
    }
  }
  for (const std::int64_t offset : offsets)
    ordered.push_back(buffer[static_cast<std::size_t>(offset)]);
  return ordered;
}

/// Moves the same by runs.
Numbers moved_by(const BoxShape& shape, std::int64_t bytes) {
  Numbers buffer(shape.source.offsets.size() * static_cast<std::size_t>(shape.pitch));
  for (std::size_t run = 0; run < shape.source.offsets.size(); ++run) {
    const auto begin = buffer.begin() +
                       static_cast<std::ptrdiff_t>(run) * static_cast<std::ptrdiff_t>(shape.pitch);
    std::iota(begin, begin + shape.source.bytes, shape.source.offsets[run]);
  }
  const Numbers ordered = in_order(shape, buffer);
  Numbers target(static_cast<std::size_t>(kLargestGap * bytes));
  auto next = ordered.begin();
  for (const std::int64_t offset : shape.target.offsets) {
    for (std::int64_t i = 0; i < shape.target.bytes; ++i)
      target[static_cast<std::size_t>(offset + i)] = *next++;
  }
  return target;
}

TEST(BoxRuns, EveryOrderIsMovedByRuns) {
  for (const std::vector<std::int64_t>& counts :
       {Numbers{128, 4, 16}, Numbers{16, 16, 16}, Numbers{3, 20, 32}, Numbers{64, 2, 8}}) {
    for (const std::vector<std::size_t>& order : {std::vector<std::size_t>{0, 1, 2},
                                                  {0, 2, 1},
                                                  {1, 0, 2},
                                                  {1, 2, 0},
                                                  {2, 0, 1},
                                                  {2, 1, 0}}) {
      for (std::int64_t gap = 1; gap <= kLargestGap; ++gap) {
        const std::vector<BoxLoop> box = box_of(counts, order, gap);
        for (const Shuffles shuffles : {Shuffles::kWholeVectors, Shuffles::kBlocks}) {
          EXPECT_EQ(moved_by(BoxShape(box, 1, shuffles), size_of(box)), moved(box))
              << counts[0] << "," << counts[1] << "," << counts[2] << " in the order " << order[0]
              << order[1] << order[2] << ", gap " << gap;
        }
      }
    }
  }
}

TEST(BoxRuns, AShuffleByBlocksBecomesATransposeOfShorterRuns) {
  const std::vector<BoxLoop> box = box_of({128, 4, 16}, {1, 2, 0});
  EXPECT_FALSE(BoxShape(box, 1, Shuffles::kWholeVectors).transpose);
  const BoxShape shape(box, 1, Shuffles::kBlocks);
  ASSERT_TRUE(shape.transpose);
  EXPECT_EQ(shape.transpose->rows, 128);
  EXPECT_EQ(shape.transpose->columns, 64);
  EXPECT_EQ(shape.target.bytes, 64);
}

TEST(BoxRuns, PartsOfTwoLargeUnitsAreShuffled) {
  // Of f64[15,666,300], from {0,1,2:T(3,3)} to {0,2,1:T(4,3)(2,1)}.
  std::vector<BoxLoop> box{{.count = 2, .source = 9990, .target = 1},
                           {.count = 3, .source = 1, .target = 2},
                           {.count = 2, .source = 19980, .target = 6},
                           {.count = 5, .source = 9, .target = 12}};
  for (BoxLoop& loop : box) {
    loop.source *= 8;
    loop.target *= 8;
  }
  EXPECT_FALSE(BoxShape(box, 8, Shuffles::kBlocks).transpose);
}

TEST(BoxRuns, ShortRunsAreShuffled) {
  const std::vector<BoxLoop> box = box_of({8, 8, 64}, {1, 0, 2});
  EXPECT_FALSE(BoxShape(box, 1, Shuffles::kBlocks).transpose);
}

}  // namespace
}  // namespace tileglot::relayout::cpu
