// SPDX-License-Identifier: Apache-2.0
// show.h: `tileglot show LAYOUT`: the picture of a layout.
//
// What     The facts of a layout and its picture, as text for a terminal, SVG, LaTeX, HTML, JSON or
//          PNG. Views: the tensor as a grid (the default), memory in its own order, what threads
//          hold, what each thread holds, the banks that an access uses, the matrix over F2, the
//          operands of an MMA; and of two layouts: side by side, their difference, the loops of a
//          relayout.
// Why      A layout is understood by looking at it.
// Example  f32[3,5]{1,0:T(2,2)}: 15 elements, 24 in memory, 9 of them padding, and a 4x6 grid of
//          six tiles.
//          [tests: show_test.cc, "the worked example"]
// Errors   Those of parsing; show.as, show.view, show.color, show.label, show.theme, render.palette
//          for an unknown word; show.crop, show.every, render.fold, render.group for a value that
//          does not fit the layout; show.option for an option that the view does not have;
//          show.domain for two layouts of different extents; show.gather as in show/pairs.h;
//          show.png_missing without a way to draw a PNG.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>

#include "tileglot/api/reply/reply.h"
#include "tileglot/api/reply/terminal.h"
#include "tileglot/core/error.h"
#include "tileglot/render/picture/picture.h"

namespace tileglot::api {

/// The bytes of a PNG of an SVG.
using DrawPng = std::function<core::Result<std::string>(const std::string& svg)>;

struct ShowRequest {
  std::string layout = {};
  std::string view = {};    ///< grid, memory, tv, hw, banks, matrix or mma; empty: suits the layout
  std::string as = {};      ///< table, svg, latex, html, json or png; empty: by `output`'s name
  std::string output = {};  ///< the file that the caller writes the text to; empty: a terminal
  std::string color = {};   ///< as in render/view/color_by.h; empty: suits the view
  std::string label = {};   ///< as in render/view/label_by.h; empty: suits the view
  std::string palette = "safe";
  std::string theme = "auto";            ///< of SVG, HTML and PNG: auto, light or dark
  std::optional<std::string> crop = {};  ///< "r0:r1,c0:c1": rows and columns, half-open
  std::optional<std::string> fold = {};  ///< "b h | w c"
  std::int64_t every = 1;
  std::int64_t group = 1;
  std::optional<std::int64_t> per_row = {};      ///< cells of memory; nothing: chosen to suit it
  std::optional<std::string> access = {};        ///< of banks: ldmatrix, vector:4, ..
  std::optional<std::string> side_by_side = {};  ///< another layout
  std::optional<std::string> against = {};       ///< another layout of the same tensor
  std::optional<std::string> relayout_to = {};   ///< another layout of the same tensor
  std::optional<std::string> gather = {};        ///< a CuTe layout, of indices of the layout
  std::optional<std::string> dtype = {};
  std::optional<std::string> notation = {};  ///< cute, xla or linear; nothing: detected
  std::optional<std::string> tensor = {};    ///< for a layout without a shape
  Terminal terminal = {};
  DrawPng draw_png = {};  ///< nothing: there are no PNGs
};

/// A picture before it is written in one of the forms.
struct DrawnPicture {
  render::Picture picture = {};
  Json facts = Json::object();  ///< keys of the answer's JSON
  std::string note = {};
};

core::Result<DrawnPicture> draw(const ShowRequest& request);

/// The answer's JSON, with the picture in columns (render/web/columns.h).
Json in_columns(const DrawnPicture& drawn);

/// In the form that the request asks for.
core::Result<std::string> written(const DrawnPicture& drawn, const ShowRequest& request);

Reply show(const ShowRequest& request);

}  // namespace tileglot::api
