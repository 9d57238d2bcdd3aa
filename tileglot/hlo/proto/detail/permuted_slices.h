// SPDX-License-Identifier: Apache-2.0
// permuted_slices.h: the slice_sizes of a collective-permute that works in place.
//
// What     permuted_slices_text(instruction, opcode) is `{{2,4},{1,4},{3}}`: one list for each slice.
// Why      The message has all their sizes in one list: as many as an array has dimensions, for each
//          slice of the first array, then of the next.
// Errors   hlo.proto (sizes that are not those of slices); those of notation/xla/wire.
// Source   XLA, HloInstruction::CreateFromProto.
#pragma once

#include "tileglot/core/error.h"
#include "tileglot/hlo/ir/opcode.h"
#include "tileglot/hlo/proto/detail/attribute_rule.h"
#include "tileglot/hlo/proto/detail/message.h"

namespace tileglot::hlo {

core::Result<AttributeText> permuted_slices_text(const Message& instruction, Opcode opcode);

}  // namespace tileglot::hlo
