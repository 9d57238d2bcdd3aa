// SPDX-License-Identifier: Apache-2.0
#include "tileglot/hlo/pass/normalize/normalized_invariant.h"

#include <algorithm>
#include <cstddef>
#include <string_view>

#include "tileglot/core/error.h"
#include "tileglot/hlo/ir/ids.h"
#include "tileglot/hlo/ir/module.h"
#include "tileglot/hlo/ir/opcode.h"
#include "tileglot/hlo/pass/module/layout_invariant.h"
#include "tileglot/hlo/pass/module/pass_invariant.h"
#include "tileglot/hlo/pass/normalize/normalized_computations.h"
#include "tileglot/notation/xla/shape/shape.h"

namespace tileglot::hlo::pass {
namespace {

namespace xla = notation::xla;

bool has_elements(const xla::Shape& shape) {
  return std::ranges::none_of(shape.dimensions, [](const auto& d) { return d.bound == 0; });
}

/// One start for each dimension, not all in one array.
bool has_starts(const Module& module, InstructionId id, std::size_t arrays) {
  return module.operands(id).size() == arrays + rank(module.shape_of(id));
}

/// Whether the operation has a normal form at all.
bool has_normal_form(const Module& module, InstructionId id) {
  const xla::Shape& shape = module.shape_of(id);
  if (!is_array(shape)) return false;
  switch (module[id].opcode) {
    case Opcode::kBroadcast:
    case Opcode::kConcatenate:
    case Opcode::kConvolution:
    case Opcode::kCopy:
    case Opcode::kIota:
    case Opcode::kPad:
    case Opcode::kReduceWindow:
    case Opcode::kReshape:
    case Opcode::kReverse:
    case Opcode::kSlice:
    case Opcode::kTranspose: return true;
    case Opcode::kConstant: return has_elements(shape);
    case Opcode::kDynamicSlice: return has_starts(module, id, 1);
    case Opcode::kDynamicUpdateSlice: return has_starts(module, id, 2);
    case Opcode::kBitcastConvert:
      return rank(shape) == rank(module.shape_of(module.operand(id, 0)));
    case Opcode::kMap: return false;
    default: return is_elementwise(module[id].opcode);
  }
}

std::string_view fault(const Module& module, InstructionId id) {
  const bool holds = !has_normal_form(module, id) || reads_and_writes_row_major(module, id);
  return holds ? std::string_view() : "is not row-major, or reads what is not";
}

}  // namespace

core::Status check_layouts_normalized(const Module& module) {
  TILEGLOT_TRY_STATUS(check_layouts_written(module));
  return check_instructions(module, normalized_computations(module), "layout_normalization", fault);
}

}  // namespace tileglot::hlo::pass
