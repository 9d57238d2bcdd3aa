// SPDX-License-Identifier: Apache-2.0
#include "tileglot/notation/xla/shape/any_shape.h"

#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <algorithm>
#include <cstdint>
#include <functional>

#include "tileglot/notation/xla/shape/print.h"
#include "tileglot/notation/xla/validate/evaluate.h"
#include "tileglot/notation/xla/validate/validate.h"

namespace tileglot::notation::xla {
namespace {

constexpr int kDraws = 600;

bool has_combine(const Shape& shape) {
  return std::ranges::any_of(shape.layout->tiles, [](const Tile& tile) {
    return std::ranges::find(tile.entries, kCombine) != tile.entries.end();
  });
}

/// A tile that does not divide what it tiles leaves places that no element has.
bool has_padding_tile(const Shape& shape) {
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
    padded += has_padding_tile(shape) ? 1 : 0;
    permuted += std::ranges::is_sorted(shape.layout->minor_to_major, std::greater<>()) ? 0 : 1;
  }
  for (const int share : {tiled, nested, combining, padded, permuted}) {
    EXPECT_GE(share, kDraws / 10) << tiled << " tiled, " << nested << " nested, " << combining
                                  << " combining, " << padded << " padded, " << permuted
                                  << " permuted";
  }
}

/// Counts the arrays in a shape, and those that have a tile that does not divide its dimension.
struct ArrayCount {
  int arrays = 0;
  int padded = 0;

  void add(const Shape& shape) {
    if (is_array(shape)) {
      ++arrays;
      padded += has_padding_tile(shape) ? 1 : 0;
    }
    for (const Shape& element : shape.elements) add(element);
  }
};

ArrayCount count_arrays(const rc::Gen<Shape>& shapes) {
  ArrayCount count;
  for (std::uint64_t i = 0; i < 3000; ++i) count.add(shapes(rc::Random(i), 100).value());
  return count;
}

/// The shapes that the laws draw: of the operations on arrays, and of texts and wires.
TEST(AnyShape, AThirdOfTheArraysHaveATileThatDoesNotDivide) {
  for (const rc::Gen<Shape>& shapes :
       {any_shape(), any_shape({.empty_arrays = true}), any_shape({.combine = false}),
        any_shape({.max_elements = 1024, .empty_arrays = true}), any_shape({.max_elements = 256}),
        any_printable_shape()}) {
    const ArrayCount count = count_arrays(shapes);
    EXPECT_GE(count.arrays, 1000);
    EXPECT_GE(3 * count.padded, count.arrays) << count.padded << " of " << count.arrays;
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
