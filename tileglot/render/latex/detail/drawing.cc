// SPDX-License-Identifier: Apache-2.0
#include "tileglot/render/latex/detail/drawing.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

#include "tileglot/render/picture/palette.h"
#include "tileglot/render/web/detail/svg_page.h"

namespace tileglot::render::detail {
namespace {

constexpr double kPixel = 0.75;
/// PDF's pages end at 14400 big points, TeX's lengths a little later.
constexpr double kLongestSide = 14000;
/// How much of the page's margin is cropped: a figure needs little of it.
constexpr double kCropped = 12;
/// A font of 10 pt, in big points.
constexpr double kFont = 9.963;
/// From the middle of a digit down to its baseline, in sizes of its font.
constexpr double kHalfDigit = 0.34;

constexpr std::string_view kOpening =
    R"(% A picture of a layout, drawn by tileglot; pdflatex makes a page as large as the picture.
% The tikzpicture between the two long lines can stand in any paper that has \usepackage{{tikz}}.
\documentclass{{article}}
\usepackage{{tikz}}
\setlength\paperwidth{{{0}bp}}
\setlength\paperheight{{{1}bp}}
\pdfpagewidth\paperwidth
\pdfpageheight\paperheight
\hoffset-1in
\voffset-1in
\oddsidemargin0pt
\topmargin0pt
\headheight0pt
\headsep0pt
\topskip0pt
\parindent0pt
\textwidth\paperwidth
\textheight\paperheight
\advance\textheight1pt
\pagestyle{{empty}}
\begin{{document}}%
%%%%%%%%%%%%%%%%%%%%%%%%%%%%%%%%%%%%%%%%%%%%%%%%%%%%%%%%%%%%%%%%%%%%%%%%%%%%%%%%%%%%%%%%%%%%%%%%%%%%
)";

constexpr std::string_view kClosing =
    R"(%%%%%%%%%%%%%%%%%%%%%%%%%%%%%%%%%%%%%%%%%%%%%%%%%%%%%%%%%%%%%%%%%%%%%%%%%%%%%%%%%%%%%%%%%%%%%%%%%%%%
\end{document}
)";

/// {0} is the width of a box in a row of cells.
constexpr std::string_view kMacros = R"(\fontsize{{10}}{{12}}\sffamily\selectfont
% text: x, y, scale, options, text
\def\tgt#1#2#3#4#5{{\begin{{pgfscope}}\pgftransformshift{{\pgfqpoint{{#1bp}}{{#2bp}}}}%
  \pgftransformscale{{#3}}\pgftext[#4,base]{{\color{{black}}#5}}\end{{pgfscope}}}}
% what a cell says, and several lines of it
\def\tgw{{{0}bp}}
\def\tgc#1{{\setbox0\hbox{{#1}}\hbox to\tgw{{\hss
  \ifdim\wd0>\tgw\resizebox{{\tgw}}{{!}}{{\box0}}\else\unhbox0\fi\hss}}}}
\def\tgl#1{{\raise.9pt\hbox{{$\vcenter{{\halign{{\hfil##\hfil\cr#1}}}}$}}}}
% fills of a row of cells: colour, height, what follows; skip a width, fill a width
\def\tgf#1#2#3{{\rlap{{\def\tgh{{#2bp}}\color{{tg#1}}#3}}}}
\def\tgk#1{{\kern#1bp}}
\def\tgv#1{{\vrule width#1bp height\tgh depth0pt}}
% rectangle: x, y, width, height; line: from, to
\def\tgr#1#2#3#4{{\pgfpathrectangle{{\pgfqpoint{{#1bp}}{{#2bp}}}}{{\pgfqpoint{{#3bp}}{{#4bp}}}}}}
\def\tgs#1#2#3#4{{\pgfpathmoveto{{\pgfqpoint{{#1bp}}{{#2bp}}}}\pgfpathlineto{{\pgfqpoint{{#3bp}}{{#4bp}}}}}}
% what becomes of them: colour, width, dashes
\def\tgdraw#1#2#3{{\pgfsetstrokecolor{{#1}}\pgfsetlinewidth{{#2bp}}\pgfsetdash{{#3}}{{0pt}}\pgfusepath{{stroke}}}}
)";

struct StrokeLook {
  std::string_view color;
  std::string_view dashes;
};

constexpr std::array<StrokeLook, 7> kLooks{{{"black!35", ""},
                                            {"black!55", ""},
                                            {"black", ""},
                                            {"black!50", "{2bp}{2bp}"},
                                            {"black", ""},
                                            {"red!80!black", ""},
                                            {"black", ""}}};

