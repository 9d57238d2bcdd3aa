// SPDX-License-Identifier: Apache-2.0
// normalize/rules.h: one function for each kind of operation that layout normalization rewrites.
//
// What     A rule turns an operation in any order into the same operation in row-major order; terms
//          are those of layout_normalizer.h. It returns whether it did; an odd form of the
//          operation that it does not support is left alone, and users read it through bitcasts as
//          they do any other. rule_for(opcode) is the operation's rule, or null.
// Why      Each family has its own file, and each rule can be read next to XLA's table.
//
//            operation                        is rewritten so
//            elementwise, compare, select ..  the same of the inputs
//            slice, pad, reduce-window        a value for each dimension: permuted by order(result)
//            dynamic-slice, -update-slice     sizes and start operands permuted by order(result)
//            concatenate, iota, reverse       dimensions are mapped by places(result)
//            broadcast                        dimension places(result)[d[order(operand)[i]]] for i
//            transpose, copy                  places(operand) o d o order(result); none if identity
//            reshape                          of the input to the normalized shape; moves nothing
//            bitcast-convert to another rank  the same, where the added or dropped dimension is the
//                                             most minor
//            convolution                      dim_labels are mapped by the places of their arrays
//            cuDNN's custom calls             the same, their operands through bitcasts
//            scatter                          see normalize/scatter.cc
//            constant                         the elements in their order in memory
//
// Errors   hlo.layouts where operands and result are in different orders and the operation cannot
//          change layouts, or a reshape moves elements.
// Source   XLA, layout_normalization.cc.
#pragma once

#include "tileglot/core/error.h"
#include "tileglot/hlo/ir/ids.h"
#include "tileglot/hlo/ir/opcode.h"
#include "tileglot/hlo/pass/normalize/layout_normalizer.h"

namespace tileglot::hlo::pass {

using NormalizeRule = core::Result<bool> (*)(LayoutNormalizer&, InstructionId);

/// Null for an operation that is left as it is.
NormalizeRule rule_for(Opcode opcode);

// Precondition of all: the module verifies, and the operation or one of its operands is not
// row-major.
core::Result<bool> normalize_elementwise(LayoutNormalizer& normalizer, InstructionId id);
core::Result<bool> normalize_bitcast_convert(LayoutNormalizer& normalizer, InstructionId id);

core::Result<bool> normalize_slice(LayoutNormalizer& normalizer, InstructionId id);
core::Result<bool> normalize_dynamic_slice(LayoutNormalizer& normalizer, InstructionId id);
core::Result<bool> normalize_dynamic_update_slice(LayoutNormalizer& normalizer, InstructionId id);
core::Result<bool> normalize_pad(LayoutNormalizer& normalizer, InstructionId id);
core::Result<bool> normalize_reverse(LayoutNormalizer& normalizer, InstructionId id);
core::Result<bool> normalize_concatenate(LayoutNormalizer& normalizer, InstructionId id);
core::Result<bool> normalize_iota(LayoutNormalizer& normalizer, InstructionId id);
core::Result<bool> normalize_broadcast(LayoutNormalizer& normalizer, InstructionId id);

core::Result<bool> normalize_transpose(LayoutNormalizer& normalizer, InstructionId id);
core::Result<bool> normalize_copy(LayoutNormalizer& normalizer, InstructionId id);
core::Result<bool> normalize_reshape(LayoutNormalizer& normalizer, InstructionId id);

core::Result<bool> normalize_reduce_window(LayoutNormalizer& normalizer, InstructionId id);
core::Result<bool> normalize_convolution(LayoutNormalizer& normalizer, InstructionId id);
core::Result<bool> normalize_custom_call(LayoutNormalizer& normalizer, InstructionId id);

core::Result<bool> normalize_scatter(LayoutNormalizer& normalizer, InstructionId id);
core::Result<bool> normalize_constant(LayoutNormalizer& normalizer, InstructionId id);

/// Fails with hlo.layouts unless the operand has the result's order.
core::Status check_same_order(const LayoutNormalizer& normalizer, InstructionId id,
                              std::size_t operand);

}  // namespace tileglot::hlo::pass
