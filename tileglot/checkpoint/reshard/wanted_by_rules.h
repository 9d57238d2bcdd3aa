// SPDX-License-Identifier: Apache-2.0
// wanted_by_rules.h: a model cut, joined and stacked as rules say.
//
// What     wanted_by_rules(model, rules) finds the rule of each array of a model (notation/mesh/rules.h)
//          and is the wanted model. whole_model(model) wants each array whole, on rank 0.
// How      `on` chooses among the ranks that a cut gives a tile to. stack puts arrays along a new
//          dimension 0, which the words cut too, by the numbers of a capture. concat joins the tiles
//          of a rank, not the arrays: tile t of the result is tile t of each source, or of each stack,
//          in the order in which the rule lists patterns and words, then of names.
//          Arrays are grouped by a sort of their targets; none is compared with all others.
// Example  mesh tp=2; `* P('tp', None)`: w [4,6] is two tiles of [2,6].
//          [tests: wanted_by_rules_test.cc, "words cut an array"]
// Errors   reshard.no_rule for an array that no rule with words matches, reshard.no_match for a pattern
//          of a rule that matches no array, reshard.twice where two rules make one name, or one does
//          without stack or concat, reshard.stack where numbers are missing or there twice,
//          reshard.alike where arrays that are joined differ in type or extents, reshard.concat for a
//          dimension that they do not have, reshard.stage where the axis of `on` cuts the array or does
//          not have the stage, or arrays that are joined have two; reshard.too_large, reshard.limit;
//          those of notation/mesh/rules.h and of placement/mesh.h. Each has the array's name and the
//          rule's line.
#pragma once

#include "tileglot/checkpoint/pieces/pieced_model.h"
#include "tileglot/checkpoint/reshard/wanted.h"
#include "tileglot/core/error.h"
#include "tileglot/notation/mesh/rules.h"

namespace tileglot::checkpoint::reshard {

/// Precondition, here and below: the model has no rank_arrays.
core::Result<WantedModel> wanted_by_rules(const pieces::PiecedModel& model,
                                          const notation::mesh::Rules& rules);

core::Result<WantedModel> whole_model(const pieces::PiecedModel& model);

}  // namespace tileglot::checkpoint::reshard
