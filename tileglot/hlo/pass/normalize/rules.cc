// SPDX-License-Identifier: Apache-2.0
#include "tileglot/hlo/pass/normalize/rules.h"

#include <cstddef>

#include "tileglot/core/error.h"
#include "tileglot/hlo/ir/ids.h"
#include "tileglot/hlo/ir/module.h"
#include "tileglot/hlo/ir/opcode.h"
#include "tileglot/hlo/pass/module/layout_error.h"
#include "tileglot/hlo/pass/normalize/layout_normalizer.h"

namespace tileglot::hlo::pass {

NormalizeRule rule_for(Opcode opcode) {
  switch (opcode) {
    case Opcode::kBitcastConvert: return normalize_bitcast_convert;
    case Opcode::kBroadcast: return normalize_broadcast;
    case Opcode::kConcatenate: return normalize_concatenate;
    case Opcode::kConstant: return normalize_constant;
    case Opcode::kConvolution: return normalize_convolution;
    case Opcode::kCopy: return normalize_copy;
    case Opcode::kCustomCall: return normalize_custom_call;
    case Opcode::kDynamicSlice: return normalize_dynamic_slice;
    case Opcode::kDynamicUpdateSlice: return normalize_dynamic_update_slice;
    case Opcode::kIota: return normalize_iota;
    case Opcode::kMap: return nullptr;
    case Opcode::kPad: return normalize_pad;
    case Opcode::kReduceWindow: return normalize_reduce_window;
    case Opcode::kReshape: return normalize_reshape;
    case Opcode::kReverse: return normalize_reverse;
    case Opcode::kScatter: return normalize_scatter;
    case Opcode::kSlice: return normalize_slice;
    case Opcode::kTranspose: return normalize_transpose;
    default: return is_elementwise(opcode) ? normalize_elementwise : nullptr;
  }
}

core::Status check_same_order(const LayoutNormalizer& normalizer, InstructionId id,
                              std::size_t operand) {
  if (have_one_order(normalizer.operand_shape(id, operand), normalizer.shape(id))) return {};
  return core::fail(layout_error(normalizer.module()[id], kReadsInAnotherOrder));
}

}  // namespace tileglot::hlo::pass
