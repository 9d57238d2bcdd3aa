// SPDX-License-Identifier: Apache-2.0
#include "tileglot/render/web/html.h"

#include <fmt/format.h>

#include <string>

#include "tileglot/render/picture/picture.h"
#include "tileglot/render/web/detail/html_page.h"
#include "tileglot/render/web/markup.h"
#include "tileglot/render/web/svg.h"

namespace tileglot::render {
namespace {

std::string root_rule(Theme theme) {
  std::string rule = fmt::format(
      "\n:root{{{}}}", theme == Theme::kDark ? detail::dark_colors() : detail::light_colors());
  if (theme == Theme::kAuto) {
    rule +=
        fmt::format("\n@media (prefers-color-scheme:dark){{:root{{{}}}}}", detail::dark_colors());
  }
  return rule;
}

/// What the page may load: nothing.
constexpr std::string_view kPolicy =
    "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'";

}  // namespace

std::string to_html(const Picture& picture, const SvgStyle& style) {
  std::string text = "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n";
  text += "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n";
  text += fmt::format("<meta http-equiv=\"Content-Security-Policy\" content=\"{}\">\n", kPolicy);
  text += fmt::format("<title>{}</title>\n", xml_text(picture.title));
  text += fmt::format("<style>{}{}</style>\n</head>\n<body>\n<main>\n", root_rule(style.theme),
                      detail::page_sheet());
  text += to_svg(picture, style);
  text += "</main>\n<p id=\"inspector\" role=\"status\" aria-live=\"polite\" hidden></p>\n";
  text += fmt::format("<script>{}</script>\n</body>\n</html>\n", detail::page_script());
  return text;
}

}  // namespace tileglot::render
