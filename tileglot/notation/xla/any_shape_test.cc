// SPDX-License-Identifier: Apache-2.0
#include "tileglot/notation/xla/any_shape.h"

#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <algorithm>
#include <cstdint>
#include <functional>

#include "tileglot/notation/xla/evaluate.h"
#include "tileglot/notation/xla/print.h"
#include "tileglot/notation/xla/validate.h"

namespace tileglot::notation::xla {
namespace {

constexpr int kDraws = 600;

bool has_combine(const Shape& shape) {
  return std::ranges::any_of(shape.layout->tiles, [](const Tile& tile) {
    return std::ranges::find(tile.entries, kCombine) != tile.entries.end();
  });
}

bool has_padding(const Shape& shape) {
  const auto evaluator = Evaluator::of(shape);
  return evaluator && evaluator->size() < evaluator->physical_size();
}

TEST(AnyShape, DrawsEveryKindOfLayoutOften) {
  int tiled = 0;
  int nested = 0;
  int combining = 0;
  int padded = 0;
  int permuted = 0;
  for (int i = 0; i < kDraws; ++i) {
    const Shape shape = any_shape()(rc::Random(static_cast<std::uint64_t>(i)), 100).value();
    tiled += shape.layout->tiles.empty() ? 0 : 1;
    nested += shape.layout->tiles.size() > 1 ? 1 : 0;
    combining += has_combine(shape) ? 1 : 0;
    padded += has_padding(shape) ? 1 : 0;
    permuted += std::ranges::is_sorted(shape.layout->minor_to_major, std::greater<>()) ? 0 : 1;
  }
  for (const int share : {tiled, nested, combining, padded, permuted}) {
    EXPECT_GE(share, kDraws / 10) << tiled << " tiled, " << nested << " nested, " << combining
                                  << " combining, " << padded << " padded, " << permuted
                                  << " permuted";
  }
}

TEST(AnyShape, KeepsItsOptions) {
  const ShapeOptions options = {
      .max_elements = 64, .max_rank = 3, .max_tiles = 1, .attributes = false, .combine = false};
  for (int i = 0; i < kDraws; ++i) {
    const Shape shape = any_shape(options)(rc::Random(static_cast<std::uint64_t>(i)), 100).value();
    ASSERT_TRUE(validate(shape)) << print(shape);
    EXPECT_LE(Evaluator::of(shape)->physical_size(), 64) << print(shape);
    EXPECT_LE(rank(shape), 3U);
    EXPECT_LE(shape.layout->tiles.size(), 1U);
    EXPECT_FALSE(has_combine(shape)) << print(shape);
    const Layout plain = {.minor_to_major = shape.layout->minor_to_major,
                          .tiles = shape.layout->tiles};
    EXPECT_EQ(*shape.layout, plain) << print(shape);
  }
}

}  // namespace
}  // namespace tileglot::notation::xla
