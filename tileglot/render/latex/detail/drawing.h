// SPDX-License-Identifier: Apache-2.0
// latex/detail/drawing.h: the LaTeX document that a picture is drawn into.
//
// What     Texts, rectangles and lines become calls of a few macros, which the document defines.
// Why      TeX reads a macro call in a hundredth of the time that a TikZ path takes, and a cell in
//          twenty bytes.
// Units    Positions are pixels of the page, y down, as svg_page.h gives them; the file has big
//          points, y up.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

#include "tileglot/render/picture/palette.h"
#include "tileglot/render/picture/picture.h"
#include "tileglot/render/web/detail/svg_page.h"

namespace tileglot::render::detail {

/// The purpose of a path, which sets its stroke.
enum class Stroke : std::uint8_t { kGrid, kHatch, kAlias, kHole, kSelected, kWitness, kBorder };

class LatexDrawing {
 public:
  explicit LatexDrawing(const Page& page);

  /// `latex` comes from latex_text; `options` are those of \pgftext; `size` is in pixels.
  void put_text(double x, double y, double size, std::string_view options, std::string_view latex);

  /// The labels of a row of cells, \tgc{..} for each, from the left end of a line through their
  /// middle.
  void put_labels(double x, double middle, std::string_view boxes);

  /// A row of fills with its lower left corner at (x, y): the result of fill_of for each colour.
  void put_fills(double x, double y, std::string_view fills);

  /// [begin, end), in pixels from the row's left end, is filled; ascending.
  struct Run {
    double begin = 0;
    double end = 0;
  };
  std::string fill_of(const Rgb& color, double height, const std::vector<Run>& runs);

  /// Adds parts to the path, in any order and number, ..
  void add_rectangle(double x, double y, double width, double height);
  void add_line(double x, double y, double to_x, double to_y);
  /// .. then strokes the path.
  void stroke(Stroke stroke, double width);
  /// Clips what is drawn until end_clip to the path.
  void begin_clip();
  void end_clip();

  std::string document() const;

 private:
  double length(double pixels) const;
  std::string number(double pixels) const;
  std::string vertical(double y) const;
  std::string picture() const;

  const Page& page_;
  double unit_;  ///< of a pixel, in big points
  std::string body_;
  std::string path_;
  std::map<std::tuple<std::uint8_t, std::uint8_t, std::uint8_t>, std::size_t> colors_;
};

}  // namespace tileglot::render::detail
