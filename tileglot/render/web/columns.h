// SPDX-License-Identifier: Apache-2.0
// web/columns.h: a picture as JSON in columns, for a page that draws it at once.
//
// What     to_columns(picture) says what web/json.h says but for the titles, with one list for each
//          property of the cells in place of one object for each cell. Equal values are written
//          once, coordinates and offsets that follow rows and columns evenly as a base and two
//          steps, kinds as runs.
// Why      A picture of 64 x 64 cells is 46 KB, and 700 KB cell by cell; a page parses it in 0.2 ms.
// Units    Those of picture/picture.h. A shade is -1 for none, 0 to 7 for a bucket and 8 more than a
//          step of the ramp. An integer beyond 2^53 is a text, since JavaScript would round it.
// Example  The cells of (2,4):(4,1): "kind":[["data",8]], "coordinate":{"base":[0,0],"row":[1,0],
//          "column":[0,1]}, "offset":{"base":0,"row":4,"column":1}, "label":{"from":"offset"}.
//          [tests: web/columns_test.cc, "the worked example"]
//          Expanded, the columns are the cells of web/json.h.
//          [tests: web/columns_test.cc, "expanded columns are the cells"]
// Errors   None, as for web/json.h.
#pragma once

#include <cstdint>
#include <nlohmann/json_fwd.hpp>

#include "tileglot/render/picture/picture.h"

namespace tileglot::render {

nlohmann::ordered_json to_columns(const Picture& picture);

/// A number, or a text if JavaScript cannot represent it.
nlohmann::ordered_json exact_number(std::int64_t value);

}  // namespace tileglot::render
