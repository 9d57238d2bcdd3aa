// SPDX-License-Identifier: Apache-2.0
// joined.h: the parts of ranks as pieces, where words say how they join.
//
// What     joined(model, place) asks `place` where each part of the model's rank_arrays belongs, and
//          is the model with arrays instead.
// Why      Files of ranks have each rank's own tensors and no word of the whole: a part [4,8] may be
//          half of the rows, half of the columns, or a copy. Rules and shardings say it, and what
//          they say is checked as what files say is: a wrong word leaves holes or overlaps, or has a
//          box of another shape than the part.
// Example  w of two ranks, [2,4] each: with the boxes [0:2,0:4] and [2:4,0:4] of [4,4] it is one array
//          of two pieces; with the same box twice, and the extents [2,4], they are copies.
//          [tests: joined_test.cc, "words say how parts join"]
// Errors   pieces.part_shape where the box and the part differ in shape; those of `place`; those of
//          read_pieces.h for arrays: pieces.hole, pieces.overlap, pieces.disagree, ..
#pragma once

#include <cstdint>
#include <functional>
#include <string>

#include "tileglot/checkpoint/pieces/pieced_model.h"
#include "tileglot/core/error.h"
#include "tileglot/map/box.h"

namespace tileglot::checkpoint::pieces {

struct PlaceOfPart {
  std::string array = {};  ///< of which the part is a piece; empty: that of its own name
  Extents extents = {};    ///< of the whole array
  map::Box box = {};
  std::string sharding = {};  ///< kept for people; may be empty
};

/// Where the part that a rank has of an array belongs. Called once for each part.
using PlacePart = std::function<core::Result<PlaceOfPart>(const RankArray&, const RankPart&)>;

/// A model without rank_arrays stays as it is.
core::Result<PiecedModel> joined(PiecedModel model, const PlacePart& place);

}  // namespace tileglot::checkpoint::pieces
