// SPDX-License-Identifier: Apache-2.0
#include "tileglot/api/show/writers.h"

#include <string>

#include "tileglot/api/reply/terminal.h"
#include "tileglot/api/show/options.h"
#include "tileglot/api/show/png.h"
#include "tileglot/core/error.h"
#include "tileglot/render/latex/picture.h"
#include "tileglot/render/picture/picture.h"
#include "tileglot/render/text/picture.h"
#include "tileglot/render/web/html.h"
#include "tileglot/render/web/json.h"
#include "tileglot/render/web/svg.h"
#include "tileglot/value/text/ascii.h"

namespace tileglot::api {

core::Result<std::string> write_picture(const render::Picture& picture, const ShowOptions& options,
                                        const Terminal& terminal) {
  const render::SvgStyle style{.palette = options.palette, .theme = options.theme};
  switch (options.form) {
    case Form::kTable:
      return value::shown_on(
          terminal, render::to_text(picture, {.terminal = terminal, .palette = options.palette}));
    case Form::kSvg: return render::to_svg(picture, style);
    case Form::kLatex: return render::to_latex(picture, options.palette);
    case Form::kHtml: return render::to_html(picture, style);
    case Form::kJson: return render::to_json(picture).dump(2) + "\n";
    case Form::kPng: return to_png(render::to_svg(picture, style));
  }
  return std::string();
}

}  // namespace tileglot::api
