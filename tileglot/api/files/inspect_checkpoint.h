// SPDX-License-Identifier: Apache-2.0
// inspect_checkpoint.h: what `tileglot inspect` reports about a .safetensors file or an index.
//
// What     Every tensor with its dtype, shape, bytes, alignment in the file and layout: row-major,
//          or what the file records. A record that does not fit is shown as such.
// Example  BF16 [512,112,4,128,2,1] recorded as bf16[4096,14336]{1,0:T(8,128)(2,1)}.
//          [tests: inspect_checkpoint_test.cc, "a record is shown"]
#pragma once

#include "tileglot/api/reply/reply.h"
#include "tileglot/checkpoint/file.h"

namespace tileglot::api::files {

Reply inspect_checkpoint(const checkpoint::Checkpoint& checkpoint);

}  // namespace tileglot::api::files
