// SPDX-License-Identifier: Apache-2.0
// show/views.h: the panels of a picture, for each view of a layout.
//
// What     draw_view(shown, request, options) makes the cells of the requested view, or the one
//          that suits the layout, with colours and labels; not yet titles and facts.
// Why      One table of functions says which view draws what.
// Example  {1,0:T(2,2)} is a grid of offsets; #ttg.blocked is the grid of the tensor with the
//          thread that holds each element.
//          [tests: show_test.cc, "every layout has the view that suits it"]
// Errors   As show.h lists them.
#pragma once

#include <cstdint>
#include <string>

#include "tileglot/api/show/options.h"
#include "tileglot/api/show/show.h"
#include "tileglot/api/show/shown_layout.h"
#include "tileglot/core/error.h"
#include "tileglot/render/picture/picture.h"
#include "tileglot/render/view/color_by.h"

namespace tileglot::api {

struct Drawing {
  render::Picture picture = {};
  std::string note = {};  ///< what is left out, and how to see it
};

/// The requested view, or the one that suits the layout.
View view_of(const ShownLayout& shown, const ShowOptions& options);

core::Result<Drawing> draw_view(const ShownLayout& shown, const ShowRequest& request,
                                const ShowOptions& options);

/// The panels of the view alone, and what is left out.
core::Result<Drawing> panels_of(const ShownLayout& shown, const ShowRequest& request,
                                const ShowOptions& options);

/// Adds colours and labels, as requested or as suits the view.
core::Status paint(render::Picture& picture, const ShownLayout& shown, const ShowRequest& request,
                   const ShowOptions& options);

render::MemoryScale scale_of(const ShownLayout& shown, const ShowRequest& request);

render::GridOptions grid_options(const ShowRequest& request, const ShowOptions& options);

}  // namespace tileglot::api
