// SPDX-License-Identifier: Apache-2.0
// checkpoint/inspect.h: what `tileglot inspect` reports about a .safetensors file or an index.
//
// What     Every tensor with its dtype, shape, bytes, alignment in the file and layout: row-major,
//          or what the file records (packed_tensor.h). A record that does not fit is shown as such.
// Why      Before moving a model one has to know what is in it, and in which layout it is now.
// Units    The alignment is the largest power of two, up to 4096, that divides the tensor's offset
//          in its file.
// Example  BF16 [512,112,4,128,2,1] recorded as bf16[4096,14336]{1,0:T(8,128)(2,1)}.
//          [tests: checkpoint/inspect_test.cc, "a record is shown"]
#pragma once

#include "tileglot/api/checkpoint/file.h"
#include "tileglot/api/reply/reply.h"

namespace tileglot::api {

Reply inspect_checkpoint(const CheckpointFile& checkpoint);

}  // namespace tileglot::api
