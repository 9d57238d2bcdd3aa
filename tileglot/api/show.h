// SPDX-License-Identifier: Apache-2.0
// show.h: `tileglot show LAYOUT`.
//
// What     The facts of a layout and its picture: offsets in a grid, lines where tiles begin, marks
//          on padding.
// Why      A layout is understood by looking at it.
// Example  f32[3,5]{1,0:T(2,2)}: 15 elements, 24 in memory, 9 of them padding, and a 4x6 grid of
//          six tiles.
//          [tests: show_test.cc, "the worked example"]
// Errors   Those of parsing; show.as for an unknown form, show.crop for a bad window.
#pragma once

#include <optional>
#include <string>

#include "tileglot/api/reply.h"

namespace tileglot::api {

struct ShowRequest {
  std::string layout = {};
  std::string as = "table";               ///< table or json
  std::optional<std::string> crop = {};   ///< "r0:r1,c0:c1": rows and columns, half-open
  std::optional<std::string> dtype = {};  ///< for sizes in bytes where the layout names no type
  bool ascii = false;
  std::optional<std::string> notation = {};  ///< cute, xla or linear; nothing: as the text looks
  std::optional<std::string> tensor = {};    ///< for a layout without a shape
};

Reply show(const ShowRequest& request);

}  // namespace tileglot::api
