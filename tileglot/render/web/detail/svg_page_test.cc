// SPDX-License-Identifier: Apache-2.0
#include "tileglot/render/web/detail/svg_page.h"

#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "tileglot/core/law.h"
#include "tileglot/core/utf8.h"
#include "tileglot/render/examples/example_pictures.h"
#include "tileglot/render/picture/picture.h"

namespace tileglot::render::detail {
namespace {

Picture labelled(std::string label) {
  return {.panels = {{.rows = {.headers = {"0"}},
                      .columns = {.headers = {"0"}},
                      .cells = {{.label = std::move(label)}}}}};
}

void expect_sizes(const std::string& label, std::int64_t side, std::int64_t text_size) {
  const Page page = page_of(labelled(label));
  EXPECT_EQ(page.side, side) << label;
  EXPECT_EQ(page.text_size, text_size) << label;
}

TEST(SvgPage, CellsGrowWithTheirLabelsThenTextShrinks) {
  expect_sizes("17", 28, 12);
  expect_sizes("(2,3)", 45, 12);
  expect_sizes("T127,V15", 67, 12);
  expect_sizes("123456789012", 72, 8);
  expect_sizes("1\n2\n3", 49, 12);
}

TEST(SvgPage, LongLabelsOfWordsAreStacked) {
  EXPECT_EQ(text_of({.label = "T12 V3"}, true), (std::vector<std::string>{"T12", "V3"}));
  EXPECT_EQ(text_of({.label = "T12 V3"}, false), std::vector<std::string>{"T12 V3"});
  expect_sizes("T12 V3", 34, 12);
  EXPECT_FALSE(page_of(labelled("T1 V")).is_stacked);
}

TEST(SvgPage, TextThatWouldBeTooSmallDoesNotFit) {
  const Page page = page_of(labelled("12345678901234567890"));
  EXPECT_EQ(page.text_size, kSmallestText);
  EXPECT_FALSE(fits({"12345678901234567890"}, page.side, page.text_size));
  EXPECT_TRUE(fits({"12345678901234"}, page.side, page.text_size));
}

TEST(SvgPage, LongHeadersAreTurned) {
  Picture picture = labelled("1");
  EXPECT_FALSE(page_of(picture).has_turned_headers);
  picture.panels[0].columns.headers[0] = "block 1, warp 3";
  EXPECT_TRUE(page_of(picture).has_turned_headers);
}

TEST(SvgPage, MarksStandBeforeTheFirstLine) {
  const auto lines = [](CellKind kind, std::string label) {
    return text_of({.kind = kind, .label = std::move(label)}, false);
  };
  EXPECT_EQ(lines(CellKind::kPadding, "9"), std::vector<std::string>{"·9"});
  EXPECT_EQ(lines(CellKind::kAlias, "a\nb"), (std::vector<std::string>{"≡a", "b"}));
  EXPECT_EQ(lines(CellKind::kWitness, ""), std::vector<std::string>{"!"});
  EXPECT_TRUE(lines(CellKind::kData, "").empty());
  EXPECT_TRUE(lines(CellKind::kHole, "").empty());
}

struct Box {
  std::int64_t left, top, right, bottom;
};

/// Panels with their headers, lines of text, and entries of the legend.
std::vector<Box> boxes_of(const Picture& picture, const Page& page) {
  std::vector<Box> boxes;
  for (std::size_t i = 0; i < picture.panels.size(); ++i) {
    const auto& [cells, row_headers, column_headers] = page.panels[i];
    const auto rows = static_cast<std::int64_t>(picture.panels[i].rows.count());
    const auto columns = static_cast<std::int64_t>(picture.panels[i].columns.count());
    boxes.push_back({cells.x - row_headers, cells.y, cells.x + columns * page.side,
                     cells.y + rows * page.side});
    boxes.push_back(
        {cells.x, cells.y - column_headers, cells.x + columns * page.side, cells.y - 1});
  }
  for (const Line& line : page.lines) {
    if (line.text.empty()) continue;
    const std::int64_t width = width_of(core::columns_of(line.text), 11);
    boxes.push_back({line.at.x, line.at.y - 8, line.at.x + width, line.at.y});
  }
  for (const LegendPlace& item : page.legend) {
    const std::int64_t width = kSwatch + width_of(core::columns_of(item.text), 12);
    boxes.push_back({item.at.x, item.at.y, item.at.x + width, item.at.y + kSwatch});
  }
  return boxes;
}

bool is_apart(const Box& a, const Box& b) {
  return a.right < b.left || b.right < a.left || a.bottom < b.top || b.bottom < a.top;
}

void expect_nothing_overlaps(const Picture& picture) {
  const Page page = page_of(picture);
  const std::vector<Box> boxes = boxes_of(picture, page);
  for (std::size_t i = 0; i < boxes.size(); ++i) {
    EXPECT_GE(boxes[i].left, 0);
    EXPECT_GE(boxes[i].top, 0);
    EXPECT_LE(boxes[i].right, page.width);
    EXPECT_LE(boxes[i].bottom, page.height);
    for (std::size_t j = 0; j < i; ++j) EXPECT_TRUE(is_apart(boxes[i], boxes[j])) << i << " " << j;
  }
}

TEST(SvgPage, NothingOverlapsInTheExamples) {
  for (const Picture& picture :
       {worked_example(), every_kind(), product_of_matrices(), hostile_picture()})
    expect_nothing_overlaps(picture);
}

TEST(SvgPageLaw, NothingOverlaps) {
  core::check_law("nothing_overlaps", 1000, [] { expect_nothing_overlaps(*any_picture()); });
}

}  // namespace
}  // namespace tileglot::render::detail
