// SPDX-License-Identifier: Apache-2.0
// joined_by_rules.h: the files of ranks as pieces of whole arrays, where rules say how they join.
//
// What     joined_by_rules(model, rules) places each part of the model's rank_arrays (pieces/joined.h)
//          as the words of its rule cut an array on the rules' mesh. A model without rank_arrays stays.
// How      The extent of a dimension is the sum of the extents of its tiles, as the parts have them,
//          so uneven tiles need no rounding rule. Ranks without a part are those of other stages, as
//          long as each tile is somewhere; `on` is not needed, and does not matter.
// Example  mesh tp=2; `* P('tp', None)`: the parts [2,6] of two ranks are w [4,6].
//          [tests: joined_by_rules_test.cc, "parts are joined as they were cut"]
// Errors   reshard.from_rule for a rule that renames, joins or stacks; reshard.no_rule,
//          reshard.no_match; reshard.ranks where the mesh has another number of ranks than there are
//          files, or other ranks; pieces.part_shape where ranks with one tile of a dimension differ in
//          its extent; pieces.hole where no rank has a tile; pieces.overflow; those of pieces/joined.h
//          and of notation/mesh/rules.h. Each has the array's name.
#pragma once

#include "tileglot/checkpoint/pieces/pieced_model.h"
#include "tileglot/core/error.h"
#include "tileglot/notation/mesh/rules.h"

namespace tileglot::checkpoint::reshard {

core::Result<pieces::PiecedModel> joined_by_rules(pieces::PiecedModel model,
                                                  const notation::mesh::Rules& rules);

}  // namespace tileglot::checkpoint::reshard
