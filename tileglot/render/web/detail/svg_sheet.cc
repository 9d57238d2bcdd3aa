// SPDX-License-Identifier: Apache-2.0
#include "tileglot/render/web/detail/svg_sheet.h"

#include <fmt/format.h>

#include <cstdint>
#include <map>
#include <string>
#include <string_view>

#include "tileglot/render/picture/palette.h"
#include "tileglot/render/picture/picture.h"
#include "tileglot/render/web/svg.h"

namespace tileglot::render::detail {
namespace {

/// The colours around the cells. Borders of tiles are drawn between pale cells in both themes.
struct Surroundings {
  std::string_view page;
  std::string_view ink;
  std::string_view quiet;
  std::string_view header;
  std::string_view border;
};

constexpr Surroundings kLight{"#ffffff", "#1f2328", "#59636e", "#0a4a8f", "#1f2328"};
constexpr Surroundings kDark{"#0d1117", "#e6edf3", "#9198a1", "#79c0ff", "#0d1117"};

/// Rules, a line each. A '&' in a selector stands for the scope.
class Sheet {
 public:
  explicit Sheet(std::string_view scope) : scope_(scope) {}

  void rule(std::string_view selector, std::string_view declarations) {
    for (const char character : selector) {
      if (character == '&') {
        text += fmt::format("#{} ", scope_);
      } else {
        text += character;
      }
    }
    text += fmt::format("{{{}}}\n", declarations);
  }

  std::string text = "\n";

 private:
  std::string_view scope_;
};

void put_surroundings(Sheet& sheet, const Surroundings& colors) {
  sheet.rule("&.page", fmt::format("fill:{}", colors.page));
  sheet.rule("&text,&.cells .hole text", fmt::format("fill:{}", colors.ink));
  sheet.rule("&.remark,&.footer", fmt::format("fill:{}", colors.quiet));
  sheet.rule("&.axis,&.headers text", fmt::format("fill:{}", colors.header));
  sheet.rule("&.border", fmt::format("stroke:{}", colors.border));
  sheet.rule("&.frame,&.sample,&.cells .hole .o", fmt::format("stroke:{}", colors.quiet));
}

void put_texts(Sheet& sheet, std::int64_t text_size) {
  sheet.rule("&text",
             "font:12px ui-monospace,SFMono-Regular,Menlo,Consolas,'DejaVu Sans Mono',"
             "'Liberation Mono',monospace;white-space:pre");
  sheet.rule("&.title", "font-size:15px;font-weight:bold");
  sheet.rule("&.panel", "font-size:13px;font-weight:bold");
  sheet.rule("&.axis", "font-size:11px;font-style:italic");
  sheet.rule("&.headers text", "font-size:11px;text-anchor:middle");
  sheet.rule("&.headers .end", "text-anchor:end");
  sheet.rule("&.headers .start", "text-anchor:start");
  sheet.rule("&.cells text", fmt::format("font-size:{}px;text-anchor:middle;fill:#000", text_size));
}

/// Kinds by the shapes over a cell: h hatch, a alias, s selected, w witness, o nothing.
void put_cells(Sheet& sheet, std::string_view scope) {
  sheet.rule("&.cells rect", "stroke:#000;stroke-opacity:.3;stroke-width:.6");
  sheet.rule("&.cells .h", fmt::format("fill:url(#{}-h);stroke:none", scope));
  sheet.rule("&.cells .a,&.cells .s,&.cells .w", "fill:none;stroke-opacity:1");
  sheet.rule("&.cells .a", "stroke-width:1");
  sheet.rule("&.cells .s", "stroke-width:3");
  sheet.rule("&.cells .w", "stroke-width:3;stroke:#cf222e");
  sheet.rule("&.cells .hole rect", "fill:none;stroke:none");
  sheet.rule("&.cells .hole .o", "stroke-opacity:1;stroke-width:1;stroke-dasharray:3 3");
  sheet.rule("&.border,&.frame", "fill:none");
  sheet.rule("&.frame", "stroke-width:1.2");
  sheet.rule("&.l0", "stroke-width:1.6");
  sheet.rule("&.l1", "stroke-width:2.8");
  sheet.rule("&.l2", "stroke-width:4.2");
}

void put_shades(Sheet& sheet, const Picture& picture, Palette palette) {
  std::map<std::string, std::string> colors{{class_of({}), hex_text({})}};
  const auto add = [&](const Shade& shade) {
    colors.emplace(class_of(shade), hex_text(color_of(shade, palette)));
  };
  for (const Panel& panel : picture.panels) {
    for (const Cell& cell : panel.cells) add(cell.shade);
  }
  for (const LegendEntry& entry : picture.legend) add(entry.shade);
  for (const auto& [name, color] : colors) sheet.rule("&." + name, fmt::format("fill:{}", color));
}

}  // namespace

std::string class_of(const Shade& shade) {
  if (shade.kind == Shade::Kind::kNone) return "n";
  if (shade.kind == Shade::Kind::kBucket) return fmt::format("b{}", shade.value % 8);
  return fmt::format("r{}", shade.value);
}

std::string sheet_of(std::string_view scope, const Picture& picture, std::int64_t text_size,
                     const SvgStyle& style) {
  Sheet sheet(scope);
  put_texts(sheet, text_size);
  put_surroundings(sheet, style.theme == Theme::kDark ? kDark : kLight);
  put_cells(sheet, scope);
  put_shades(sheet, picture, style.palette);
  if (style.theme == Theme::kAuto) {
    sheet.text += "@media (prefers-color-scheme: dark){\n";
    put_surroundings(sheet, kDark);
    sheet.text += "}\n";
  }
  return sheet.text;
}

}  // namespace tileglot::render::detail
