// SPDX-License-Identifier: Apache-2.0
// one_array.h: the pieces of one array, checked and in order.
//
// Errors   Those of alike.h and covered.h, of a part those of apart.h; pieces.overflow, pieces.outside;
//          pieces.extents where a part does not say the extents of its array.
#pragma once

#include <span>

#include "tileglot/checkpoint/pieces/detail/found_piece.h"
#include "tileglot/checkpoint/pieces/detail/piece_text.h"
#include "tileglot/checkpoint/pieces/pieced_model.h"
#include "tileglot/core/error.h"

namespace tileglot::checkpoint::pieces {

/// Gives a piece that does not say where it begins the origin. Precondition: there is a piece.
core::Result<PiecedArray> one_array(std::span<FoundPiece> pieces, Files files,
                                    Demand demand = Demand::kWhole);

}  // namespace tileglot::checkpoint::pieces
