// SPDX-License-Identifier: Apache-2.0
#include "tileglot/render/view/label_by.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "tileglot/core/int_tuple.h"
#include "tileglot/notation/cute/text/parse.h"
#include "tileglot/render/picture/picture.h"
#include "tileglot/render/view/color_by.h"

namespace tileglot::render {
namespace {

constexpr MemoryScale kF32{.element_bits = 32};

Picture picture_of(const Cell& cell) {
  return {.panels = {{.rows = {.headers = {"0"}}, .columns = {.headers = {"0"}}, .cells = {cell}}}};
}

std::string label_of(const Cell& cell, LabelBy by, const MemoryScale& memory = kF32,
                     const std::vector<core::IntTuple>& shapes = {}) {
  Picture picture = picture_of(cell);
  EXPECT_TRUE(label_by(picture, by, memory, shapes));
  return picture.panels[0].cells[0].label;
}

std::string title_of(const Cell& cell, const MemoryScale& memory) {
  Picture picture = picture_of(cell);
  title_cells(picture, memory);
  return picture.panels[0].cells[0].title;
}

TEST(LabelBy, OneCellEachLabel) {
  const Cell cell{.coordinate = {2, 3}, .offset = 17};
  EXPECT_EQ(label_of(cell, LabelBy::kNone), "");
  EXPECT_EQ(label_of(cell, LabelBy::kOffset), "17");
  EXPECT_EQ(label_of(cell, LabelBy::kCoord), "2,3");
  EXPECT_EQ(label_of(cell, LabelBy::kNested), "2\n3\n17");
  EXPECT_EQ(label_of(cell, LabelBy::kByte), "68");
  EXPECT_EQ(label_of(cell, LabelBy::kBank), "17");
  EXPECT_EQ(label_of(cell, LabelBy::kByte, {.element_bits = 4}), "8");
}

TEST(LabelBy, ACoordinateIsAsNestedAsTheModes) {
  const std::vector<core::IntTuple> shapes = {notation::cute::parse_int_tuple("(2,(2,2))").value(),
                                              notation::cute::parse_int_tuple("6").value()};
  const auto nested = [&](std::int64_t row) {
    return label_of({.coordinate = {row, 3}, .offset = 1}, LabelBy::kNested, kF32, shapes);
  };
  EXPECT_EQ(nested(0), "(0,(0,0))\n3\n1");
  EXPECT_EQ(nested(5), "(1,(0,1))\n3\n1");
  EXPECT_EQ(nested(7), "(1,(1,1))\n3\n1");
  // Padding goes on in the last mode.
  EXPECT_EQ(nested(11), "(1,(1,2))\n3\n1");
}

TEST(LabelBy, AThreadAndItsValueHoldAnElement) {
  const ThreadValue tv{.reg = 1, .lane = 4, .thread = 4};
  EXPECT_EQ(label_of({.thread_values = {tv}}, LabelBy::kTv), "T4 V1");
  EXPECT_EQ(label_of({.thread_values = {tv, ThreadValue{}, ThreadValue{}}}, LabelBy::kTv),
            "T4 V1 +2");
  Picture picture{.panels = {{.cells = {{.thread_values = {tv}}, {.kind = CellKind::kHole}}}}};
  EXPECT_TRUE(label_by(picture, LabelBy::kTv, {}));
  EXPECT_EQ(picture.panels[0].cells[1].label, "");
}

TEST(LabelBy, WhereThereIsNothingNothingIsWritten) {
  const Cell hole{.kind = CellKind::kHole};
  EXPECT_EQ(label_of(hole, LabelBy::kOffset), "");
  EXPECT_EQ(label_of(hole, LabelBy::kCoord), "");
  EXPECT_EQ(label_of(hole, LabelBy::kByte), "");
  EXPECT_EQ(label_of(hole, LabelBy::kBank), "");
  // No byte where 64 bits do not count its bits; the bank is known.
  const Cell far{.coordinate = {0}, .offset = std::int64_t{1} << 62};
  EXPECT_EQ(label_of(far, LabelBy::kByte), "");
  EXPECT_EQ(label_of(far, LabelBy::kBank), "0");
  EXPECT_EQ(title_of(far, kF32), "(0), offset 4611686018427387904, bank 0");
}

TEST(LabelBy, ATitleSaysAllThereIs) {
  EXPECT_EQ(title_of({.coordinate = {2, 3}, .offset = 17}, kF32),
            "(2,3), offset 17, byte 68, bank 17");
  EXPECT_EQ(title_of({.coordinate = {2, 3}, .offset = 17}, {}), "(2,3), offset 17");
  EXPECT_EQ(title_of({.offset = 0}, {}), "(), offset 0");
  EXPECT_EQ(title_of({.kind = CellKind::kPadding, .coordinate = {3}, .offset = 9}, {}),
            "(3), offset 9; padding: no element is here");
  EXPECT_EQ(title_of({.kind = CellKind::kHole}, kF32), "nothing is here");
  const ThreadValue tv{.reg = 1, .lane = 4, .warp = 2, .block = 0, .thread = 68};
  EXPECT_EQ(title_of({.coordinate = {0}, .offset = 0, .thread_values = {tv}}, {}),
            "(0), offset 0, T68 V1 (register 1, lane 4, warp 2, block 0)");
  const std::string many = title_of(
      {.coordinate = {0}, .offset = 0, .thread_values = std::vector<ThreadValue>(7, tv)}, {});
  EXPECT_TRUE(many.ends_with(" and 3 more")) << many;
}

TEST(LabelBy, WhatCannotBeWrittenIsRefused) {
  Picture picture = picture_of({.coordinate = {0}, .offset = 0});
  EXPECT_EQ(label_by(picture, LabelBy::kBank, {}).error()->code, "render.no_type");
  EXPECT_EQ(label_by(picture, LabelBy::kByte, {}).error()->message,
            "bytes depend on the element size, and no element type is given");
  EXPECT_EQ(label_by(picture, LabelBy::kTv, {}).error()->code, "render.no_owners");
}

TEST(LabelBy, NamesAreReadAndNearMissesGuessed) {
  for (const std::string_view name : {"none", "offset", "coord", "nested", "tv", "bank", "byte"}) {
    EXPECT_EQ(name_of(parse_label_by(name).value()), name);
  }
  EXPECT_EQ(parse_label_by("bytes").error()->code, "show.label");
  EXPECT_NE(parse_label_by("bytes").error()->help.find("byte"), std::string::npos);
  EXPECT_EQ(parse_label_by("zzzzzz").error()->help,
            "write offset, coord, nested, tv, bank, byte or none");
  EXPECT_LT(parse_label_by(std::string(100000, 'x')).error()->message.size(), 200U);
}

}  // namespace
}  // namespace tileglot::render
