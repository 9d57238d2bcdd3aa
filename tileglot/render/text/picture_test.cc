// SPDX-License-Identifier: Apache-2.0
#include "tileglot/render/text/picture.h"

#include <gtest/gtest.h>

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "tileglot/render/examples/example_pictures.h"
#include "tileglot/render/examples/text_panels.h"
#include "tileglot/render/picture/palette.h"
#include "tileglot/render/picture/picture.h"
#include "tileglot/render/picture/terminal.h"

namespace tileglot::render {
namespace {

TextStyle plain(int columns = 0) { return {.terminal = {.columns = columns}}; }

TextStyle ascii(int columns = 0) {
  return {.terminal = {.columns = columns, .glyphs = Glyphs::kAscii}};
}

TextStyle colored(ColorDepth depth) { return {.terminal = {.colors = depth}}; }

Picture picture_of(std::string_view rows) { return {.panels = {panel_of(rows)}}; }

/// Escape characters as \e, so that a difference is readable.
std::string with_escapes_shown(std::string text) {
  for (std::size_t i = 0; (i = text.find('\x1b', i)) != std::string::npos;)
    text.replace(i, 1, "\\e");
  return text;
}

std::string escaped(const Picture& picture, ColorDepth depth) {
  return with_escapes_shown(to_text(picture, colored(depth)));
}

TEST(PictureText, TheWorkedExampleDrawn) {
  EXPECT_EQ(to_text(worked_example(), plain()),
            R"(f32[3,5]{1,0:T(2,2)}                         read as: XLA tiled layout
  logical 3×5 = 15 elements · in memory 24 (96 B) · padding 9 = 37.5 %

       0   1 │   2   3 │   4   5  ← column (dim 1)
  0    0   1 │   4   5 │   8  ·9
  1    2   3 │   6   7 │  10 ·11
    ─────────┼─────────┼────────
  2   12  13 │  16  17 │  20 ·21
  3  ·14 ·15 │ ·18 ·19 │ ·22 ·23
  ↑ row (dim 0)

  │ ─ tile 2×2   ·n padding: no element is here

  as CuTe     ((2,2),(2,3)):((2,12),(1,4))      on the padded 4×6
)");
}

TEST(PictureText, AsciiNeedsNoOtherCharacters) {
  Picture picture = worked_example();
  picture.facts.clear();
  picture.footers.clear();
  picture.border_names = {"tile 2x2"};
  EXPECT_EQ(to_text(picture, ascii()), R"(f32[3,5]{1,0:T(2,2)}      read as: XLA tiled layout

       0   1 |   2   3 |   4   5  <- column (dim 1)
  0    0   1 |   4   5 |   8  .9
  1    2   3 |   6   7 |  10 .11
    ---------+---------+--------
  2   12  13 |  16  17 |  20 .21
  3  .14 .15 | .18 .19 | .22 .23
  ^ row (dim 0)

  | - tile 2x2   .n padding: no element is here
)");
}

TEST(PictureText, NestedBordersAreHeavier) {
  Picture picture = picture_of("0 1 2 3\n4 5 6 7\n8 9 10 11\n");
  Panel& panel = picture.panels[0];
  panel.columns.borders = {{1, 0}, {2, 1}, {3, 2}};
  panel.rows.borders = {{1, 0}, {2, 1}};
  picture.border_names = {"tile 1×1", "tile 2×2", "tile 4×3"};
  EXPECT_EQ(to_text(picture, plain()), R"(      0 │  1 ┃  2 ┃  3
  0   0 │  1 ┃  2 ┃  3
    ────┼────╂────╂───
  1   4 │  5 ┃  6 ┃  7
    ━━━━┿━━━━╋━━━━╋━━━
  2   8 │  9 ┃ 10 ┃ 11

  │ ─ tile 1×1   ┃ ━ tile 2×2, tile 4×3
)");
  picture.border_names = {"", "block"};
  EXPECT_EQ(to_text(picture, ascii()), R"(      0 |  1 #  2 #  3
  0   0 |  1 #  2 #  3
    ----+----+----+---
  1   4 |  5 #  6 #  7
    ====+====#====#===
  2   8 |  9 # 10 # 11

  # = block
)");
}

TEST(PictureText, EveryKindHasItsMark) {
  EXPECT_EQ(to_text(picture_of("0 .1 =2 - *4 !5\n"), plain(60)), R"(      0  1  2  3  4  5
  0   0 ·1 ≡2  - *4 !5

  ·n padding: no element is here
  ≡n alias: another one shares it   - nothing is here
  *n selected   !n witness: a difference or a conflict
)");
}

TEST(PictureText, LabelsOfSeveralLinesMakeHighRows) {
  Picture picture = picture_of("T0/V0 .T0/V1\n~ T12/V0/B1\n5 .~\n");
  picture.panels[0].rows.borders = {{2, 0}};
  picture.panels[0].columns.borders = {{1, 0}};
  EXPECT_EQ(to_text(picture, plain()), R"(       0 │   1
  0   T0 │ ·T0
      V0 │  V1
         │
  1      │ T12
         │  V0
         │  B1
    ─────┼────
  2    5 │   ·

  ·n padding: no element is here
)");
}

TEST(PictureText, ALayoutOfRankZeroIsOneCell) {
  Picture picture{.title = "f32[]"};
  picture.panels = {{.rows = {.headers = {""}}, .columns = {.headers = {""}}, .cells = {{}}}};
  picture.panels[0].cells[0].label = "0";
  EXPECT_EQ(to_text(picture, plain()), "f32[]\n\n   0\n");
}

TEST(PictureText, APictureWithoutPanelsHasItsTexts) {
  EXPECT_EQ(to_text({}, plain()), "");
  EXPECT_EQ(to_text({.title = "f32[0]", .facts = {"no elements"}, .footers = {"nothing"}}, plain()),
            "f32[0]\n  no elements\n\n  nothing\n");
  EXPECT_EQ(to_text({.remark = "read as: XLA"}, plain()), "  read as: XLA\n");
  EXPECT_EQ(to_text({.panels = {Panel{}}}, plain(1)), "");
}

TEST(PictureText, PanelsStandSideBySideWhereTheyFit) {
  EXPECT_EQ(to_text(before_and_after(), plain(40)), R"(swizzle

  before            after
     → bank            → bank
      0  1  2  3        0  1  2  3
  0   0  4  8 12    0   0  4  8 12
  1   0  4  8 12    1   4  0 12  8
  ↑ row             ↑ row
)");
  EXPECT_EQ(to_text(before_and_after(), plain(30)), R"(swizzle

  before
      0  1  2  3  ← bank
  0   0  4  8 12
  1   0  4  8 12
  ↑ row

  after
      0  1  2  3  ← bank
  0   0  4  8 12
  1   4  0 12  8
  ↑ row
)");
}

TEST(PictureText, PanelsOfAMatrixProductStandInItsPosition) {
  Picture picture{.panels = {panel_of("0 1\n"), panel_of("2\n3\n"), panel_of("4 5\n6 7\n")}};
  picture.panels[0].panel_column = 1;
  picture.panels[1].panel_row = picture.panels[2].panel_row = 1;
  picture.panels[2].panel_column = 1;
  picture.panels[1].title = "A";
  EXPECT_EQ(to_text(picture, plain()), R"(             0 1
          0  0 1

  A
     0       0 1
  0  2    0  4 5
  1  3    1  6 7
)");
}

TEST(PictureText, PanelsThatClaimOnePlaceAreAllShown) {
  const Picture picture{.panels = {panel_of("0\n"), panel_of("1\n")}};
  EXPECT_EQ(to_text(picture, plain()), "     0       0\n  0  0    0  1\n");
}

TEST(PictureText, APanelThatIsTooWideIsCutAtItsBorders) {
  Picture picture = picture_of("100 101 102 103 104 105\n200 201 202 203 204 205\n");
  picture.panels[0].columns = {"column", picture.panels[0].columns.headers, {{2, 0}, {4, 1}}};
  EXPECT_EQ(to_text(picture, plain(20)), R"(     → column
       0   1
  0  100 101
  1  200 201

     │   2   3
  0  │ 102 103
  1  │ 202 203

     ┃   4   5
  0  ┃ 104 105
  1  ┃ 204 205
)");
  picture.panels[0].cells.resize(2);
  picture.panels[0].columns.headers.resize(2);
  picture.panels[0].rows.headers.resize(1);
  EXPECT_EQ(to_text(picture, plain(1)), R"(     →
       column
       0
  0  100

       1
  0  101
)");
}

TEST(PictureText, TextBreaksAtBlanks) {
  const Picture picture{.title = "(4,6):(6,1)",
                        .remark = "read as: CuTe layout",
                        .facts = {"24 elements, 96 bytes"},
                        .footers = {"a_word_that_is_wider_than_the_terminal", ""}};
  EXPECT_EQ(to_text(picture, plain(18)), R"((4,6):(6,1)
  read as: CuTe
    layout
  24 elements, 96
    bytes

  a_word_that_is_wider_than_the_terminal

)");
}

TEST(PictureText, NamesCannotActOnTheTerminal) {
  const std::string bad = "a\x1b[2Jb\r";
  Picture picture{.title = bad, .remark = bad, .facts = {bad}, .panels = {panel_of("0\n")}};
  Panel& panel = picture.panels[0];
  panel.title = panel.rows.name = panel.columns.name = bad;
  panel.rows.headers = panel.columns.headers = {bad};
  panel.cells[0].label = bad + "\n\xff\t";
  picture.legend_title = bad;
  picture.legend = {{{}, bad}};
  picture.border_names = {bad};
  picture.footers = {bad};
  const std::string text = to_text(picture, plain());
  EXPECT_EQ(text.find_first_of("\x1b\r\t\xff"), std::string::npos) << text;
  EXPECT_NE(text.find("a?[2Jb?"), std::string::npos) << text;
}

/// One data cell, one of padding, each with its shade, without headers.
Picture small_shaded() {
  Panel panel = shaded(panel_of("0 1\n"));
  panel.cells[1].kind = CellKind::kPadding;
  panel.rows.headers = {""};
  panel.columns.headers = {"", ""};
  return {.panels = {panel}, .legend_title = "bank", .legend = {{panel.cells[1].shade, "4"}}};
}

TEST(PictureText, Colours256AreTheNearestOfTheTerminals) {
  EXPECT_EQ(escaped(small_shaded(), ColorDepth::k256),
            "  \\e[38;5;16;48;5;195m  0\\e[0m\\e[2;38;5;16;48;5;178m ·1\\e[0m\n\n"
            "  bank   \\e[38;5;16;48;5;178m 4 \\e[0m\n"
            "  \\e[2m·n\\e[0m padding: no element is here\n");
  Picture grey = small_shaded();
  grey.panels[0].cells.resize(1);
  grey.panels[0].columns.headers.resize(1);
  grey.panels[0].cells[0].shade.value = 2;
  grey.legend.clear();
  TextStyle style = colored(ColorDepth::k256);
  style.palette = Palette::kGrey;
  EXPECT_EQ(with_escapes_shown(to_text(grey, style)), "  \\e[38;5;16;48;5;252m 0\\e[0m\n");
}

TEST(PictureText, TrueColoursAreThePalettes) {
  EXPECT_EQ(escaped(small_shaded(), ColorDepth::kTrue),
            "  \\e[38;2;0;0;0;48;2;221;240;251m  0\\e[0m"
            "\\e[2;38;2;0;0;0;48;2;232;169;26m ·1\\e[0m\n\n"
            "  bank   \\e[38;2;0;0;0;48;2;232;169;26m 4 \\e[0m\n"
            "  \\e[2m·n\\e[0m padding: no element is here\n");
}

TEST(PictureText, NeighboursOfOneShadeShareAnEscape) {
  Panel panel = shaded(panel_of("0 0 8\n"));
  panel.columns.borders = {{2, 0}};
  panel.rows.headers = {"r"};
  panel.columns.headers = {"", "", ""};
  EXPECT_EQ(escaped({.panels = {panel}}, ColorDepth::k256),
            "  \\e[2;34mr\\e[0m \\e[38;5;16;48;5;195m 0 0 \\e[0m│\\e[38;5;16;48;5;195m 8\\e[0m\n");
}

TEST(PictureText, WitnessesAndSelectedCellsStandOut) {
  Picture picture = picture_of("!2 *3\n");
  picture.panels[0].rows.headers = {""};
  picture.panels[0].columns.headers = {"", ""};
  EXPECT_EQ(escaped(picture, ColorDepth::kTrue).substr(0, 64),
            "   \\e[1;38;2;255;255;255;48;2;192;0;0m!2\\e[0m \\e[1m*3\\e[0m\n\n  \\e");
}

TEST(PictureText, ColoursAreNotExplainedWhereThereAreNone) {
  Picture picture = small_shaded();
  picture.panels[0].cells[1].kind = CellKind::kData;
  EXPECT_EQ(to_text(picture, plain()), "   0 1\n");
}

}  // namespace
}  // namespace tileglot::render
