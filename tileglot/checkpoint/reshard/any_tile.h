// SPDX-License-Identifier: Apache-2.0
// any_tile.h: models in files, and random tiles that are wanted of them.
//
// What     write_model writes arrays that are cut into pieces to files of a folder, one piece after
//          the other with gaps; any_model cuts them at random, with copies. any_tile draws boxes of
//          the model's arrays that fill a tile. elements_of is the slow truth: the bits of a box of a
//          tile, one element after the other.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "tileglot/checkpoint/pieces/pieced_model.h"
#include "tileglot/checkpoint/reshard/wanted.h"
#include "tileglot/map/box.h"

namespace tileglot::checkpoint::reshard {

/// Arrays in pieces, as they are and as they are written.
struct WrittenModel {
  pieces::PiecedModel model = {};
  /// Of each array, the bits of all elements in row-major order.
  std::vector<std::vector<bool>> bits = {};
};

/// An array to be written. Equal boxes are copies; the i-th box is in file i mod `files`.
struct CutArray {
  pieces::Extents extents = {};
  std::vector<map::Box> boxes = {};
};

/// `folder` ends in a slash.
WrittenModel write_model(const std::string& folder, const std::vector<CutArray>& arrays,
                         std::int64_t element_bits, std::size_t files);

/// Arrays of equal extents, cut at random, some of whose pieces have copies.
WrittenModel any_model(const std::string& folder, std::int64_t element_bits);

/// A box of one of the arrays, or boxes of several that are stacked or joined.
WantedTile any_tile(const pieces::PiecedModel& model);

std::vector<bool> elements_of(const WrittenModel& written, const WantedTile& tile,
                              std::int64_t element_bits, const map::Box& box);

/// Low bits of a byte first.
std::vector<std::byte> packed(const std::vector<bool>& bits);

}  // namespace tileglot::checkpoint::reshard
