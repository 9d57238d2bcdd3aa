// SPDX-License-Identifier: Apache-2.0
// checkpoint/relayout.h: `tileglot relayout model.safetensors -o out.safetensors --map ...`.
//
// What     Moves the tensors of a model, in one file or in parts, each to the layout that the first
//          matching rule names, and copies the others; the file records every layout.
// Why      A model is moved once for the machine that it runs on, and must come back as it was.
// How      checkpoint/plan.h decides, checkpoint/writer.h writes; a dry run stops between.
// Units    Bytes; GB/s are 10^9 bytes written a second.
// Example  --to tpu gives each tensor the tiling of its type, --to row-major brings the same file
//          back.
//          [tests: checkpoint/relayout_test.cc, "there and back is the same file"]
// Errors   checkpoint.* and those of checkpoint/plan.h and checkpoint/writer.h.
#pragma once

#include "tileglot/api/input/relayout_request.h"
#include "tileglot/api/reply/reply.h"

namespace tileglot::api {

Reply relayout_checkpoint(const RelayoutCheckpointRequest& request);

}  // namespace tileglot::api
