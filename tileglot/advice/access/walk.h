// SPDX-License-Identifier: Apache-2.0
// access/walk.h: an access of memory, lane by lane.
//
// What     walk_access(memory, elements, kind) is where the lanes of each warp begin to read or
//          write, in the order in which they go through the layout.
// Why      `check` judges it and `show` draws it.
// Example  (8,64):(64,1) of f16 by ldmatrix: instruction 0 begins at 0, 64, 128, ..
//          [tests: access/memory_test.cc, "eight rows of 128 bytes are eight ways and a swizzle of three bits frees them"]
// Errors   access.element, access.transposed; those of analysis/access_pattern.h and lane_access.h.
#pragma once

#include "tileglot/advice/access/kind.h"
#include "tileglot/advice/access/rules.h"
#include "tileglot/core/error.h"
#include "tileglot/map/index_map.h"

namespace tileglot::advice {

core::Result<NamedAccess> walk_access(const map::IndexMap& memory, const Elements& elements,
                                      const AccessKind& kind);

}  // namespace tileglot::advice
