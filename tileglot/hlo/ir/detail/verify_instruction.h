// SPDX-License-Identifier: Apache-2.0
// verify_instruction.h: one instruction, by itself and against what it calls.
#pragma once

#include <string>

#include "tileglot/core/error.h"
#include "tileglot/hlo/ir/module.h"

namespace tileglot::hlo {

/// hlo.verify: `message`, at the instruction's place.
tl::unexpected<core::Error> wrong(const Module& module, InstructionId id, std::string message);

/// Equal but for layouts and which dimensions are dynamic.
bool compatible(const notation::xla::Shape& a, const notation::xla::Shape& b);

/// Operands, attributes, shape and layout.
core::Status verify_instruction(const Module& module, InstructionId id);

/// Parameters and results of the computations that it calls.
core::Status verify_calls(const Module& module, InstructionId id);

/// Shapes that must be said, and still have to fit the operands: broadcast, reshape, iota and others.
core::Status verify_said_shape(const Module& module, InstructionId id);

}  // namespace tileglot::hlo
