// SPDX-License-Identifier: Apache-2.0
#include "tileglot/render/web/svg.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cstddef>
#include <string>
#include <vector>

#include "tileglot/core/law.h"
#include "tileglot/render/examples/example_pictures.h"
#include "tileglot/render/examples/tiny_xml.h"
#include "tileglot/render/picture/picture.h"
#include "tileglot/render/web/detail/svg_page.h"
#include "tileglot/render/web/detail/svg_sheet.h"
#include "tileglot/render/web/markup.h"
#include "tileglot/render/web/read_svg.h"

namespace tileglot::render {
namespace {

bool contains(const std::string& text, std::string_view part) {
  return text.find(part) != std::string::npos;
}

TEST(PictureSvg, ACellSaysWhatItIs) {
  const std::string svg = to_svg(worked_example(), {});
  EXPECT_TRUE(contains(
      svg, R"x(<g class="b3" transform="translate(0,90)" data-row="3" data-column="0" )x"
           R"x(data-kind="padding" data-offset="14" data-coordinate="3,0">)x"
           R"x(<title>(3,0) at offset 14, padding</title><rect width="30" height="30"/>)x"
           R"x(<rect class="h" width="30" height="30"/><text x="15" y="19">·14</text></g>)x"))
      << svg;
  const auto panels = read_svg(svg);
  ASSERT_TRUE(panels && panels->size() == 1 && (*panels)[0].size() == 24);
  EXPECT_EQ((*panels)[0][18], (ReadCell{.row = "3",
                                        .column = "0",
                                        .kind = "padding",
                                        .offset = "14",
                                        .coordinate = "3,0",
                                        .color = "b3",
                                        .title = "(3,0) at offset 14, padding",
                                        .text = "·14"}));
}

TEST(PictureSvg, TheFileIsAPictureWithATitle) {
  const auto svg = parse_xml(to_svg(worked_example(), {}));
  ASSERT_TRUE(svg);
  EXPECT_EQ(svg->attribute("role"), "img");
  EXPECT_EQ(svg->attribute("viewBox"),
            fmt::format("0 0 {} {}", svg->attribute("width"), svg->attribute("height")));
  EXPECT_EQ(svg->child("title")->text, "f32[3,5]{1,0:T(2,2)}");
  EXPECT_EQ(svg->child("desc")->text,
            "logical 3×5 = 15 elements · in memory 24 (96 B) · padding 9 = 37.5 %; 4 rows and 6 "
            "columns");
}

TEST(PictureSvg, BordersOfTilesAreOnePathALevel) {
  EXPECT_TRUE(contains(to_svg(worked_example(), {}),
                       R"x(<path class="border l0" d="M0 60h180M60 0v120M120 0v120"/>)x"));
  const std::string nested = to_svg(product_of_matrices(), {});
  EXPECT_TRUE(contains(nested, R"x(<path class="border l1" d="M0 )x"));
  EXPECT_TRUE(contains(nested, R"x(<path class="border l2" d="M1)x"));
}

TEST(PictureSvg, ThemesChangeWhatIsAroundTheCells) {
  const auto page_is = [](const std::string& svg, std::string_view color) {
    return contains(svg, fmt::format(" .page{{fill:{}}}", color));
  };
  const std::string either = to_svg(worked_example(), {.theme = Theme::kAuto});
  EXPECT_TRUE(page_is(either, "#ffffff") && page_is(either, "#0d1117"));
  EXPECT_TRUE(contains(either, "@media (prefers-color-scheme: dark){"));
  const std::string light = to_svg(worked_example(), {.theme = Theme::kLight});
  EXPECT_TRUE(page_is(light, "#ffffff") && !page_is(light, "#0d1117"));
  const std::string dark = to_svg(worked_example(), {.theme = Theme::kDark});
  EXPECT_TRUE(page_is(dark, "#0d1117") && !page_is(dark, "#ffffff"));
  for (const std::string& svg : {either, light, dark})
    EXPECT_TRUE(contains(svg, " .b1{fill:#e8a91a}"));
}

TEST(PictureSvg, APaletteColoursTheCells) {
  EXPECT_TRUE(
      contains(to_svg(worked_example(), {.palette = Palette::kCute}), " .b1{fill:#afffaf}"));
  EXPECT_TRUE(contains(to_svg(every_kind(), {}), " .r255{fill:#fde725}"));
}

TEST(PictureSvg, EachKindLooksDifferent) {
  const std::string svg = to_svg(every_kind(), {});
  for (const std::string_view shape : {"h", "a", "o", "s", "w"})
    EXPECT_TRUE(contains(svg, fmt::format("<rect class=\"{}\"", shape))) << shape;
  EXPECT_TRUE(contains(svg, ">alias: another one shares it</text>"));
}

TEST(PictureSvg, SixtyFourBySixtyFourCellsAreLessThanAMegabyte) {
  Picture picture{.panels = {{}}};
  Panel& panel = picture.panels[0];
  panel.rows.headers.assign(64, "63");
  panel.columns.headers.assign(64, "63");
  for (std::int64_t i = 0; i < 64 * 64; ++i) {
    panel.cells.push_back({.coordinate = {i / 64, i % 64},
                           .offset = i,
                           .shade = {Shade::Kind::kRamp, static_cast<std::uint8_t>(i % 256)},
                           .label = fmt::format("{}", i),
                           .title = fmt::format("({},{}) at offset {}", i / 64, i % 64, i)});
  }
  EXPECT_LT(to_svg(picture, {}).size(), 1000000U);
}

TEST(PictureSvg, TheReaderRefusesWhatIsNotWellFormed) {
  EXPECT_EQ(parse_xml("<a b=\"1\">x&lt;</a>")->text, "x<");
  for (const std::string_view text :
       {"<a>", "<a></b>", "<a>&</a>", "<a>&no;</a>", "<a b=\"<\"/>", "<a b=1/>", "<a/><b/>",
        "<a b=\"1\" b=\"2\"/>", "<a>]]></a>", "<a>\x02</a>"})
    EXPECT_FALSE(parse_xml(text)) << text;
  EXPECT_FALSE(read_svg("<a/>"));
}

TEST(PictureSvg, HostileTextStaysText) {
  const std::string svg = to_svg(hostile_picture(), {});
  EXPECT_FALSE(contains(svg, "<script"));
  const auto panels = read_svg(svg);
  ASSERT_TRUE(panels);
  EXPECT_EQ((*panels)[0][0].title, valid_text(hostile_picture().panels[0].cells[0].title));
  EXPECT_EQ((*panels)[0][0].text, "<a&\"");
  EXPECT_EQ((*panels)[0][1].text, "≡'\xEF\xBF\xBD(");
}

std::string joined(const std::vector<std::string>& lines) {
  std::string text;
  for (std::size_t i = 0; i < lines.size(); ++i) text += (i == 0 ? "" : "\n") + lines[i];
  return valid_text(text);
}

/// What a file says of a cell, as web/svg.h promises it.
ReadCell promised(const Cell& cell, std::size_t row, std::size_t column, const detail::Page& page) {
  const std::vector<std::string> lines = detail::text_of(cell, page.is_stacked);
  const bool is_written = detail::fits(lines, page.side, page.text_size);
  std::vector<std::string> thread_values;
  for (const ThreadValue& tv : cell.thread_values)
    thread_values.push_back(fmt::format("{},{},{},{}", tv.reg, tv.lane, tv.warp, tv.block));
  return {.row = fmt::format("{}", row),
          .column = fmt::format("{}", column),
          .kind = std::string(name_of(cell.kind)),
          .offset = cell.offset ? fmt::format("{}", *cell.offset) : "",
          .coordinate = fmt::format("{}", fmt::join(cell.coordinate, ",")),
          .thread_values = fmt::format("{}", fmt::join(thread_values, " ")),
          .color = cell.kind == CellKind::kHole ? "hole" : detail::class_of(cell.shade),
          .title = valid_text(cell.title),
          .text = is_written ? joined(lines) : ""};
}

void expect_cells_read_back(const Picture& picture) {
  const auto panels = read_svg(to_svg(picture, {}));
  ASSERT_TRUE(panels);
  ASSERT_EQ(panels->size(), picture.panels.size());
  const detail::Page page = detail::page_of(picture);
  for (std::size_t p = 0; p < panels->size(); ++p) {
    const Panel& panel = picture.panels[p];
    ASSERT_EQ((*panels)[p].size(), panel.cells.size());
    for (std::size_t i = 0; i < panel.cells.size(); ++i) {
      EXPECT_EQ((*panels)[p][i], promised(panel.cells[i], i / panel.columns.count(),
                                          i % panel.columns.count(), page));
    }
  }
}

TEST(PictureSvgLaw, SvgCellsReadBack) {
  core::check_law("svg_cells_read_back", 1000, [] { expect_cells_read_back(*any_picture()); });
}

}  // namespace
}  // namespace tileglot::render
