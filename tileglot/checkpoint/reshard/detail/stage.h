// SPDX-License-Identifier: Apache-2.0
// stage.h: the ranks that `on` leaves an array to.
//
// What     A Stage is a coordinate of an axis of the mesh. copies_of(stage, cut) are the copies of each
//          tile that lie at it.
// How      The axis holds copies, so its coordinate is one digit of a copy's number. The copies of a
//          stage are counted without a walk over the others.
// Example  Copies on x=2 y=3 at y=1: the numbers 1 and 4 of 0..5.
//          [tests: wanted_by_rules_test.cc, "only the ranks of a stage want its layers"]
// Errors   reshard.stage for an axis that the mesh does not have or that cuts the array, and for a
//          coordinate outside the axis; mesh.rule for a capture that is not a number.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "tileglot/checkpoint/reshard/detail/matched_rules.h"
#include "tileglot/core/error.h"
#include "tileglot/notation/mesh/rules.h"
#include "tileglot/notation/mesh/words.h"

namespace tileglot::checkpoint::reshard {

struct Stage {
  std::string axis = {};
  std::int64_t number = 0;
  friend bool operator==(const Stage&, const Stage&) = default;
};

/// Nothing: every rank that the words give a tile to.
core::Result<std::optional<Stage>> stage_of(const notation::mesh::Rules& rules,
                                            const ArrayRules& found);

/// "stage 2 of 'pp'", or "every stage".
std::string print(const std::optional<Stage>& stage);

/// The copies whose number j has (j / stride) % size == digit.
struct Copies {
  std::int64_t all = 1;  ///< of each tile, those of other stages too
  std::int64_t size = 1;
  std::int64_t stride = 1;
  std::int64_t digit = 0;

  std::int64_t count() const { return all / size; }
  /// Precondition: 0 <= i < count().
  std::int64_t at(std::int64_t i) const {
    return (i / stride * size + digit) * stride + i % stride;
  }
};

core::Result<Copies> copies_of(const std::optional<Stage>& stage,
                               const notation::mesh::MeshCut& cut);

}  // namespace tileglot::checkpoint::reshard
