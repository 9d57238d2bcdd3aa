// SPDX-License-Identifier: Apache-2.0
// png.h: a picture as PNG, drawn by the installed rsvg-convert.
//
// What     to_png(svg, options) returns the bytes of a PNG file.
// Why      Some reviews and slides do not take SVG; drawing text needs a large library, and this
//          one need not be linked.
// Units    Zoom is pixels of the PNG per pixel of the SVG, 2 by default: sharp on most screens.
//          Seconds.
// Example  A 24 x 10 picture at zoom 2 is 48 x 20 pixels.
//          [tests: png_test.cc, "the picture has the size of the svg times the zoom"]
// Errors   show.png_missing if the program is not installed; show.png if it fails, with its first
//          line; process.time if it does not end; those of os_error.h if there is no room for
//          temporary files.
#pragma once

#include <string>

#include "tileglot/core/error.h"

namespace tileglot::api::files {

struct PngOptions {
  double zoom = 2;
  std::string program = "rsvg-convert";  ///< a name to look up in PATH, or a path
  double seconds = 60;                   ///< the program is ended after that
};

core::Result<std::string> to_png(const std::string& svg, const PngOptions& options = {});

}  // namespace tileglot::api::files
