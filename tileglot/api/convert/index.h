// SPDX-License-Identifier: Apache-2.0
// index.h: `tileglot index LAYOUT COORD...`.
//
// What     The offset of each coordinate; with inverse, every coordinate of each offset (the first
//          16 and how many there are), or "padding". With explain, the steps of each.
// Why      "Where is element (2,3), and why there?" is the first question about a layout.
// Units    Offsets are in elements.
// Example  f32[3,5]{1,0:T(2,2)} at 2,3 is 17: tile (1,1), inside (0,1), bounds (2,3,2,2).
//          Inverse 17 is (2,3), 14 is padding.
//          [tests: index_test.cc, "the worked example with its steps"]
//          f32[64,96]{1,0:SC(1:40)} at 2,50 is (1,122): part 1, offset 122 in it. Inverse 1,122 is
//          (2,50).
//          [tests: index_test.cc, "a split array has parts and places in them"]
// Errors   Those of parsing; xla.coordinate, cute.out_of_range; index.offset for an offset outside
//          the codomain; map.too_large_to_decide.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "tileglot/api/reply/reply.h"

namespace tileglot::api {

struct IndexRequest {
  std::string layout = {};
  std::vector<std::string> places = {};  ///< coordinates, or offsets where inverse is set
  bool inverse = false;
  bool explain = false;
  std::optional<std::string> notation = {};  ///< cute, xla or linear; nothing: detected
  std::optional<std::string> tensor = {};    ///< for a layout without a shape
};

Reply index(const IndexRequest& request);

}  // namespace tileglot::api
