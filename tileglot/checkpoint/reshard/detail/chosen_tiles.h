// SPDX-License-Identifier: Apache-2.0
// chosen_tiles.h: which tiles the files of a naming have, rank by rank.
//
// What     chosen_tiles(wanted, names) lists the tiles of each rank, in the order of the arrays; hf and
//          pieces have one list. tensor_name is what a tile is called in its file.
// Errors   reshard.names, reshard.packing, reshard.limit, those of io/safetensors/writer.h, all with the
//          name of the array.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "tileglot/checkpoint/reshard/output.h"
#include "tileglot/checkpoint/reshard/wanted.h"
#include "tileglot/core/error.h"

namespace tileglot::checkpoint::reshard {

struct ChosenTile {
  std::size_t array = 0;
  std::size_t tile = 0;
  std::int64_t bytes = 0;
};

core::Result<std::vector<std::vector<ChosenTile>>> chosen_tiles(const WantedModel& wanted,
                                                                Names names);

/// True if the tile is all of its array.
bool is_whole(const WantedArray& array, std::size_t tile);

/// Tensors of different tiles have different names.
std::string tensor_name(const WantedArray& array, std::size_t tile, Names names);

core::Error too_many_outputs(std::string_view what);

}  // namespace tileglot::checkpoint::reshard
