// SPDX-License-Identifier: Apache-2.0
// verify_instruction.h: checks one instruction, by itself and against its called computations.
#pragma once

#include <string>

#include "tileglot/core/error.h"
#include "tileglot/hlo/ir/module.h"

namespace tileglot::hlo {

/// The error hlo.verify with `message`, at the instruction's place.
tl::unexpected<core::Error> wrong(const Module& module, InstructionId id, std::string message);

/// Equal except for layouts and which dimensions are dynamic.
bool compatible(const notation::xla::Shape& a, const notation::xla::Shape& b);

/// Checks operands, attributes, shape and layout.
core::Status verify_instruction(const Module& module, InstructionId id);

/// Checks parameters and results of the computations that it calls.
core::Status verify_calls(const Module& module, InstructionId id);

/// Checks shapes that must be stated and still have to fit the operands: broadcast, reshape, iota
/// and others.
core::Status verify_stated_shape(const Module& module, InstructionId id);

}  // namespace tileglot::hlo
