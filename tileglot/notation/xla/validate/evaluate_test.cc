// SPDX-License-Identifier: Apache-2.0
#include "tileglot/notation/xla/validate/evaluate.h"

#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "tileglot/core/law.h"
#include "tileglot/notation/xla/shape/any_shape.h"
#include "tileglot/notation/xla/shape/limits.h"
#include "tileglot/notation/xla/shape/print.h"
#include "tileglot/notation/xla/text/parse.h"

namespace tileglot::notation::xla {
namespace {

using Numbers = std::vector<std::int64_t>;

Evaluator evaluator_of(std::string_view text) {
  const auto shape = parse_valid_shape(text);
  EXPECT_TRUE(shape) << text << ": " << (shape ? "" : shape.error()->message);
  auto evaluator = Evaluator::of(shape.value_or(Shape{.type = PrimitiveType::kF32}));
  EXPECT_TRUE(evaluator) << text << ": " << (evaluator ? "" : evaluator.error()->message);
  return *evaluator;
}

std::int64_t offset_in(std::string_view text, const Numbers& coordinate) {
  const auto offset = offset_of(*parse_valid_shape(text), coordinate);
  EXPECT_TRUE(offset) << text << ": " << (offset ? "" : offset.error()->message);
  return offset.value_or(-1);
}

std::string refusal(std::string_view text, const Numbers& coordinate) {
  const auto offset = offset_of(*parse_shape(text), coordinate);
  return offset ? "no refusal" : offset.error()->code;
}

/// Offsets of all elements, the last dimension fastest.
Numbers offsets_of(const Evaluator& evaluator) {
  Numbers offsets;
  const auto extents = evaluator.extents();
  Numbers coordinate(extents.size(), 0);
  for (std::int64_t n = 0; n < evaluator.size(); ++n) {
    std::int64_t rest = n;
    for (std::size_t k = extents.size(); k-- > 0; rest /= extents[k]) {
      coordinate[k] = rest % extents[k];
    }
    offsets.push_back(evaluator.offset(coordinate));
  }
  return offsets;
}

Numbers physical_extents_of(std::string_view text) {
  const auto extents = physical_extents(*parse_valid_shape(text));
  return extents.value_or(Numbers{});
}

// "worked examples of the published documents"
TEST(Evaluate, WorkedExamplesOfThePublishedDocuments) {
  EXPECT_EQ(offset_in("F32[3,5]{1,0:(2,2)}", {2, 3}), 17);
  EXPECT_EQ(physical_size(*parse_valid_shape("F32[3,5]{1,0:(2,2)}")), 24);
  EXPECT_EQ(offset_in("F32[2,7,8,11,10]{4,3,2,1,0:(\xE2\x88\x97,\xE2\x88\x97,2,\xE2\x88\x97,3)}",
                      {1, 2, 3, 4, 5}),
            8307);
  EXPECT_EQ(evaluator_of("f32[2,7,8,11,10]{4,3,2,1,0:T(*,*,2,*,3)}").physical_size(), 12432);
  const Numbers figure_2 = {0,  2,  4,  6,  8,  10, 12, 14, 1,  3,  5,  7,  9,  11, 13, 15,
                            16, 18, 20, 22, 24, 26, 28, 30, 17, 19, 21, 23, 25, 27, 29, 31};
  EXPECT_EQ(offsets_of(evaluator_of("f32[4,8]{1,0:T(2,4)(2,1)}")), figure_2);
}

TEST(Evaluate, ALaterTilePermutesInsideTheFirst) {
  EXPECT_EQ(offset_in("bf16[9,200]{1,0:T(8,128)(2,1)}", {3, 130}), 1285);
  EXPECT_EQ(evaluator_of("bf16[9,200]{1,0:T(8,128)(2,1)}").physical_size(), 4096);
}

TEST(Evaluate, TheOrderOfDimensionsComesBeforeTheTiles) {
  EXPECT_EQ(offset_in("f32[5,6,7]{0,2,1}", {4, 3, 2}), 119);
  EXPECT_EQ(offset_in("f32[5,6,7]{0,2,1:T(4,2)}", {4, 3, 2}), 164);
  EXPECT_EQ(evaluator_of("f32[5,6,7]{0,2,1:T(4,2)}").physical_size(), 288);
}

TEST(Evaluate, PhysicalExtentsAreThoseAfterTheLastTile) {
  EXPECT_EQ(physical_extents_of("bf16[4096,14336]{1,0:T(8,128)(2,1)}"),
            (Numbers{512, 112, 4, 128, 2, 1}));
  EXPECT_EQ(physical_extents_of("f32[3,5]{0,1}"), (Numbers{5, 3}));
  EXPECT_EQ(physical_extents_of("f32[7,5,11]{2,1,0:T(*,2,3)}"), (Numbers{18, 4, 2, 3}));
}

// A scalar in T(256) owns 256 elements, so the extents that it lacks count as 1.
TEST(Evaluate, ATileLongerThanTheRankSeesExtentsOfOne) {
  EXPECT_EQ(physical_extents_of("f32[]{:T(256)}"), (Numbers{1, 256}));
  EXPECT_EQ(offset_in("f32[]{:T(256)}", {}), 0);
  EXPECT_EQ(physical_extents_of("f32[5]{0:T(8,128)}"), (Numbers{1, 1, 8, 128}));
  EXPECT_EQ(offset_in("f32[5]{0:T(8,128)}", {4}), 4);
  EXPECT_EQ(physical_extents_of("f32[300]{0:T(*,8,128)}"), (Numbers{1, 3, 8, 128}));
  EXPECT_EQ(offset_in("f32[300]{0:T(*,8,128)}", {299}), 2 * 1024 + 43);
  EXPECT_EQ(offset_in("f32[5]{0:T(2)(4,2,3)}", {3}), 4);  // D = (1,2,1,4,2,3), I = (0,0,0,0,1,1)
}

TEST(Evaluate, EmptyArraysHaveNoPlaces) {
  EXPECT_EQ(evaluator_of("f32[0,5]{1,0:T(8,128)}").physical_size(), 0);
  EXPECT_EQ(evaluator_of("f32[0,5]{1,0:T(8,128)}").size(), 0);
  EXPECT_EQ(refusal("f32[0,5]", {0, 0}), "xla.coordinate");
}

TEST(Evaluate, BoundedDimensionsCountAsTheirBound) {
  EXPECT_EQ(offset_in("f32[<=3,<=5]{1,0:T(2,2)}", {2, 3}), 17);
}

TEST(Evaluate, CoordinatesOutOfRangeAreRefused) {
  EXPECT_EQ(refusal("f32[3,5]", {3, 0}), "xla.coordinate");
  EXPECT_EQ(refusal("f32[3,5]", {0, -1}), "xla.coordinate");
  EXPECT_EQ(refusal("f32[3,5]", {0}), "xla.coordinate");
  EXPECT_EQ(refusal("f32[3,5]", {0, 0, 0}), "xla.coordinate");
  EXPECT_EQ(refusal("f32[3,5]", {9223372036854775807, 0}), "xla.coordinate");
}

TEST(Evaluate, TheTailIsPartOfMemory) {
  const auto size = [](std::string_view text) { return *physical_size(*parse_valid_shape(text)); };
  EXPECT_EQ(size("f32[10]{0:L(16)}"), 16);
  EXPECT_EQ(size("f32[33,200]{1,0:T(8,128)L(4096)}"), 12288);
  EXPECT_EQ(size("f32[<=10]{0:L(16)}"), 16);
  EXPECT_EQ(size("f32[]{:L(16)}"), 16);
  EXPECT_EQ(size("f32[0,5]{1,0:L(16)}"), 0);
  EXPECT_EQ(offset_in("f32[33,200]{1,0:T(8,128)L(4096)}", {32, 199}),
            offset_in("f32[33,200]{1,0:T(8,128)}", {32, 199}));
  EXPECT_EQ(refusal("s8[9223372036854775807]{0:L(2)}", {0}), "xla.too_large");
}

TEST(Evaluate, ShapesWithoutPlacesAreRefused) {
  EXPECT_EQ(refusal("f32[?,5]", {0, 0}), "xla.unbounded");
  EXPECT_EQ(refusal("(f32[5])", {0}), "xla.not_array");
  EXPECT_EQ(refusal("b(f32[5])", {0}), "xla.not_array");
  EXPECT_EQ(refusal("token[]", {}), "xla.not_array");
  EXPECT_EQ(refusal("f32[2,2]{0,0}", {0, 0}), "xla.order");
  EXPECT_EQ(refusal("f32[2]{0:T(2,*)}", {0}), "xla.tile");
  EXPECT_EQ(refusal("f32[4294967296,4294967296]", {0, 0}), "xla.too_large");
}

TEST(Evaluate, ShapesBuiltByHandAreChecked) {
  Shape negative = *parse_shape("f32[3]");
  negative.dimensions[0].bound = -3;
  EXPECT_EQ(offset_of(negative, {}).error()->code, "xla.dimension");
  Shape wide = {.type = PrimitiveType::kF32};
  wide.dimensions.assign(kMaxRank + 1, {.bound = 1});
  EXPECT_EQ(physical_size(wide).error()->code, "xla.limit");
  Shape long_tiles = *parse_shape("f32[3]");
  long_tiles.layout->tiles.assign(100, {.entries = {2, 2, 2, 2, 2, 2, 2, 2}});
  EXPECT_EQ(physical_size(long_tiles).error()->code, "xla.limit");
}

TEST(Evaluate, ManyLongTilesEndAtTheLimitOfSteps) {
  std::string sizes = "1";
  for (std::size_t i = 1; i < kMaxTileEntries; ++i) sizes += ",1";
  std::string tiles;
  for (std::size_t i = 0; i < kMaxTiles; ++i) tiles += "(" + sizes + ")";
  const auto read = parse_valid_shape("f32[7]{0:T" + tiles + "}");
  ASSERT_FALSE(read);
  EXPECT_EQ(read.error()->code, "xla.limit");
}

TEST(Evaluate, ExtremeExtentsEvaluateAtTheirLastElement) {
  EXPECT_EQ(offset_in("f32[9223372036854775807]", {9223372036854775806}), 9223372036854775806);
  EXPECT_EQ(offset_in("f32[3]{0:T(9223372036854775807)}", {2}), 2);
  EXPECT_EQ(offset_in("f32[3037000499,3037000499]{0,1}", {3037000498, 3037000498}),
            3037000499 * 3037000499 - 1);
}

/// No two elements share a place, and every place is inside the array's memory.
void expect_places_are_distinct(const Shape& shape) {
  const auto evaluator = Evaluator::of(shape);
  ASSERT_TRUE(evaluator) << print(shape) << ": " << evaluator.error()->message;
  std::vector<bool> taken(static_cast<std::size_t>(evaluator->physical_size()), false);
  for (const std::int64_t offset : offsets_of(*evaluator)) {
    ASSERT_GE(offset, 0) << print(shape);
    ASSERT_LT(offset, evaluator->physical_size()) << print(shape);
    EXPECT_FALSE(taken[static_cast<std::size_t>(offset)]) << print(shape) << " at " << offset;
    taken[static_cast<std::size_t>(offset)] = true;
  }
}

TEST(Evaluate, ElementsHavePlacesOfTheirOwn) {
  core::check_law("xla_offsets_are_distinct", 4000,
                  [] { expect_places_are_distinct(*any_shape({.empty_arrays = true})); });
}

}  // namespace
}  // namespace tileglot::notation::xla
