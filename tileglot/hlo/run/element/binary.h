// SPDX-License-Identifier: Apache-2.0
// binary.h: operations on the elements of two arrays at one place.
//
// What     binary(opcode, x, y): the four operations, remainder, power, atan2, maximum, minimum,
//          and, or, xor, shifts, the high half of a product; complex of two floats. compare gives
//          pred.
// Units    x and y have the same type and size, and so does the result.
// Example  In s32 7/0 is -1, and 7 rem 0 is 7; a shift by 32 or more gives 0, or the sign. The
//          maximum of a number and NaN is NaN.
//          [tests: hlo/run/element/binary_test.cc, "division by zero", "shifts beyond the width"]
// Errors   run.type where the operation is undefined for the type, or the operands' types differ.
// Source   XLA, operation semantics and HloEvaluator.
#pragma once

#include <cstdint>

#include "tileglot/core/error.h"
#include "tileglot/hlo/ir/opcode.h"
#include "tileglot/hlo/run/element/elements.h"

namespace tileglot::hlo::run {

bool is_binary(Opcode opcode);
/// Precondition: is_binary(opcode), as many elements.
core::Result<Elements> binary(Opcode opcode, const Elements& x, const Elements& y);

enum class Direction : std::uint8_t { kEq, kNe, kLt, kLe, kGt, kGe };

struct Comparison {
  Direction direction = Direction::kEq;
  /// -NaN < -inf < .. < -0 < +0 < .. < inf < NaN; otherwise NaN is unequal to all.
  bool total_order = false;
};

core::Result<Elements> compare(const Comparison& comparison, const Elements& x, const Elements& y);

}  // namespace tileglot::hlo::run
