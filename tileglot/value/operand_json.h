// SPDX-License-Identifier: Apache-2.0
// operand_json.h: an operand in shared memory and its descriptor, as JSON.
//
// What     operand_json(operand, instruction) has the keys canonical, major, swizzle, start_bytes,
//          leading_bytes and stride_bytes (null if the instruction ignores them), alignment_bytes,
//          descriptor, instruction (what one takes: [M or N, K]) and instructions (how many).
// Why      `check --access wgmma` and `eval smem_descriptor` say the same in the same keys.
// Example  [tests: operand_json_test.cc, "an operand has the fields of its descriptor"]
#pragma once

#include "tileglot/notation/cute/operand/find_operand.h"
#include "tileglot/notation/cute/operand/smem_descriptor.h"
#include "tileglot/value/json.h"

namespace tileglot::value {

Json operand_json(const notation::cute::SmemOperand& operand, notation::cute::SmemMma instruction);

}  // namespace tileglot::value
