// SPDX-License-Identifier: Apache-2.0
// found_piece.h: a tensor of one file, and what the file says of where it belongs.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>

#include "tileglot/checkpoint/pieces/pieced_model.h"
#include "tileglot/core/element_type.h"
#include "tileglot/map/index_map.h"

namespace tileglot::checkpoint::pieces {

struct FoundPiece {
  std::string array = {};
  core::ElementType type = core::ElementType::kU8;
  std::int64_t element_bits = 0;
  std::size_t file = 0;
  std::int64_t begin_bytes = 0;
  std::int64_t bytes = 0;
  Extents shape = {};
  std::optional<map::Coordinate> begin = {};  ///< nothing where the file does not say
  std::optional<Extents> whole = {};          ///< of the array, where the file says it
  std::string sharding = {};
};

}  // namespace tileglot::checkpoint::pieces
