// SPDX-License-Identifier: Apache-2.0
// infer_shape.h: the shape of a result that follows from operands and attributes.
//
// What     infer_shape gives the shape, or nothing where the operation must say it (a convert names its
//          type, a reshape its dimensions). What cannot be, such as a sum of arrays of different size, is
//          refused.
// Why      Texts leave shapes out, and a verifier compares what is said with what follows.
// Units    Layouts are row-major, but an operation on the places of one operand has that one's layout.
// Example  dot of f32[2,3] and f32[3,4], contracting dimensions 1 and 0, is f32[2,4]{1,0}.
//          [tests: hlo/ir/infer_shape_test.cc, "a product of matrices"]
// Errors   hlo.shape.
// Source   XLA, shape_inference.h.
#pragma once

#include <optional>
#include <span>

#include "tileglot/core/error.h"
#include "tileglot/hlo/ir/attribute.h"
#include "tileglot/hlo/ir/ids.h"
#include "tileglot/hlo/ir/module.h"
#include "tileglot/hlo/ir/opcode.h"
#include "tileglot/notation/xla/shape/shape.h"

namespace tileglot::hlo {

/// Precondition: as many operands as the operation takes, and the attributes that it requires.
core::Result<std::optional<notation::xla::Shape>> infer_shape(
    const Module& module, Opcode opcode, std::span<const InstructionId> operands,
    std::span<const Attribute> attributes);

/// True where XLA's text must say the shape, even if it follows.
bool must_say_shape(Opcode opcode);

}  // namespace tileglot::hlo
