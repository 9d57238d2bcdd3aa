// SPDX-License-Identifier: Apache-2.0
// verify_checkpoint.h: `tileglot verify out.safetensors --against model.safetensors`.
//
// What     checkpoint/verify.h, and a line for each tensor that differs.
// Example  A model relaid to TPU tilings against the original: "equal: all 200 tensors".
//          [tests: verify_checkpoint_test.cc, "a changed byte is found with its tensor"]
// Errors   Those of checkpoint/verify.h.
#pragma once

#include "tileglot/api/files/input/verify_request.h"
#include "tileglot/api/reply/reply.h"

namespace tileglot::api::files {

Reply verify_checkpoint(const VerifyCheckpointRequest& request);

}  // namespace tileglot::api::files