/// At most two decimals, without trailing zeros.
std::string rounded(double value) { return fmt::format("{}", std::round(value * 100) / 100); }

}  // namespace

LatexDrawing::LatexDrawing(const Page& page)
    : page_(page),
      unit_(std::min(kPixel,
                     kLongestSide / static_cast<double>(std::max(page.width, page.height)))) {}

double LatexDrawing::length(double pixels) const { return pixels * unit_; }

std::string LatexDrawing::number(double pixels) const { return rounded(length(pixels)); }

std::string LatexDrawing::vertical(double y) const {
  return number(static_cast<double>(page_.height) - y);
}

void LatexDrawing::put_text(double x, double y, double size, std::string_view options,
                            std::string_view latex) {
  body_ += fmt::format("\\tgt{{{}}}{{{}}}{{{:.4f}}}{{{}}}{{{}}}\n", number(x), vertical(y),
                       length(size) / kFont, options, latex);
}

void LatexDrawing::put_labels(double x, double middle, std::string_view boxes) {
  const auto size = static_cast<double>(page_.text_size);
  put_text(x, middle + kHalfDigit * size, size, "left", boxes);
}

void LatexDrawing::add_rectangle(double x, double y, double width, double height) {
  path_ += fmt::format("\\tgr{{{}}}{{{}}}{{{}}}{{{}}}", number(x), vertical(y + height),
                       number(width), number(height));
}

void LatexDrawing::add_line(double x, double y, double to_x, double to_y) {
  path_ += fmt::format("\\tgs{{{}}}{{{}}}{{{}}}{{{}}}", number(x), vertical(y), number(to_x),
                       vertical(to_y));
}

void LatexDrawing::put_fills(double x, double y, std::string_view fills) {
  body_ += fmt::format("\\tgt{{{}}}{{{}}}{{1}}{{left}}{{{}}}\n", number(x), vertical(y), fills);
}

std::string LatexDrawing::fill_of(const Rgb& color, double height, const std::vector<Run>& runs) {
  const auto key = std::tuple(color.red, color.green, color.blue);
  const std::size_t name = colors_.emplace(key, colors_.size()).first->second;
  std::string text = fmt::format("\\tgf{{{}}}{{{}}}{{", name, number(height));
  double end = 0;
  for (const Run& run : runs) {
    if (run.begin > end) text += fmt::format("\\tgk{{{}}}", number(run.begin - end));
    text += fmt::format("\\tgv{{{}}}", number(run.end - run.begin));
    end = run.end;
  }
  return text + "}";
}

void LatexDrawing::stroke(Stroke stroke, double width) {
  if (path_.empty()) return;
  const StrokeLook& look = kLooks.at(static_cast<std::size_t>(stroke));
  body_ +=
      fmt::format("{}\\tgdraw{{{}}}{{{}}}{{{}}}\n", path_, look.color, number(width), look.dashes);
  path_.clear();
}

void LatexDrawing::begin_clip() {
  body_ += fmt::format("\\begin{{pgfscope}}{}\\pgfusepath{{clip}}\n", path_);
  path_.clear();
}

void LatexDrawing::end_clip() { body_ += "\\end{pgfscope}\n"; }

std::string LatexDrawing::picture() const {
  const double box = length(static_cast<double>(page_.side)) /
                     (length(static_cast<double>(page_.text_size)) / kFont);
  std::string text = "\\begin{tikzpicture}\n";
  text += fmt::format(fmt::runtime(kMacros), rounded(box));
  for (const auto& [color, name] : colors_) {
    text += fmt::format("\\definecolor{{tg{}}}{{RGB}}{{{},{},{}}}\n", name, std::get<0>(color),
                        std::get<1>(color), std::get<2>(color));
  }
  const double width = static_cast<double>(page_.width) - 2 * kCropped;
  const double height = static_cast<double>(page_.height) - kCropped;
  text += fmt::format("\\tgr{{{}}}{{{}}}{{{}}}{{{}}}\\pgfusepath{{use as bounding box}}\n",
                      number(kCropped), number(kCropped), number(width), number(height));
  return text + body_ + "\\end{tikzpicture}%\n";
}

std::string LatexDrawing::document() const {
  const double width = static_cast<double>(page_.width) - 2 * kCropped;
  const double height = static_cast<double>(page_.height) - kCropped;
  return fmt::format(fmt::runtime(kOpening), number(width), number(height)) + picture() +
         std::string(kClosing);
}

}  // namespace tileglot::render::detail
