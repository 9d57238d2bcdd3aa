// SPDX-License-Identifier: Apache-2.0
// attribute_texts.h: the attributes of an instruction that depend on its operation only.
//
// What     append_attributes writes `, name=value` for each attribute that the operation can have
//          (ir/opcode_attributes.h) and the message has.
// Why      A field of the message means another attribute for another operation: the dimensions of
//          an iota are its iota_dimension.
// Errors   hlo.proto; those of notation/xla/wire.
#pragma once

#include <string>

#include "tileglot/core/error.h"
#include "tileglot/hlo/ir/opcode.h"
#include "tileglot/hlo/proto/detail/message.h"

namespace tileglot::hlo {

/// Those of the operation itself; calls, operands and types of comparisons are the caller's.
core::Status append_attributes(const Message& instruction, Opcode opcode, std::string& out);

}  // namespace tileglot::hlo
