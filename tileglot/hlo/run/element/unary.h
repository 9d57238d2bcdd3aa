// SPDX-License-Identifier: Apache-2.0
// unary.h: operations on each element of one array.
//
// What     unary(opcode, x): abs, negate, not, sign, floor and the other roundings, exponentials
//          and logarithms, trigonometry, roots, population count, leading zeros, is-finite, real,
//          imag.
// Units    The result has x's type, except for is-finite (pred) and abs, real and imag of complex
//          numbers (their parts' type).
// Example  round-nearest-even of 2.5 is 2, round-nearest-afz 3; not of the s32 5 is -6; abs of the
//          smallest s8 is itself.
//          [tests: hlo/run/element/unary_test.cc, "roundings of halves", "integers wrap"]
// Errors   run.type where the operation is undefined for the type.
// Source   XLA, operation semantics and HloEvaluator.
#pragma once

#include "tileglot/core/error.h"
#include "tileglot/hlo/ir/opcode.h"
#include "tileglot/hlo/run/element/elements.h"

namespace tileglot::hlo::run {

/// Precondition: is_unary(opcode).
core::Result<Elements> unary(Opcode opcode, const Elements& x);
bool is_unary(Opcode opcode);

/// f32 with another exponent and fraction: reduce-precision.
core::Result<Elements> reduced_precision(const Elements& x, int exponent_bits, int mantissa_bits);

}  // namespace tileglot::hlo::run
