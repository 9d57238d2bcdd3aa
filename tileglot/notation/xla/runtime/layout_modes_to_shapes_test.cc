// SPDX-License-Identifier: Apache-2.0
#include "tileglot/notation/xla/runtime/layout_modes_to_shapes.h"

#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "tileglot/notation/xla/shape/print.h"
#include "tileglot/notation/xla/sharding/parse.h"
#include "tileglot/notation/xla/text/parse.h"

namespace tileglot::notation::xla {
namespace {

using core::Result;

/// The smaller of two dimensions is major.
Result<Shape> narrow_major(const Shape& shape) {
  Shape result = shape;
  result.layout = descending_layout(rank(shape));
  if (rank(shape) == 2 && shape.dimensions[1].bound < shape.dimensions[0].bound)
    result.layout->minor_to_major = {0, 1};
  return result;
}

std::optional<Sharding> sharding_named(std::string_view text) {
  if (text.empty()) return std::nullopt;
  return *parse_sharding(text);
}

std::string resolved(std::string_view mode, std::string_view whole, std::string_view sharded,
                     std::int64_t memory_space = 0) {
  const auto shape = layout_mode_to_shape(*parse_layout_mode(mode), *parse_shape(whole),
                                          *parse_shape(sharded), memory_space, narrow_major);
  return shape ? print(*shape) : shape.error()->code;
}

TEST(LayoutModesToShapes, TheDefaultLayoutIsThatOfTheTile) {
  EXPECT_EQ(resolved("default", "f32[128,128]", "f32[128,64]"), "f32[128,128]{0,1}");
  EXPECT_EQ(resolved("default", "f32[128,128]{0,1}", "f32[128,128]"), "f32[128,128]{1,0}");
  EXPECT_EQ(resolved("{1,0:T(8,128)}", "f32[128,128]", "f32[128,64]"),
            "f32[128,128]{1,0:T(8,128)}");
  EXPECT_EQ(resolved("auto", "f32[128,128]", "f32[128,64]"), "f32[128,128]");
}

TEST(LayoutModesToShapes, AMemorySpaceNeedsALayout) {
  EXPECT_EQ(resolved("default", "f32[8,8]", "f32[8,8]", 5), "f32[8,8]{1,0:S(5)}");
  EXPECT_EQ(resolved("{0,1:S(1)}", "f32[8,8]", "f32[8,8]", 0), "f32[8,8]{0,1}");
  EXPECT_EQ(resolved("auto", "f32[8,8]", "f32[8,8]", 5), "f32[8,8]");
  EXPECT_EQ(resolved("default", "f32[8,8]", "f32[8,8]", 300), "xla.memory_space");
}

TEST(LayoutModesToShapes, ALayoutThatDoesNotFitTheValueIsRefused) {
  EXPECT_EQ(resolved("{0}", "f32[128,256]", "f32[128,256]"), "xla.rank");
  EXPECT_EQ(resolved("{1,1}", "f32[128,256]", "f32[128,256]"), "xla.order");
  EXPECT_EQ(resolved("{1,0:T(0,8)}", "f32[128,256]", "f32[128,256]"), "xla.tile");
}

TEST(LayoutModesToShapes, WhatIsNotAnArrayPassesOrIsRefused) {
  EXPECT_EQ(resolved("default", "token[]", "token[]", 5), "token[]");
  EXPECT_EQ(resolved("{0}", "opaque[]", "opaque[]"), "opaque[]");
  EXPECT_EQ(resolved("default", "(f32[2])", "(f32[2])"), "xla.not_array");
}

/// Modes joined by `;`, memory spaces too; shapes and shardings one by one.
BorderValues border(const std::vector<std::string_view>& shapes,
                    const std::vector<std::string_view>& shardings, std::string_view modes,
                    std::string_view spaces, std::size_t count) {
  BorderValues values{.modes = *parse_layout_modes(modes, count),
                      .memory_spaces = *parse_memory_spaces(spaces, count)};
  for (const auto shape : shapes) values.shapes.push_back(*parse_shape(shape));
  for (const auto sharding : shardings) values.shardings.push_back(sharding_named(sharding));
  return values;
}

std::string resolved(const BorderValues& arguments, const BorderValues& results) {
  const auto shapes = layout_modes_to_shapes(arguments, results, narrow_major);
  if (!shapes) return shapes.error()->code;
  std::string text;
  for (const Shape& shape : shapes->arguments) text += print(shape) + " ";
  return text + "-> " + print(shapes->result);
}

TEST(LayoutModesToShapes, EveryValueOfAProgramHasItsShape) {
  EXPECT_EQ(resolved(border({"f32[8,8]", "f32[8,8]", "token[]"}, {"{devices=[1,2]<=[2]}", "", ""},
                            "default;{1,0};auto", "0;5;0", 3),
                     border({"f32[8,8]"}, {"{replicated}"}, "auto", "0", 1)),
            "f32[8,8]{0,1} f32[8,8]{1,0:S(5)} token[] -> f32[8,8]");
}

TEST(LayoutModesToShapes, TuplesCountByTheirElements) {
  EXPECT_EQ(resolved(border({"(f32[8,8], f32[8,8])"}, {"{{devices=[1,2]<=[2]}, {manual}}"},
                            "default;default", "0;0", 2),
                     border({"(f32[8,8], token[])"}, {""}, "{0,1};default", "0;0", 2)),
            "f32[8,8]{0,1} f32[8,8]{1,0} -> (f32[8,8]{0,1}, token[])");
  EXPECT_EQ(resolved(border({"(f32[8,8], f32[8,8])"}, {"{devices=[1,2]<=[2]}"}, "default;default",
                            "0;0", 2),
                     border({"()"}, {""}, "", "", 0)),
            "f32[8,8]{0,1} f32[8,8]{0,1} -> ()");
}

TEST(LayoutModesToShapes, CountsAreChecked) {
  const auto one = border({"f32[8]"}, {""}, "auto", "0", 1);
  EXPECT_EQ(resolved(one, one), "f32[8] -> f32[8]");
  EXPECT_EQ(resolved(border({"f32[8]"}, {""}, "auto;auto", "0;0", 2), one), "xla.mode_count");
  EXPECT_EQ(resolved(border({"f32[8]"}, {""}, "auto;auto;auto", "0;0;0", 3), one),
            "xla.mode_count");
  EXPECT_EQ(resolved(border({"f32[8]"}, {}, "auto", "0", 1), one), "xla.mode_count");
  EXPECT_EQ(resolved(one, border({"f32[8]", "f32[8]"}, {"", ""}, "auto;auto", "0;0", 2)),
            "xla.mode_count");
  EXPECT_EQ(resolved(border({"(f32[8])"}, {"{}"}, "auto", "0", 1), one), "xla.mode_count");
  EXPECT_EQ(resolved(border({"f32[8]"}, {"{devices=[2,2]<=[4]}"}, "auto", "0", 1), one),
            "xla.sharding_shape");
}

TEST(LayoutModesToShapes, ErrorsOfTheChooserAreHandedOn) {
  const auto fails = [](const Shape&) -> Result<Shape> {
    return core::fail({.code = "test.chooser", .message = "no"});
  };
  const Shape shape = *parse_shape("f32[8]");
  EXPECT_EQ(layout_mode_to_shape(LayoutMode(), shape, shape, 0, fails).error()->code,
            "test.chooser");
  EXPECT_TRUE(layout_mode_to_shape(LayoutMode::chosen_by_compiler(), shape, shape, 0, fails));
}

TEST(LayoutModesToShapes, AClientWithoutTilesIsRowMajor) {
  EXPECT_EQ(print(*row_major_shape(*parse_shape("f32[8,8]{0,1:T(8,128)}"))), "f32[8,8]{1,0}");
  EXPECT_EQ(print(*row_major_shape(*parse_shape("token[]"))), "token[]");
}

}  // namespace
}  // namespace tileglot::notation::xla
