// SPDX-License-Identifier: Apache-2.0
// latex/compile_test.cc: pdflatex makes one page of every picture, where it is installed.
#include <fmt/format.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <string_view>
#include <system_error>

#include "tileglot/core/law.h"
#include "tileglot/render/examples/example_pictures.h"
#include "tileglot/render/examples/text_panels.h"
#include "tileglot/render/latex/picture.h"
#include "tileglot/render/picture/palette.h"
#include "tileglot/render/picture/picture.h"

namespace tileglot::render {
namespace {

bool is_installed() {
  return std::system("pdflatex --version > /dev/null 2>&1 && kpsewhich tikz.sty > /dev/null") == 0;
}

std::string text_of(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

/// A folder of its own for each test, gone at its end.
class PictureLatexCompile : public testing::Test {
 protected:
  void SetUp() override {
    if (!is_installed()) {
      GTEST_SKIP() << "SKIP: no pdflatex with TikZ: install texlive-latex-base, texlive-pictures";
    }
    folder_ = std::filesystem::temp_directory_path() / fmt::format("tileglot_latex_{}", getpid());
    std::filesystem::create_directories(folder_);
  }

  void TearDown() override {
    std::error_code ignored;
    if (!folder_.empty()) std::filesystem::remove_all(folder_, ignored);
  }

  void expect_compiles(std::string_view name, const Picture& picture,
                       Palette palette = Palette::kSafe) {
    expect_document_compiles(name, to_latex(picture, palette));
  }

  void expect_document_compiles(std::string_view name, const std::string& document) {
    std::ofstream(folder_ / "picture.tex", std::ios::binary) << document;
    const std::string command = fmt::format(
        "cd '{}' && timeout 120 pdflatex -halt-on-error -interaction=batchmode -no-shell-escape "
        "picture.tex > /dev/null 2>&1",
        folder_.string());
    const int status = std::system(command.c_str());
    const std::string log = text_of(folder_ / "picture.log");
    EXPECT_EQ(status, 0) << name << ": " << log.substr(std::min(log.find("\n!"), log.size()), 400);
    EXPECT_NE(log.find("Output written on picture.pdf (1 page"), std::string::npos) << name;
  }

 private:
  std::filesystem::path folder_;
};

/// Every visible character of ASCII and the signs of mathematics, in every place.
Picture all_signs() {
  std::string text;
  for (char c = ' '; c < '\x7f'; ++c) text += c;
  text += "°±²³µ·×÷αβδελπσφωΔΣΩ•…←↑→↓↔↦⇒∅∈∑−∗∘√∞∧∨≈≠≡≤≥⊕⊗⌈⌉⌊⌋✓é高";
  Picture picture{.title = text, .remark = text, .facts = {text}, .panels = {panel_of("0\n")}};
  Panel& panel = picture.panels[0];
  panel.title = panel.rows.name = panel.columns.name = text;
  panel.rows.headers = panel.columns.headers = {text};
  panel.cells[0].label = text + "\n" + text;
  picture.border_names = {text};
  picture.footers = {text};
  return picture;
}

/// Two lines and a second border in each cell, a colour of its own for each of 256 neighbours.
Picture full_of_ink(std::size_t side) {
  Picture picture = large_picture(side);
  std::uint8_t step = 0;
  for (Cell& cell : picture.panels[0].cells) {
    cell.kind = CellKind::kAlias;
    cell.label = "T" + cell.label + "\nV3";
    cell.shade = {Shade::Kind::kRamp, step++};
  }
  return picture;
}

/// Longer than a page of PDF can be at the usual size.
Picture long_row(std::size_t columns) {
  Picture picture = large_picture(columns);
  Panel& panel = picture.panels[0];
  panel.rows.headers.resize(2);
  panel.cells.resize(2 * columns);
  return picture;
}

TEST_F(PictureLatexCompile, ExamplesCompile) {
  expect_compiles("worked example", worked_example());
  expect_compiles("every kind", every_kind(), Palette::kGrey);
  expect_compiles("product", product_of_matrices(), Palette::kCute);
  expect_compiles("side by side", before_and_after());
}

/// What a paper takes: the lines between the two long ones.
std::string picture_in(const std::string& document) {
  const std::string line = "\n" + std::string(100, '%') + "\n";
  const std::size_t begin = document.find(line) + line.size();
  return document.substr(begin, document.find(line, begin) + 1 - begin);
}

TEST_F(PictureLatexCompile, APaperTakesThePicture) {
  const std::string picture = picture_in(to_latex(worked_example(), Palette::kSafe));
  expect_document_compiles(
      "paper", "\\documentclass[11pt]{article}\n\\usepackage{tikz}\n\\begin{document}\n" + picture +
                   "text\n\\begin{figure}\n\\resizebox{5cm}{!}{%\n" + picture +
                   "}\n\\caption{A layout}\n\\end{figure}\n\\end{document}\n");
}

TEST_F(PictureLatexCompile, NamesDoNoHarm) {
  expect_compiles("hostile", hostile_picture());
  expect_compiles("signs", all_signs());
}

TEST_F(PictureLatexCompile, NothingIsAPageToo) {
  expect_compiles("nothing", {});
  expect_compiles("no cells", {.title = "f32[0]", .panels = {Panel{}}});
}

TEST_F(PictureLatexCompile, ManyCellsCompile) {
  expect_compiles("128 x 128", large_picture(128));
  expect_compiles("128 x 128, much in each", full_of_ink(128));
  expect_compiles("600 columns", long_row(600));
}

TEST_F(PictureLatexCompile, AnyPictureCompiles) {
  core::check_law("any_picture_compiles", 30, [&] { expect_compiles("any", *any_picture()); });
}

}  // namespace
}  // namespace tileglot::render
