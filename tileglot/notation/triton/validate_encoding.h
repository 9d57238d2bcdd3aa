// SPDX-License-Identifier: Apache-2.0
// validate_encoding.h: which parameters of an encoding contradict one another.
//
// What     validate(e) refuses an encoding with invalid parameters, parents included; validate(e,
//          type) also refuses one that the type cannot have.
// Why      Lowering computes with powers of two and permutations; anything else is refused first,
//          with the parameter's name, instead of by an assertion deep inside.
// Example  order = [1, 1] has triton.order: it must list every dimension once.
//          [tests: validate_encoding_test.cc, "an order that is not a permutation is refused"]
// Errors   triton.power_of_two, triton.order, triton.rank, triton.cga, triton.bases,
//          triton.instruction, triton.operand, triton.swizzle, triton.padding, triton.partition,
//          triton.tensor_memory, triton.parent, triton.too_large; for a type triton.type,
//          triton.rank, triton.shape and triton.element.
// Source   The verifiers of Triton 3.9.0, and the limits of its lowering (specs/linear.md 8.2).
#pragma once

#include "tileglot/core/error.h"
#include "tileglot/notation/triton/encoding.h"
#include "tileglot/notation/triton/fault.h"
#include "tileglot/notation/triton/tensor_type.h"

namespace tileglot::notation::triton {

core::Status validate(const Encoding& encoding);

/// Checks that the encoding is valid by itself and that the type can have it.
core::Status validate(const Encoding& encoding, const TensorType& type);

/// The first fault of the encoding itself; its parents are assumed valid.
MaybeFault find_fault(const Encoding& encoding);

}  // namespace tileglot::notation::triton
