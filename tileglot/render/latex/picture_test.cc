// SPDX-License-Identifier: Apache-2.0
#include "tileglot/render/latex/picture.h"

#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <algorithm>
#include <cstddef>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

#include "tileglot/core/law.h"
#include "tileglot/render/examples/example_pictures.h"
#include "tileglot/render/examples/text_panels.h"
#include "tileglot/render/latex/detail/text.h"
#include "tileglot/render/picture/palette.h"
#include "tileglot/render/picture/picture.h"
#include "tileglot/render/picture/terminal.h"
#include "tileglot/render/web/detail/svg_page.h"

namespace tileglot::render {
namespace {

/// What is drawn: between the macros and the end of the picture.
std::string body_of(const Picture& picture) {
  const std::string text = to_latex(picture, Palette::kSafe);
  const std::string_view begin = "{use as bounding box}\n";
  const std::size_t from = text.find(begin) + begin.size();
  return text.substr(from, text.find("\\end{tikzpicture}") - from);
}

Picture picture_of(std::string_view rows) { return {.panels = {shaded(panel_of(rows))}}; }

std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> lines;
  std::istringstream stream(text);
  for (std::string line; std::getline(stream, line);) lines.push_back(line);
  return lines;
}

TEST(PictureLatex, ADocumentOfOnePage) {
  const std::string text = to_latex(picture_of("0 1\n"), Palette::kGrey);
  EXPECT_EQ(text.rfind("% A picture of a layout, drawn by tileglot;", 0), 0U);
  for (const std::string_view part :
       {"\\documentclass{article}\n\\usepackage{tikz}\n", "\\setlength\\paperwidth{57.75bp}\n",
        "\\begin{tikzpicture}\n", "\\definecolor{tg1}{RGB}{255,255,255}\n",
        "\\end{tikzpicture}%\n%%%%%", "\\end{document}\n"}) {
    EXPECT_NE(text.find(part), std::string::npos) << part << "\n" << text;
  }
}

TEST(PictureLatex, TheWorkedExampleHasItsLabelsInRows) {
  const std::string body = body_of(worked_example());
  EXPECT_NE(body.find("{\\tgc{0}\\tgc{1}\\tgc{4}\\tgc{5}\\tgc{8}\\tgc{\\ensuremath{\\cdot}9}}\n"),
            std::string::npos)
      << body;
}

TEST(PictureLatex, CellsOfOneColourAreFilledTogether) {
  EXPECT_EQ(body_of(picture_of("0 0 1\n")),
            R"(\tgt{21.75}{22.5}{1}{left}{\tgf{0}{21}{\tgv{42}}\tgf{1}{21}{\tgk{42}\tgv{21}}}
\tgs{42.75}{43.5}{42.75}{22.5}\tgs{63.75}{43.5}{63.75}{22.5}\tgdraw{black!35}{0.45}{}
\tgr{21.75}{22.5}{63}{21}\tgdraw{black}{0.9}{}
\tgt{21.75}{29.94}{0.9033}{left}{\tgc{0}\tgc{0}\tgc{1}}
\tgt{32.25}{48}{0.8281}{center}{\color{blue!40!black}0}
\tgt{53.25}{48}{0.8281}{center}{\color{blue!40!black}1}
\tgt{74.25}{48}{0.8281}{center}{\color{blue!40!black}2}
\tgt{17.25}{30.25}{0.8281}{right}{\color{blue!40!black}0}
)");
}

TEST(PictureLatex, KindsAndBordersAreDrawnOverTheCells) {
  Picture picture = picture_of("0 .1\n*2 !3\n");
  picture.panels[0].columns.borders = {{1, 1}};
  EXPECT_EQ(body_of(picture),
            R"(\tgt{21.75}{76.5}{1}{left}{\tgf{0}{21}{\tgv{21}}\tgf{1}{21}{\tgk{21}\tgv{21}}}
\tgt{21.75}{55.5}{1}{left}{\tgf{2}{21}{\tgv{21}}\tgf{3}{21}{\tgk{21}\tgv{21}}}
\begin{pgfscope}\tgr{42.75}{76.5}{21}{21}\pgfusepath{clip}
\tgs{21.75}{90.5}{28.75}{97.5}\tgs{21.75}{83.5}{35.75}{97.5}\tgs{21.75}{76.5}{42.75}{97.5}\tgs{21.75}{69.5}{49.75}{97.5}\tgs{21.75}{62.5}{56.75}{97.5}\tgs{21.75}{55.5}{63.75}{97.5}\tgs{28.75}{55.5}{63.75}{90.5}\tgs{35.75}{55.5}{63.75}{83.5}\tgs{42.75}{55.5}{63.75}{76.5}\tgs{49.75}{55.5}{63.75}{69.5}\tgs{56.75}{55.5}{63.75}{62.5}\tgdraw{black!55}{0.3}{}
\end{pgfscope}
\tgs{21.75}{76.5}{63.75}{76.5}\tgs{42.75}{97.5}{42.75}{55.5}\tgdraw{black!35}{0.45}{}
\tgr{23.1}{56.85}{18.3}{18.3}\tgdraw{black}{1.8}{}
\tgr{44.1}{56.85}{18.3}{18.3}\tgdraw{red!80!black}{1.95}{}
\tgs{42.75}{97.5}{42.75}{55.5}\tgdraw{black}{1.65}{}
\tgr{21.75}{55.5}{42}{42}\tgdraw{black}{0.9}{}
\tgt{21.75}{83.94}{0.9033}{left}{\tgc{0}\tgc{\ensuremath{\cdot}1}}
\tgt{21.75}{62.94}{0.9033}{left}{\tgc{*2}\tgc{!3}}
\tgt{32.25}{102}{0.8281}{center}{\color{blue!40!black}0}
\tgt{53.25}{102}{0.8281}{center}{\color{blue!40!black}1}
\tgt{17.25}{84.25}{0.8281}{right}{\color{blue!40!black}0}
\tgt{17.25}{63.25}{0.8281}{right}{\color{blue!40!black}1}
\begin{pgfscope}\tgr{12}{28.5}{12}{12}\pgfusepath{clip}
\tgs{12}{34.5}{18}{40.5}\tgs{12}{28.5}{24}{40.5}\tgs{18}{28.5}{24}{34.5}\tgdraw{black!55}{0.3}{}
\end{pgfscope}
\tgr{12}{28.5}{12}{12}\tgdraw{black!35}{0.45}{}
\tgt{18}{31.5}{0.8281}{center}{\ensuremath{\cdot}}
\tgt{28.5}{31.5}{0.9033}{left}{padding: no element is here}
\tgr{190.5}{28.5}{12}{12}\tgdraw{black!35}{0.45}{}
\tgr{191.85}{29.85}{9.3}{9.3}\tgdraw{black}{1.8}{}
\tgt{196.5}{31.5}{0.8281}{center}{*}
\tgt{207}{31.5}{0.9033}{left}{selected}
\tgr{12}{12}{12}{12}\tgdraw{black!35}{0.45}{}
\tgr{13.35}{13.35}{9.3}{9.3}\tgdraw{red!80!black}{1.95}{}
\tgt{18}{15}{0.8281}{center}{!}
\tgt{28.5}{15}{0.9033}{left}{witness: a difference or a conflict}
)");
}

TEST(PictureLatex, LabelsOfSeveralLinesAreRowsOrStacks) {
  const std::string body = body_of({.panels = {panel_of("T0/V0 T1/V1 ~\nT2/V0 5 /6\n")}});
  EXPECT_NE(body.find("{\\tgc{T0}\\tgc{T1}\\tgc{}}\n"), std::string::npos) << body;
  EXPECT_NE(body.find("{\\tgc{V0}\\tgc{V1}\\tgc{}}\n"), std::string::npos) << body;
  EXPECT_NE(body.find("{\\tgc{\\tgl{T2\\cr V0\\cr }}\\tgc{5}\\tgc{\\tgl{\\cr 6\\cr }}}\n"),
            std::string::npos)
      << body;
}

TEST(PictureLatex, AnEmptyPictureIsAnEmptyPage) { EXPECT_EQ(body_of({}), ""); }

TEST(PictureLatex, NothingThatOthersWroteIsACommand) {
  const std::string bad = "\\input{/etc/passwd}%$#&~^_\x1b\n";
  Picture picture{.title = bad, .facts = {bad}, .panels = {panel_of("0\n")}, .footers = {bad}};
  picture.panels[0].cells[0].label = bad;
  picture.panels[0].rows.headers = {bad};
  const std::string body = body_of(picture);
  EXPECT_EQ(body.find("\\input"), std::string::npos) << body;
  EXPECT_NE(body.find("\\ensuremath{\\backslash}input\\ensuremath{\\{}/etc"), std::string::npos);
}

/// The boxes of a row of labels: what stands in \tgc{..}, with balanced braces.
std::vector<std::string> boxes_of(const std::string& line) {
  const std::string_view box = "\\tgc{";
  std::vector<std::string> boxes;
  for (std::size_t at = line.find(box); at != std::string::npos; at = line.find(box, at)) {
    at += box.size();
    const std::size_t begin = at;
    for (int depth = 1; depth > 0; ++at) {
      if (line[at] == '\\')
        ++at;
      else if (line[at] == '{')
        ++depth;
      else if (line[at] == '}')
        --depth;
    }
    boxes.push_back(line.substr(begin, at - 1 - begin));
  }
  return boxes;
}

std::vector<std::string> boxes_drawn(const Picture& picture) {
  std::vector<std::string> boxes;
  for (const std::string& line : lines_of(body_of(picture))) {
    const std::vector<std::string> row = boxes_of(line);
    boxes.insert(boxes.end(), row.begin(), row.end());
  }
  return boxes;
}

/// Mark and label of every cell; a row in which nothing is written is not drawn.
std::vector<std::string> boxes_wanted(const Picture& picture) {
  std::vector<std::string> boxes;
  for (const Panel& panel : picture.panels) {
    for (std::size_t row = 0; row < panel.rows.count(); ++row) {
      std::vector<std::string> labels;
      for (std::size_t column = 0; column < panel.columns.count(); ++column) {
        const Cell& cell = panel.at(row, column);
        labels.push_back(
            detail::latex_text(std::string(mark_of(cell.kind, Glyphs::kUnicode)) + cell.label));
      }
      const bool is_drawn = std::any_of(labels.begin(), labels.end(),
                                        [](const std::string& label) { return !label.empty(); });
      if (is_drawn) boxes.insert(boxes.end(), labels.begin(), labels.end());
    }
  }
  return boxes;
}

TEST(PictureLatexLaw, LatexLabelsReadBack) {
  core::check_law("latex_labels_read_back", 2000, [] {
    Picture picture = *any_picture();
    for (Panel& panel : picture.panels) {
      for (Cell& cell : panel.cells) {  // labels of one line
        std::replace(cell.label.begin(), cell.label.end(), '\n', 'n');
        std::replace(cell.label.begin(), cell.label.end(), ' ', 'b');
      }
    }
    EXPECT_EQ(boxes_drawn(picture), boxes_wanted(picture));
  });
}

}  // namespace
}  // namespace tileglot::render
