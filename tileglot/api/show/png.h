// SPDX-License-Identifier: Apache-2.0
// png.h: a picture as pixels, drawn by the rsvg-convert that is installed.
//
// What     to_png(svg, options) are the bytes of a PNG file.
// Why      Some reviews and slides take no SVG; drawing text is a large library, and this one need
//          not be linked to be used.
// Units    Zoom is pixels of the picture for each of the SVG, 2 unless told: sharp on most screens.
// Example  A 24 x 10 picture at zoom 2 is 48 x 20 pixels.
//          [tests: png_test.cc, "the picture has the size of the svg times the zoom"]
// Errors   show.png_missing where the program is not installed; show.png where it fails, with its
//          first line; those of os_error.h where there is no room for temporary files.
#pragma once

#include <string>

#include "tileglot/core/error.h"

namespace tileglot::api {

struct PngOptions {
  double zoom = 2;
  std::string program = "rsvg-convert";  ///< a name that is looked for in PATH, or a path
};

core::Result<std::string> to_png(const std::string& svg, const PngOptions& options = {});

}  // namespace tileglot::api
