// SPDX-License-Identifier: Apache-2.0
#include "tileglot/hlo/pass/rewrite/decompose_reshapes.h"

#include <cstddef>
#include <string_view>

#include "tileglot/core/error.h"
#include "tileglot/hlo/ir/attribute.h"
#include "tileglot/hlo/ir/ids.h"
#include "tileglot/hlo/ir/instruction.h"
#include "tileglot/hlo/ir/module.h"
#include "tileglot/hlo/ir/opcode.h"
#include "tileglot/hlo/pass/module/inherited_attributes.h"
#include "tileglot/hlo/pass/module/layout_invariant.h"
#include "tileglot/hlo/pass/module/pass_invariant.h"
#include "tileglot/notation/xla/bitcast/align_layouts.h"
#include "tileglot/notation/xla/bitcast/is_bitcast.h"
#include "tileglot/notation/xla/shape/shape.h"

namespace tileglot::hlo::pass {
namespace {

namespace xla = notation::xla;

/// The shape in row-major order, with elements packed as in `like`, so that a bitcast between two
/// such shapes is valid.
xla::Shape row_major(xla::Shape shape, const xla::Shape& like) {
  xla::Layout layout = xla::descending_layout(rank(shape));
  layout.element_size_bits = like.layout->element_size_bits;
  shape.layout = layout;
  return shape;
}

/// Decomposes one reshape; each method returns how many instructions it needed.
class Decomposition {
 public:
  Decomposition(Module& module, InstructionId reshape)
      : module_(module),
        reshape_(reshape),
        from_(module.shape_of(module.operand(reshape, 0))),
        to_(module.shape_of(reshape)) {}

  core::Result<std::size_t> run() {
    TILEGLOT_TRY(moves_nothing, xla::reshape_is_bitcast(from_, to_));
    if (moves_nothing) return become_bitcast();
    TILEGLOT_TRY(copied_from, xla::align_layouts(to_, from_));
    if (copied_from) return copy_operand(*copied_from) + become_bitcast();
    TILEGLOT_TRY(copied_to, xla::align_layouts(from_, to_));
    if (copied_to) return copy_result(*copied_to) + become_bitcast();
    return copy_operand(row_major(from_, from_)) + copy_result(row_major(to_, from_)) +
           become_bitcast();
  }

 private:
  std::size_t become_bitcast() {
    module_[reshape_].opcode = Opcode::kBitcast;
    remove_attribute(module_[reshape_], AttributeKey::kInferredDimension);
    return 1;
  }

  std::size_t copy_operand(const xla::Shape& shape) {
    const InstructionId operand = module_.operand(reshape_, 0);
    const InstructionId copy =
        module_.add_after(operand, {.opcode = Opcode::kCopy,
                                    .shape = module_.keep(shape),
                                    .operands = {operand},
                                    .attributes = inherited_attributes(module_[operand])});
    module_.replace_operand(reshape_, 0, copy);
    return 1;
  }

  std::size_t copy_result(const xla::Shape& shape) {
    const InstructionId copy =
        module_.add_after(reshape_, {.opcode = Opcode::kCopy,
                                     .shape = module_[reshape_].shape,
                                     .operands = {reshape_},
                                     .attributes = inherited_attributes(module_[reshape_])});
    module_[reshape_].shape = module_.keep(shape);
    module_.replace_uses(reshape_, copy);
    return 1;
  }

  Module& module_;
  InstructionId reshape_;
  xla::Shape from_;
  xla::Shape to_;
};

std::string_view fault_of(const Module& module, InstructionId id) {
  return module[id].opcode == Opcode::kReshape ? "is a reshape" : "";
}

}  // namespace

core::Result<std::size_t> decompose_reshapes(Module& module) {
  TILEGLOT_TRY_STATUS(check_layouts_written(module));
  std::size_t changes = 0;
  for (const ComputationId computation : outside_fusions(module)) {
    for (const InstructionId id : module.instructions(computation)) {
      if (module[id].opcode != Opcode::kReshape) continue;
      TILEGLOT_TRY(count, Decomposition(module, id).run());
      changes += count;
    }
  }
  return changes;
}

core::Status check_reshapes_decomposed(const Module& module) {
  return check_instructions(module, "reshape-decomposer", fault_of);
}

}  // namespace tileglot::hlo::pass
