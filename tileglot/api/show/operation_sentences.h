// SPDX-License-Identifier: Apache-2.0
// show/operation_sentences.h: what the picture of an operation says in words.
//
// What     sentences_of(call, request, grids) are the lines under the title: what equal offsets
//          mean, what colours and labels mean, and a result that is not a layout. nothing_to_draw
//          is the refusal of a call without a layout.
// Why      Cells of different grids are compared, so the picture must say by what.
// Example  zipped_divide: equal offsets are one element of A; colours: which tile.
//          [tests: show/operation_test.cc, "a zipped divide shows which tile each element is in"]
#pragma once

#include <string>
#include <vector>

#include "tileglot/api/show/operation.h"
#include "tileglot/api/show/operation_call.h"
#include "tileglot/api/show/operation_grids.h"
#include "tileglot/core/error.h"

namespace tileglot::api {

std::vector<std::string> sentences_of(const OperationCall& call,
                                      const ShowOperationRequest& request,
                                      const OperationGrids& grids);

core::Error nothing_to_draw(const OperationCall& call);

/// The name of the operand whose elements are compared, or words for it.
std::string compared_operand(const OperationCall& call, const ShowOperationRequest& request);

}  // namespace tileglot::api
