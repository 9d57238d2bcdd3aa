// SPDX-License-Identifier: Apache-2.0
// listed_model.h: models for tests, from names and extents.
//
// What     listed_model has u32 arrays, each in a file of its own; rules_of parses rules. fills_text is
//          what fills a tile, as "q[1:2,0:4]@(0,0)".
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "tileglot/checkpoint/pieces/pieced_model.h"
#include "tileglot/checkpoint/reshard/wanted.h"
#include "tileglot/notation/mesh/rules.h"

namespace tileglot::checkpoint::reshard {

struct ListedArray {
  std::string name = {};
  pieces::Extents extents = {};
};

/// The arrays are sorted by name.
pieces::PiecedModel listed_model(std::vector<ListedArray> arrays);

/// Rules that do not parse fail the test.
notation::mesh::Rules rules_of(std::string_view text);

/// Joined by blanks.
std::string fills_text(const WantedTile& tile, const pieces::PiecedModel& model);

}  // namespace tileglot::checkpoint::reshard
