// SPDX-License-Identifier: Apache-2.0
// validate_encoding.h: which parameters of an encoding contradict one another.
//
// What     validate(e) refuses an encoding whose parameters have no meaning, parents included;
//          validate(e, type) also one that the type cannot have.
// Why      Lowering computes with powers of two and permutations; what is neither is refused first,
//          with the parameter's name, instead of an assertion deep inside.
// Example  order = [1, 1] has triton.order: it must list every dimension once.
//          [tests: validate_encoding_test.cc, "an order that is no permutation is refused"]
// Errors   triton.power_of_two, triton.order, triton.rank, triton.cga, triton.bases,
//          triton.instruction, triton.operand, triton.swizzle, triton.padding, triton.partition,
//          triton.tensor_memory, triton.parent, triton.too_large; for a type triton.type,
//          triton.rank, triton.shape and triton.element.
// Source   The verifiers of Triton 3.9.0, and what its lowering cannot take (specs/linear.md 8.2).
#pragma once

#include "tileglot/core/error.h"
#include "tileglot/notation/linear/encoding/detail/fault.h"
#include "tileglot/notation/linear/encoding/encoding.h"
#include "tileglot/notation/linear/encoding/tensor_type.h"

namespace tileglot::notation::linear {

core::Status validate(const Encoding& encoding);

/// The encoding is valid by itself, and the type can have it.
core::Status validate(const Encoding& encoding, const TensorType& type);

/// What is wrong with the encoding itself; its parents are taken to be valid.
MaybeFault find_fault(const Encoding& encoding);

}  // namespace tileglot::notation::linear
