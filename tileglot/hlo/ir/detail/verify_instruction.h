// SPDX-License-Identifier: Apache-2.0
// verify_instruction.h: checks one instruction, by itself and against its called computations.
//
// Each function checks the operations of one family and accepts all others.
#pragma once

#include "tileglot/core/error.h"
#include "tileglot/hlo/ir/detail/verify_check.h"
#include "tileglot/hlo/ir/module.h"

namespace tileglot::hlo {

/// Checks operands, attributes, shape and layout.
core::Status verify_instruction(const Module& module, InstructionId id);

/// Checks parameters and results of the computations that it calls.
core::Status verify_calls(const Module& module, InstructionId id);

/// Checks shapes that must be stated and still have to fit the operands: broadcast, reshape, iota
/// and others.
core::Status verify_stated_shape(const Module& module, InstructionId id);

core::Status verify_element_types(const Subject& subject);  ///< of operations on each element
core::Status verify_collective(const Subject& subject);
core::Status verify_collective_permute(const Subject& subject);
core::Status verify_transfer(const Subject& subject);  ///< copies, sends, feeds, tokens
core::Status verify_async(const Subject& subject);
core::Status verify_dots(const Subject& subject);
core::Status verify_convolution(const Subject& subject);
core::Status verify_solvers(const Subject& subject);  ///< cholesky, triangular-solve
core::Status verify_fft(const Subject& subject);
core::Status verify_reduction(const Subject& subject);
core::Status verify_indexing(const Subject& subject);  ///< gather, scatter, dynamic slices
core::Status verify_random(const Subject& subject);
core::Status verify_batch_norm(const Subject& subject);
core::Status verify_custom_call(const Subject& subject);
core::Status verify_operand_aliases(const Subject& subject);  ///< output_to_operand_aliasing
core::Status verify_annotations(const Subject& subject);      ///< sharding, origin, `?`

}  // namespace tileglot::hlo
