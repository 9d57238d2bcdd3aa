// SPDX-License-Identifier: Apache-2.0
// show/facts.h: the facts above and below the picture of a layout.
//
// What     add_facts puts the title, sizes, padding and the other notations into a picture;
//          facts_json has the same numbers for programs.
// Why      Nobody should have to count cells.
// Units    Elements, and bytes if a type is known. A fact that takes long to find is left out.
// Example  f32[3,5]{1,0:T(2,2)}: logical 3×5 = 15 elements · in memory 24 (96 B) · padding 9
//          = 37.5 %.
//          [tests: show_test.cc, "the worked example"]
#pragma once

#include "tileglot/api/reply/reply.h"
#include "tileglot/api/show/options.h"
#include "tileglot/api/show/show.h"
#include "tileglot/api/show/shown_layout.h"
#include "tileglot/render/picture/picture.h"

namespace tileglot::api {

void add_facts(render::Picture& picture, const ShownLayout& shown, const ShowRequest& request);

/// As CuTe, as a linear layout, and which command to run next: below a grid.
void add_other_notations(render::Picture& picture, const ShownLayout& shown);

Json facts_json(const ShownLayout& shown);

}  // namespace tileglot::api
