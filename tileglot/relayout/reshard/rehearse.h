// SPDX-License-Identifier: Apache-2.0
// rehearse.h: a resharding carried out with made-up contents, and checked element by element.
//
// What     rehearse(resharding) gives each element a value that follows from its array and coordinate,
//          fills the sources by the map of each tile, simulates all ranks, and evaluates the map of each
//          target tile at every coordinate: each wanted element must be there, and padding be zero.
// Why      A plan is believed when it was seen to work, at the size and with the layouts that matter.
// Units    Bytes.
// Example  rehearse.h is what `tileglot reshard --simulate` runs.
//          [tests: simulate_test.cc, "rows become columns"]
// Errors   reshard.simulate where all buffers together have more than `most_bytes`; reshard.lost for an
//          element that is not in place, with its rank, which is a bug; those of simulate.h.
#pragma once

#include <cstdint>

#include "tileglot/core/error.h"
#include "tileglot/relayout/reshard/resharding.h"
#include "tileglot/relayout/reshard/simulate.h"

namespace tileglot::relayout::reshard {

core::Result<Simulation> rehearse(const Resharding& resharding, const SimulateOptions& options,
                                  std::int64_t most_bytes);

}  // namespace tileglot::relayout::reshard
