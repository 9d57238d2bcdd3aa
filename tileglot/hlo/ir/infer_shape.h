// SPDX-License-Identifier: Apache-2.0
// infer_shape.h: infers the shape of a result from operands and attributes.
//
// What     infer_shape returns the shape, or nothing if the operation must state it (a convert
//          names its type, a reshape its dimensions). Invalid operations, such as a sum of arrays
//          of different size, are rejected.
// Why      Texts omit shapes, and a verifier compares the stated shape with the inferred one.
// Units    Layouts are row-major, but where the result has an operand's dimensions (elementwise
//          operations, reverse, dynamic-update-slice, sort, scatter, while, fft, batch-norm-..) it
//          has that operand's layout. A transpose moves nothing: f32[3,2]{1,0} becomes
//          f32[2,3]{0,1}. Of floats of different types the result has the higher precision.
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

/// The shape that XLA gives an instruction whose text does not state it. Knows more operations than
/// infer_shape: broadcast, fft, scan, batch-norm-training and -grad, ragged-dot, scaled-dot; that
/// what is stated of these makes sense is checked by verify.h.
core::Result<std::optional<notation::xla::Shape>> infer_unstated_shape(
    const Module& module, Opcode opcode, std::span<const InstructionId> operands,
    std::span<const Attribute> attributes);

/// True if XLA's text must state the shape, even if it can be inferred.
bool must_say_shape(Opcode opcode);

}  // namespace tileglot::hlo
