// SPDX-License-Identifier: Apache-2.0
// apart.h: whether no two pieces of a part of an array share an element, copies aside.
//
// How      Pieces are compared with those that begin before they end along the first dimension.
// Errors   pieces.overlap with an element that is in two pieces of different boxes, and their files;
//          pieces.limit where too many are to be compared.
#pragma once

#include "tileglot/checkpoint/pieces/detail/piece_text.h"
#include "tileglot/checkpoint/pieces/pieced_model.h"
#include "tileglot/core/error.h"

namespace tileglot::checkpoint::pieces {

/// Precondition: the pieces are sorted by their boxes.
core::Status check_apart(const PiecedArray& array, Files files);

}  // namespace tileglot::checkpoint::pieces
