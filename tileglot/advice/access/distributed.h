// SPDX-License-Identifier: Apache-2.0
// access/distributed.h: how a distributed layout accesses memory.
//
// What     check_distributed(distributed, asked) makes the table of rules of a layout of (register,
//          lane, warp, block): does it hold every element, and how often; the vector that the
//          registers of a lane form in the memory of --mem, row-major by default; and the sectors
//          that a warp touches there, or, if it is shared memory, the ways of its bank conflicts.
// Why      A slow load is the fault of the layout and the memory together, not of either alone.
// Units    Memory is shared if it is a linear layout of offsets, if it has a swizzle, or where
//          --access says vector, ldmatrix or stmatrix; it is global otherwise, or where --access
//          says global. ldmatrix and stmatrix are compared with what the lanes hold
//          (analysis/matrix_access.h). Registers that repeat another are not loaded again.
// Example  sizePerThread = [1,4], threadsPerWarp = [4,8], warpsPerCTA = [4,1] of 16x32 f16: vectors
//          of 8 bytes, 8 sectors and 2 lines a warp.
//          [tests: access/distributed_test.cc, "four warps of whole rows move what they want"]
// Errors   access.holders for several accesses and for lanes that follow a mode, since the layout
//          itself says which lane takes what; those of access/memory.h and of bridge/linear_role.h.
#pragma once

#include <optional>
#include <string>

#include "tileglot/advice/access/memory.h"
#include "tileglot/advice/access/rule_table.h"
#include "tileglot/advice/access/rules.h"
#include "tileglot/bridge/any_layout.h"
#include "tileglot/core/error.h"
#include "tileglot/notation/linear/layout/layout.h"

namespace tileglot::advice {

/// A distributed layout, and what is known of its elements.
struct DistributedLayout {
  const notation::linear::Layout& layout;
  std::string text = {};                      ///< the text it was read from, to suggest a wider one
  Elements elements = {};                     ///< without a type, rules about bytes are left out
  std::optional<bridge::Tensor> tensor = {};  ///< from -t, for a --mem text without a shape
};

/// Precondition: is_distributed(layout).
core::Result<RuleTable> check_distributed(const DistributedLayout& distributed,
                                          const AccessRequest& asked);

}  // namespace tileglot::advice
