// SPDX-License-Identifier: Apache-2.0
// piece_text.h: arrays, files, extents and boxes as errors name them.
//
// Example  extents_text({7, 4}) = "[7,4]"; coordinate_text({3, 0}) = "(3,0)"; box_text of the box from
//          (3,0) to (7,4) = "[3:7,0:4]".
//          [tests: piece_text_test.cc, "boxes are written as slices"]
#pragma once

#include <cstddef>
#include <span>
#include <string>

#include "tileglot/checkpoint/pieces/pieced_model.h"
#include "tileglot/map/box.h"
#include "tileglot/map/index_map.h"

namespace tileglot::checkpoint::pieces {

using Files = std::span<const PiecedFile>;

/// In quotes.
std::string file_text(std::size_t file, Files files);

std::string extents_text(const Extents& extents);
std::string coordinate_text(const map::Coordinate& at);
std::string box_text(const map::Box& box);

}  // namespace tileglot::checkpoint::pieces
