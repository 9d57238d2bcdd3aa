// SPDX-License-Identifier: Apache-2.0
// checkpoint/verify.h: `tileglot verify out.safetensors --against model.safetensors`.
//
// What     Proves that two models hold the same tensors: the same names, the same elements at every
//          coordinate, each file read by the layouts that it records.
// How      As verify.h: offsets come from the notations' own evaluators. Where one file records
//          elements packed into bytes (u4 in U8), the other is read as packed too. Elements below 8
//          bits are unpacked, one tensor at a time, into a byte each.
// Example  A model relaid to TPU tilings against the original: "equal: all 200 tensors".
//          [tests: checkpoint/verify_test.cc, "a changed byte is found with its tensor"]
// Errors   As verify.h, and those of packed_tensor.h.
#pragma once

#include "tileglot/api/input/verify_request.h"
#include "tileglot/api/reply/reply.h"

namespace tileglot::api {

Reply verify_checkpoint(const VerifyCheckpointRequest& request);

}  // namespace tileglot::api
