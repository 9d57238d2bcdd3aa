// SPDX-License-Identifier: Apache-2.0
// alike.h: whether the pieces of one array say the same of it.
//
// What     Pieces of one array have one type and one number of dimensions; if there are several, each
//          says where it begins; and they agree on the whole extents and the sharding, where they
//          say them.
// Errors   pieces.type, pieces.rank, pieces.duplicate, pieces.disagree, each with two files.
#pragma once

#include <optional>
#include <span>
#include <string>

#include "tileglot/checkpoint/pieces/detail/found_piece.h"
#include "tileglot/checkpoint/pieces/detail/piece_text.h"
#include "tileglot/checkpoint/pieces/pieced_model.h"
#include "tileglot/core/error.h"

namespace tileglot::checkpoint::pieces {

/// Of the type and the number of dimensions. Precondition: there is a piece; so below.
core::Status check_alike(std::span<const FoundPiece> pieces, Files files);

/// That each has a begin if there are several.
core::Status check_begins(std::span<const FoundPiece> pieces, Files files);

struct Whole {
  std::optional<Extents> extents = {};
  std::string sharding = {};
};

core::Result<Whole> agreed_whole(std::span<const FoundPiece> pieces, Files files);

}  // namespace tileglot::checkpoint::pieces
