// SPDX-License-Identifier: Apache-2.0
// operand.h: what one wanted array is joined of: arrays of the source, and stacks of such.
//
// What     An Operand is one array, or several of equal extents along a new dimension 0.
//          joined_extents are those of operands one after the other along a dimension.
// Example  Stacks of two arrays [3,2] and of two [1,2], one after the other along dimension 1: [2,4,2].
//          [tests: wanted_by_rules_test.cc, "stacks are joined"]
// Errors   reshard.alike where types or extents differ, with both arrays; reshard.concat where there is
//          no such dimension; reshard.too_large where the bits do not fit 63 bits.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "tileglot/checkpoint/pieces/pieced_model.h"
#include "tileglot/core/error.h"

namespace tileglot::checkpoint::reshard {

struct Operand {
  std::vector<std::size_t> arrays = {};  ///< of the source; one for each coordinate of a stack
  bool is_stack = false;
  pieces::Extents extents = {};  ///< of a stack, with its dimension 0
};

/// Precondition: there is an array; without is_stack just one.
core::Result<Operand> operand_of(std::vector<std::size_t> arrays, bool is_stack,
                                 const pieces::PiecedModel& model);

/// Precondition: there is an operand; without a dimension just one.
core::Result<pieces::Extents> joined_extents(const std::vector<Operand>& operands,
                                             std::optional<std::int64_t> dim,
                                             const pieces::PiecedModel& model);

}  // namespace tileglot::checkpoint::reshard
