// SPDX-License-Identifier: Apache-2.0
// assembled.h: the pieces of all files as arrays, or as arrays of ranks.
//
// What     assembled groups pieces by their arrays and checks that those of each are alike, are in
//          the array, and have each of its elements once, copies aside. An array whose extents no
//          file says is the hull of its pieces. rank_arrays groups them by array and rank.
// Errors   pieces.type, pieces.rank, pieces.disagree, pieces.duplicate, pieces.overflow,
//          pieces.outside, pieces.hole, pieces.overlap, pieces.extents, pieces.limit.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "tileglot/checkpoint/pieces/detail/found_piece.h"
#include "tileglot/checkpoint/pieces/pieced_model.h"
#include "tileglot/core/error.h"

namespace tileglot::checkpoint::pieces {

core::Result<std::vector<PiecedArray>> assembled(std::vector<FoundPiece> pieces,
                                                 std::span<const PiecedFile> files,
                                                 Demand demand = Demand::kWhole);

/// `ranks` are those of the files, none less than that of the file before.
core::Result<std::vector<RankArray>> rank_arrays(std::vector<FoundPiece> pieces,
                                                 std::span<const std::int64_t> ranks,
                                                 std::span<const PiecedFile> files);

}  // namespace tileglot::checkpoint::pieces
