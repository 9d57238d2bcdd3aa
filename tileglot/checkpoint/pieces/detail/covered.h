// SPDX-License-Identifier: Apache-2.0
// covered.h: whether the pieces of an array have each of its elements once, copies aside.
//
// Errors   pieces.hole with the first element that is in no piece; pieces.overlap with the first that
//          is in two pieces of different boxes, and their files; pieces.limit.
#pragma once

#include "tileglot/checkpoint/pieces/detail/piece_text.h"
#include "tileglot/checkpoint/pieces/pieced_model.h"
#include "tileglot/core/error.h"

namespace tileglot::checkpoint::pieces {

/// Precondition: the pieces are sorted, so that copies are neighbours. `is_hull`: no file says the
/// extents.
core::Status check_covered(const PiecedArray& array, bool is_hull, Files files);

}  // namespace tileglot::checkpoint::pieces
