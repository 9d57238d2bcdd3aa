// SPDX-License-Identifier: Apache-2.0
// placements.h: torch's DTensor placements: what each axis of a mesh does.
//
// What     Placements has one entry for each axis of a mesh, in the order of the axes: Shard(d)
//          cuts dimension d, Replicate() holds copies. Axes that cut the same dimension cut in
//          turn, left to right, each the chunks of the one before; _StridedShard(d, sf) cuts after
//          the axes to its right that made sf chunks. Read are
//            [Shard(0), Replicate()]    (Shard(dim=0), Replicate())    S(0)R
//            [_StridedShard(0, split_factor=2), Shard(0)]    _S(0, 2)S(0)
// Units    Dimensions count from 0; below 0 from the last, so -1 is the last.
// Example  S(0)R on the mesh (4,2): four chunks of dimension 0, each on two devices.
//          [tests: placements_test.cc, "every spelling is the same placements"]
// Errors   mesh.sum (Partial), mesh.strided (a split factor below 1), mesh.limit (more than 64);
//          scan.expected, scan.integer, scan.integer_too_large, scan.trailing.
// Source   torch/distributed/tensor/placement_types.py.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "tileglot/core/error.h"

namespace tileglot::notation::mesh {

struct Placement {
  std::optional<std::int64_t> dim = {};  ///< the dimension that is cut; none for copies
  std::int64_t split_factor = 1;         ///< 1 for Shard: _StridedShard(d, 1) cuts as Shard(d)
  friend bool operator==(const Placement&, const Placement&) = default;
};

struct Placements {
  std::vector<Placement> axes = {};
  friend bool operator==(const Placements&, const Placements&) = default;
};

core::Result<Placements> parse_placements(std::string_view text);

/// [Shard(0), Replicate(), _StridedShard(0, sf=2)]
std::string print(const Placements& placements);

}  // namespace tileglot::notation::mesh
