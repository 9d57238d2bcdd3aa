// SPDX-License-Identifier: Apache-2.0
// show/pairs.h: pictures of two layouts.
//
// What     draw_beside puts another layout, the one before, to the left, drawn the same way.
//          draw_difference marks the elements that two layouts of one tensor put at different
//          offsets. draw_relayout shows the memory of source and target, coloured by when a plan
//          moves each element, with the plan's loops below. draw_gather colours the elements that a
//          layout of indices takes together, one shift of it after the other.
// Why      Layouts are drawn to compare before and after, and to see how to get from one to the
//          other.
// Example  `show '(4,6):(6,1)' --gather 4:2`: indices 0, 2, 4, 6 are one colour, 1, 3, 5, 7 the
//          next; those of the layout itself are selected.
//          [tests: show/pairs_test.cc, "a strided gather is coloured"]
// Errors   show.domain for other extents than the first layout's; those of relayout/plan;
//          show.gather for a gather that leaves the layout, takes an element twice or has no
//          complement.
#pragma once

#include "tileglot/api/show/options.h"
#include "tileglot/api/show/show.h"
#include "tileglot/api/show/shown_layout.h"
#include "tileglot/api/show/views.h"
#include "tileglot/core/error.h"

namespace tileglot::api {

core::Result<Drawing> draw_beside(const ShownLayout& shown, const ShowRequest& request,
                                  const ShowOptions& options);

core::Result<Drawing> draw_difference(const ShownLayout& shown, const ShowRequest& request,
                                      const ShowOptions& options);

core::Result<Drawing> draw_relayout(const ShownLayout& shown, const ShowRequest& request,
                                    const ShowOptions& options);

core::Result<Drawing> draw_gather(const ShownLayout& shown, const ShowRequest& request,
                                  const ShowOptions& options);

}  // namespace tileglot::api
