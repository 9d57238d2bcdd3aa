// SPDX-License-Identifier: Apache-2.0
// latex/detail/drawing.h: the document that a picture is drawn into.
//
// What     Texts, rectangles and lines become calls of a few macros, which the document defines.
// Why      TeX reads a macro's call in a hundredth of the time that a TikZ path takes, and a cell
//          in twenty bytes.
// Units    Places are pixels of the page, y down, as svg_page.h gives them; the file has big points,
//          y up.
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

/// What a path is drawn as.
enum class Stroke : std::uint8_t { kGrid, kHatch, kAlias, kHole, kSelected, kWitness, kBorder };

class LatexDrawing {
 public:
  explicit LatexDrawing(const Page& page);

  /// `latex` is what latex_text gave; `options` are those of \pgftext; `size` is in pixels.
  void put_text(double x, double y, double size, std::string_view options, std::string_view latex);

  /// What cells of a row say, \tgc{..} for each, from the left end of a line through their middle.
  void put_labels(double x, double middle, std::string_view boxes);

  /// A row of fills, which begin at x and stand on y: what fill_of gave for each colour.
  void put_fills(double x, double y, std::string_view fills);

  /// [begin, end), in pixels from the row's left end, is filled; ascending.
  struct Run {
    double begin = 0;
    double end = 0;
  };
  std::string fill_of(const Rgb& color, double height, const std::vector<Run>& runs);

  /// Parts of a path, in any order and number, ..
  void add_rectangle(double x, double y, double width, double height);
  void add_line(double x, double y, double to_x, double to_y);
  /// .. then what becomes of them.
  void stroke(Stroke stroke, double width);
  /// What is drawn until end_clip is seen inside the path only.
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
