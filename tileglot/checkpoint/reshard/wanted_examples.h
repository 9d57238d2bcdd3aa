// SPDX-License-Identifier: Apache-2.0
// wanted_examples.h: wanted models for tests, and the files that are planned of them.
//
// What     wanted_array cuts an array of u32 into boxes; each tile is filled from the same box of the
//          source array of its number. any_wanted draws a model. write_output writes planned files; each
//          element is its row-major number in its array.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "tileglot/checkpoint/pieces/pieced_model.h"
#include "tileglot/checkpoint/reshard/output.h"
#include "tileglot/checkpoint/reshard/wanted.h"
#include "tileglot/map/box.h"

namespace tileglot::checkpoint::reshard {

struct BoxOfRanks {
  map::Box box = {};
  std::vector<std::int64_t> ranks = {0};
};

WantedArray wanted_array(const std::string& name, const pieces::Extents& extents,
                         const std::vector<BoxOfRanks>& boxes, const std::string& sharding = "");

/// One tile, which every rank wants.
WantedArray whole_array(const std::string& name, const pieces::Extents& extents,
                        std::int64_t ranks = 1);

/// Numbers the source arrays of the fills.
WantedModel wanted_model(std::vector<WantedArray> arrays, std::int64_t ranks = 1);

/// Arrays of up to three dimensions, some of no elements, some whole, with or without words; each rank
/// has at most one tile of an array.
WantedModel any_wanted();

/// The wanted arrays as one file each would have them, whole.
pieces::PiecedModel source_of(const WantedModel& wanted);

/// `folder` ends in a slash.
void write_output(const std::string& folder, const Output& output, const WantedModel& wanted);

map::Box box_of(const WantedTile& tile);

}  // namespace tileglot::checkpoint::reshard
