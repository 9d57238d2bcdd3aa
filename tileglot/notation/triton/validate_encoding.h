// SPDX-License-Identifier: Apache-2.0
// validate_encoding.h: refuses encodings whose parameters are invalid or contradict one another.
//
// What     validate(e) checks the encoding and its parents; validate(e, type) also checks that a
//          tensor of this type can have it.
// Why      Lowering computes with powers of two and permutations; anything else is refused first,
//          with the parameter's name, instead of by an assertion deep inside.
// Example  order = [1, 1] is triton.order: an order must list every dimension once.
//          [tests: validate_encoding_test.cc, "an order that is not a permutation is refused"]
// Errors   triton.power_of_two, triton.order, triton.rank, triton.cga, triton.bases,
//          triton.instruction, triton.operand, triton.swizzle, triton.padding, triton.partition,
//          triton.tensor_memory, triton.parent, triton.too_large; for a type triton.type,
//          triton.rank, triton.shape and triton.element.
// Source   The verifiers of Triton 3.9.0, and the limits of its lowering.
#pragma once

#include "tileglot/core/error.h"
#include "tileglot/notation/triton/encoding.h"
#include "tileglot/notation/triton/fault.h"
#include "tileglot/notation/triton/tensor_type.h"

namespace tileglot::notation::triton {

core::Status validate(const Encoding& encoding);

core::Status validate(const Encoding& encoding, const TensorType& type);

/// The first fault of the encoding itself; its parents are assumed valid.
MaybeFault find_fault(const Encoding& encoding);

}  // namespace tileglot::notation::triton
