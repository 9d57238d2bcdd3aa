// SPDX-License-Identifier: Apache-2.0
#include "tileglot/render/latex/picture.h"

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "tileglot/core/utf8.h"
#include "tileglot/render/latex/detail/drawing.h"
#include "tileglot/render/latex/detail/panel.h"
#include "tileglot/render/latex/detail/signs.h"
#include "tileglot/render/latex/detail/text.h"
#include "tileglot/render/picture/palette.h"
#include "tileglot/render/picture/picture.h"
#include "tileglot/render/picture/terminal.h"
#include "tileglot/render/web/detail/svg_page.h"

namespace tileglot::render {
namespace {

using detail::kSwatch;
using detail::LatexDrawing;
using detail::LegendKind;
using detail::LegendPlace;
using detail::Line;
using detail::LineStyle;
using detail::Page;
using detail::Stroke;

class Writer {
 public:
  Writer(const Picture& picture, const Page& page, Palette palette)
      : picture_(picture), page_(page), palette_(palette), drawing_(page) {}

  std::string run() {
    for (const Line& line : page_.lines) put_line(line);
    for (std::size_t i = 0; i < picture_.panels.size(); ++i) {
      detail::draw_panel(drawing_, picture_.panels[i], page_.panels[i], page_, palette_);
    }
    for (const LegendPlace& item : page_.legend) put_item(item);
    return drawing_.document();
  }

 private:
  void put_text(std::int64_t x, std::int64_t y, std::int64_t size, std::string_view options,
                const std::string& latex) {
    drawing_.put_text(static_cast<double>(x), static_cast<double>(y), static_cast<double>(size),
                      options, latex);
  }

  /// A remark ends at the right edge of the page.
  void put_line(const Line& line) {
    const std::int64_t size = detail::text_size_of(line.style);
    const bool is_remark = line.style == LineStyle::kRemark;
    const std::int64_t room = is_remark ? detail::width_of(core::columns_of(line.text), size) : 0;
    put_text(line.at.x + room, line.at.y, size, is_remark ? "right" : "left",
             detail::styled_text(line.style, line.text));
  }

  void put_item(const LegendPlace& item) {
    const auto x = static_cast<double>(item.at.x);
    const auto y = static_cast<double>(item.at.y);
    const auto side = static_cast<double>(kSwatch);
    if (item.what == LegendKind::kBorder) {
      drawing_.add_line(x + side / 2, y, x + side / 2, y + side);
      drawing_.stroke(Stroke::kBorder, detail::border_width(item.level));
    } else {
      put_swatch(item, x, y, side);
    }
    put_text(item.at.x + kSwatch + 6, item.at.y + 12, detail::text_size_of(LineStyle::kLegend),
             "left", detail::styled_text(LineStyle::kLegend, item.text));
  }

  void put_swatch(const LegendPlace& item, double x, double y, double side) {
    if (item.shade.kind != Shade::Kind::kNone) {
      drawing_.put_fills(
          x, y + side,
          drawing_.fill_of(color_of(item.shade, palette_), side, {{.begin = 0, .end = side}}));
    }
    if (item.kind == CellKind::kPadding) {
      drawing_.add_rectangle(x, y, side, side);
      detail::put_hatch(drawing_, side, x, y, side, side);
    }
    drawing_.add_rectangle(x, y, side, side);
    drawing_.stroke(Stroke::kGrid, detail::kGridWidth);
    detail::add_inset(drawing_, item.kind, side, x, y);
    detail::stroke_insets(drawing_, item.kind);
    const std::string mark = detail::latex_text(mark_of(item.kind, Glyphs::kUnicode));
    if (!mark.empty()) drawing_.put_text(x + side / 2, y + 12, 11, "center", mark);
  }

  const Picture& picture_;
  const Page& page_;
  Palette palette_;
  LatexDrawing drawing_;
};

}  // namespace

std::string to_latex(const Picture& picture, Palette palette) {
  const Page page = detail::page_of(picture);
  return Writer(picture, page, palette).run();
}

}  // namespace tileglot::render
