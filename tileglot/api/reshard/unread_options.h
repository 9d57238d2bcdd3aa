// SPDX-License-Identifier: Apache-2.0
// unread_options.h: refuses a mesh or a number of ranks that neither side reads.
//
// What     check_options(request, source, target) accepts --mesh where --from or --to names its axes or
//          is {replicated} on it, --to-mesh where --to does, and --ranks where a side is {replicated}
//          or has that many devices anyway.
// Why      A user who gives an option expects it to count: {devices=[4,1]<=[4]} --ranks 8 would be
//          planned for 4 ranks.
// Example  --mesh x=8 beside {devices=[4,1]<=[4]} on both sides is refused.
//          [tests: reshard_test.cc, "a mesh that no side reads is refused"]
// Errors   reshard.option.
#pragma once

#include "tileglot/api/reshard/reshard.h"
#include "tileglot/core/error.h"
#include "tileglot/placement/side.h"

namespace tileglot::api {

/// Both sides are those that the words of the request were read as.
core::Status check_options(const ReshardRequest& request, const placement::Side& source,
                           const placement::Side& target);

}  // namespace tileglot::api
