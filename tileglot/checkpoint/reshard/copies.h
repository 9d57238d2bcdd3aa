// SPDX-License-Identifier: Apache-2.0
// copies.h: whether the copies of a piece are equal.
//
// What     check_copies(model) reads every piece that more than one file has, and refuses the model
//          where two differ.
// Why      A checkpoint whose copies disagree is broken, and which of them is right nobody knows.
// Example  Two files with w, one of which has another element (1,2): reshard.copies.
//          [tests: copies_test.cc, "copies that disagree are refused"]
// Errors   reshard.copies with the array, the first element that differs, and both files; io.*.
#pragma once

#include <functional>

#include "tileglot/checkpoint/pieces/pieced_model.h"
#include "tileglot/core/error.h"

namespace tileglot::checkpoint::reshard {

/// `go_on` is asked between blocks; an error of it ends the check.
core::Status check_copies(const pieces::PiecedModel& model,
                          const std::function<core::Status()>& go_on = {});

}  // namespace tileglot::checkpoint::reshard
