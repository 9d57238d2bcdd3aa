// SPDX-License-Identifier: Apache-2.0
// show/writers.h: writes a picture in the requested form.
//
// What     write_picture returns the text or the bytes of the picture as text for a terminal, SVG,
//          LaTeX, HTML, JSON or PNG.
// Why      Drawing does not depend on the output form, nor writing on the picture's content.
// Errors   show.png_missing without a way to draw a PNG; those of the request's draw_png.
#pragma once

#include <string>

#include "tileglot/api/show/options.h"
#include "tileglot/api/show/show.h"
#include "tileglot/core/error.h"
#include "tileglot/render/picture/picture.h"

namespace tileglot::api {

core::Result<std::string> write_picture(const render::Picture& picture, const ShowOptions& options,
                                        const ShowRequest& request);

}  // namespace tileglot::api
