// SPDX-License-Identifier: Apache-2.0
// conflict_cures.h: the swizzles and the padding that analysis finds, written as layouts.
//
// What     cures_for(layout, map, walk, ..) asks analysis for swizzles and padding that reduce the
//          conflicts, and writes each as Sw<B,M,S> or as the layout with longer rows, in CuTe where
//          CuTe can express it. A swizzle already on the layout is removed first, since two do not
//          merge; the layout without it is also a candidate. Every cure is simulated before it is
//          reported, so a check of its layout finds what it promises.
// Example  (8,64):(64,1) with ldmatrix: Sw<3,3,3>, and (8,64):(72,1) for 12.5 % more memory.
//          [tests: access/memory_test.cc, "eight rows of 128 bytes are eight ways and a swizzle of
//          three bits frees them"]
//          (8,64):(65,1), whose rows begin anywhere: (8,64):(72,1).
//          [tests: conflict_cures_test.cc, "a cure lets the access be done"]
// Errors   Those of analysis.
#pragma once

#include <functional>
#include <vector>

#include "tileglot/advice/access/rule_table.h"
#include "tileglot/advice/access/rules.h"
#include "tileglot/analysis/bank_conflicts.h"
#include "tileglot/bridge/any_layout.h"
#include "tileglot/core/error.h"
#include "tileglot/map/index_map.h"

namespace tileglot::advice {

/// What lanes touch in a memory with this map.
using Walk = std::function<core::Result<std::vector<NamedAccess>>(const map::IndexMap& memory)>;

/// `map` gives the offset of each element of `layout`. Returns no cures if an access `must` have
/// its full width and cannot.
core::Result<std::vector<Cure>> cures_for(const bridge::AnyLayout& layout, const map::IndexMap& map,
                                          const Walk& walk, std::int64_t bits,
                                          const analysis::Banks& banks, bool must);

}  // namespace tileglot::advice
