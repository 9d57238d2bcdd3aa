// SPDX-License-Identifier: Apache-2.0
#include "tileglot/hlo/run/array/physical_array.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <cstring>
#include <string>
#include <vector>

#include "tileglot/core/law.h"
#include "tileglot/hlo/run/array/strided_box.h"
#include "tileglot/hlo/run/element/example_elements.h"
#include "tileglot/notation/xla/shape/any_shape.h"
#include "tileglot/notation/xla/shape/print.h"
#include "tileglot/notation/xla/text/parse.h"
#include "tileglot/notation/xla/validate/evaluate.h"

namespace tileglot::hlo::run {
namespace {

using Doubles = std::vector<double>;
using notation::xla::Shape;

constexpr ArrayLimits kRoom{.elements = 1 << 20, .bytes = 1 << 20};

Shape shape(const std::string& text) { return notation::xla::parse_shape(text).value(); }

/// All of memory as s32.
Doubles memory_of(const PhysicalArray& array) {
  std::vector<std::int32_t> words(array.bytes->size() / 4);
  std::memcpy(words.data(), array.bytes->data(), array.bytes->size());
  return {words.begin(), words.end()};
}

TEST(PhysicalArray, ArraysLieAsTheirLayoutSays) {
  Memory memory(kRoom);
  const Elements x = s32s({1, 2, 3, 4, 5, 6});
  EXPECT_EQ(memory_of(memory.write(x, shape("s32[2,3]{1,0}")).value()),
            Doubles({1, 2, 3, 4, 5, 6}));
  const PhysicalArray columns = memory.write(x, shape("s32[2,3]{0,1}")).value();
  EXPECT_EQ(memory_of(columns), Doubles({1, 4, 2, 5, 3, 6}));
  EXPECT_EQ(numbers(read(columns)), numbers(x));
  const PhysicalArray tiled = memory.write(x, shape("s32[2,3]{1,0:T(2,2)}")).value();
  constexpr double kPoisoned = -1246382667;
  EXPECT_EQ(memory_of(tiled), Doubles({1, 2, 4, 5, 3, kPoisoned, 6, kPoisoned}));
  EXPECT_EQ(numbers(read(tiled)), numbers(x));
  EXPECT_EQ(memory.write(counting(PrimitiveType::kF32, 15), shape("f32[3,5]{1,0:T(2,2)}"))
                .value()
                .bytes->size(),
            96U);
}

TEST(PhysicalArray, ElementsBelowAByteMayBePacked) {
  Memory memory(kRoom);
  const Elements x = elements_of(PrimitiveType::kS4, {1, -2, 3, -4, 5});
  const PhysicalArray packed = memory.write(x, shape("s4[5]{0:E(4)}")).value();
  EXPECT_EQ(packed.bytes->size(), 3U);
  EXPECT_EQ((*packed.bytes)[0], std::byte{0xe1});
  EXPECT_EQ(numbers(read(packed)), numbers(x));
  const PhysicalArray loose = memory.write(x, shape("s4[5]{0}")).value();
  EXPECT_EQ(loose.bytes->size(), 5U);
  EXPECT_EQ(numbers(read(memory.relaid(loose, shape("s4[5]{0:E(4)}")).value())), numbers(x));
}

TEST(PhysicalArray, TheSameBytesAsAnotherShape) {
  Memory memory(kRoom);
  const PhysicalArray x = memory.write(s32s({1, 2, 3, 4, 5, 6}), shape("s32[2,3]{0,1}")).value();
  const PhysicalArray y = memory.reinterpreted(x, shape("s32[3,2]{1,0}")).value();
  EXPECT_EQ(numbers(read(y)), Doubles({1, 4, 2, 5, 3, 6}));
  EXPECT_EQ(y.bytes, x.bytes);
  EXPECT_EQ(memory.reinterpreted(x, shape("s32[7]")).error()->code, "run.bitcast");
  EXPECT_EQ(memory.reinterpreted(x, shape("s8[24]")).error()->message,
            "the bytes of s32[2,3]{0,1} are not s8[24]{0}");
}

TEST(PhysicalArray, ACopyMovesToTheOtherLayout) {
  Memory memory(kRoom);
  const Elements x = counting(PrimitiveType::kS32, 15);
  const PhysicalArray rows = memory.write(x, shape("s32[3,5]{1,0}")).value();
  const PhysicalArray tiled = memory.relaid(rows, shape("s32[3,5]{0,1:T(2,4)}")).value();
  EXPECT_EQ(memory_of(tiled), memory_of(memory.write(x, shape("s32[3,5]{0,1:T(2,4)}")).value()));
}

TEST(PhysicalArray, WhatIsNotStored) {
  Memory memory(kRoom);
  EXPECT_EQ(memory.placement_of(shape("f32[<=3]")).error()->code, "run.shape");
  EXPECT_EQ(memory.placement_of(shape("token[]")).error()->code, "run.shape");
  EXPECT_EQ(memory.placement_of(shape("f32[3]{0:E(16)}")).error()->code, "run.shape");
  EXPECT_EQ(memory.placement_of(shape("f32[1000000]")).error()->code, "run.memory");
}

TEST(PhysicalArray, MemoryIsGivenBack) {
  Memory memory({.bytes = 100});
  {
    const auto held = memory.write(counting(PrimitiveType::kU8, 60), shape("u8[60]"));
    ASSERT_TRUE(held);
    EXPECT_EQ(memory.used(), 60);
    EXPECT_EQ(memory.allocate(41).error()->code, "run.memory");
  }
  EXPECT_EQ(memory.used(), 0);
  EXPECT_TRUE(memory.allocate(100));
}

/// Element x is at the place that the notation's own evaluator gives it.
void expect_lies_as_evaluated(const Shape& array) {
  Memory memory({});
  const auto evaluator = notation::xla::Evaluator::of(array);
  if (!evaluator || evaluator->physical_size() > 1 << 16) return;
  const auto n = static_cast<std::size_t>(evaluator->size());
  const auto written = memory.write(counting(array.type, n), array);
  if (!written || written->placement->element_bits != 32) return;
  const Doubles words = memory_of(*written);
  EXPECT_EQ(numbers(read(*written)), numbers(counting(array.type, n)));
  Extents at(array.dimensions.size(), 0);
  const Extents extents(evaluator->extents().begin(), evaluator->extents().end());
  for (std::size_t i = 0; i < n; ++i, next_coordinate(extents, at)) {
    ASSERT_EQ(words[static_cast<std::size_t>(evaluator->offset(at))], static_cast<double>(i))
        << notation::xla::print(array);
  }
}

TEST(PhysicalArrayLaw, ElementsLieWhereTheNotationSays) {
  core::check_law("elements_lie_where_the_notation_says", 3000, [] {
    Shape array = *notation::xla::any_shape({.attributes = false});
    array.type = notation::xla::PrimitiveType::kS32;
    expect_lies_as_evaluated(array);
  });
}

}  // namespace
}  // namespace tileglot::hlo::run
