// SPDX-License-Identifier: Apache-2.0
// relayout_checkpoint.h: `tileglot relayout model.safetensors -o out.safetensors --map ...`.
//
// What     checkpoint/relayout.h, and a report: a table of the tensors, the total sizes and the
//          kernels; after a run what was done, how fast, and where the layouts are recorded.
// Units    Bytes with groups of three digits; GB/s are 10^9 bytes of output a second.
// Columns  The shape is the logical one; `stored` is the shape in the file, left out where a
//          terminal has no room for it.
// Example  up  BF16  [64,300]  {1,0}  {1,0:T(8,128)(2,1)}  [8,3,4,128,2,1]  49,152  21.9 %
//          [tests: relayout_checkpoint_test.cc, "every tensor has a line"]
// Errors   Those of checkpoint/relayout.h.
#pragma once

#include "tileglot/api/files/input/relayout_request.h"
#include "tileglot/api/reply/reply.h"

namespace tileglot::api::files {

Reply relayout_checkpoint(const RelayoutCheckpointRequest& request);

}  // namespace tileglot::api::files
