// SPDX-License-Identifier: Apache-2.0
// tiles_of.h: the tiles of one wanted array, and what fills them.
//
// What     tiles_of(array) cuts each operand by the same words, and joins the tiles of one number along
//          a dimension: first those of the first operand.
// How      All operands have the same numbers of tiles, since words cut by the mesh and not by extents;
//          so tile t begins at the sum of where the operands' tiles t begin.
// Example  q [4,2] and k [2,2] by P('tp') on two ranks, along dimension 0: the tile of rank 1 is
//          q[2:4] and k[1:2], and begins at (3,0).
//          [tests: wanted_by_rules_test.cc, "operands of other extents are cut by their own"]
// Errors   reshard.limit before anything is made of more tiles than there is room for; those of
//          placement/mesh.h.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "tileglot/checkpoint/reshard/detail/operand.h"
#include "tileglot/checkpoint/reshard/detail/room_for_tiles.h"
#include "tileglot/checkpoint/reshard/detail/stage.h"
#include "tileglot/checkpoint/reshard/wanted.h"
#include "tileglot/core/error.h"
#include "tileglot/notation/mesh/words.h"

namespace tileglot::checkpoint::reshard {

struct CutOperands {
  std::vector<Operand> operands = {};
  std::size_t dim = 0;  ///< along which they are joined
  notation::mesh::MeshCut cut = {};
  Copies copies = {};
};

struct Tiles {
  std::vector<WantedTile> tiles = {};
  std::int64_t ranks = 1;  ///< one more than the largest rank of the mesh
};

/// Precondition: the operands can be joined, and the cut has their dimensions.
core::Result<Tiles> tiles_of(const CutOperands& array, RoomForTiles& room);

}  // namespace tileglot::checkpoint::reshard
