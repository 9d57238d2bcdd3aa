// SPDX-License-Identifier: Apache-2.0
#include "tileglot/api/show/writers.h"

#include <string>

#include "tileglot/api/show/options.h"
#include "tileglot/api/show/show.h"
#include "tileglot/core/error.h"
#include "tileglot/render/latex/picture.h"
#include "tileglot/render/picture/picture.h"
#include "tileglot/render/text/picture.h"
#include "tileglot/render/web/html.h"
#include "tileglot/render/web/json.h"
#include "tileglot/render/web/svg.h"
#include "tileglot/value/text/ascii.h"

namespace tileglot::api {
namespace {

core::Result<std::string> png(const std::string& svg, const DrawPng& draw_png) {
  if (draw_png) return draw_png(svg);
  return core::fail({.code = "show.png_missing",
                     .message = "nothing here draws a PNG",
                     .help = "write --as svg"});
}

}  // namespace

core::Result<std::string> write_picture(const render::Picture& picture, const ShowOptions& options,
                                        const ShowRequest& request) {
  const render::SvgStyle style{.palette = options.palette, .theme = options.theme};
  switch (options.form) {
    case Form::kTable:
      return value::shown_on(
          request.terminal,
          render::to_text(picture, {.terminal = request.terminal, .palette = options.palette}));
    case Form::kSvg: return render::to_svg(picture, style);
    case Form::kLatex: return render::to_latex(picture, options.palette);
    case Form::kHtml: return render::to_html(picture, style);
    case Form::kJson: return render::to_json(picture).dump(2) + "\n";
    case Form::kPng: return png(render::to_svg(picture, style), request.draw_png);
  }
  return std::string();
}

}  // namespace tileglot::api
