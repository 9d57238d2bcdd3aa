// SPDX-License-Identifier: Apache-2.0
#include "tileglot/hlo/pass/rewrite/sink_copies.h"

#include <fmt/format.h>

#include <cstddef>
#include <string_view>
#include <vector>

#include "tileglot/core/error.h"
#include "tileglot/hlo/ir/attribute.h"
#include "tileglot/hlo/ir/ids.h"
#include "tileglot/hlo/ir/instruction.h"
#include "tileglot/hlo/ir/module.h"
#include "tileglot/hlo/ir/opcode.h"
#include "tileglot/hlo/pass/module/control_order.h"
#include "tileglot/hlo/pass/module/inherited_attributes.h"
#include "tileglot/hlo/pass/module/layout_invariant.h"
#include "tileglot/hlo/pass/module/pass_invariant.h"
#include "tileglot/notation/xla/shape/layout.h"
#include "tileglot/notation/xla/shape/shape.h"

namespace tileglot::hlo::pass {
namespace {

namespace xla = notation::xla;

/// Copies of copies are rare, and each is moved past all its users.
constexpr std::size_t kMostMovesPerInstruction = 25;

xla::Layout beside_order(xla::Layout layout) {
  layout.minor_to_major.clear();
  layout.tiles.clear();
  layout.element_size_bits.reset();
  return layout;
}

/// A copy that changes order, tiles and packing, and nothing else.
bool is_reordering_copy(const Module& module, InstructionId id) {
  if (module[id].opcode != Opcode::kCopy || !is_array(module.shape_of(id))) return false;
  const xla::Layout& from = *module.shape_of(module.operand(id, 0)).layout;
  const xla::Layout& to = *module.shape_of(id).layout;
  return beside_order(from) == beside_order(to) && from.split_configs.empty() &&
         !from.physical_shape;
}

/// How many operands, from the first on, the operation reads in the order of its result (a
/// reduction: in any order); nothing where a copy does not move past it.
std::size_t operands_in_order(const Instruction& instruction) {
  const std::size_t count = instruction.operand_count;
  switch (instruction.opcode) {
    case Opcode::kPad:
    case Opcode::kSlice:
    case Opcode::kDynamicSlice:
    case Opcode::kReverse: return 1;
    case Opcode::kReduce:
    case Opcode::kReduceWindow: return count == 2 ? 1 : 0;
    case Opcode::kConcatenate: return count;
    case Opcode::kCopy:
    case Opcode::kReducePrecision:
    case Opcode::kMap: return 0;
    default: return is_elementwise(instruction.opcode) && count <= 2 ? count : 0;
  }
}

/// Whether all of these operands are copies of values that have the same order.
bool can_sink(const Module& module, InstructionId id) {
  const std::size_t count = operands_in_order(module[id]);
  if (count == 0 || !is_array(module.shape_of(id))) return false;
  const auto source = [&](std::size_t i) { return module.operand(module.operand(id, i), 0); };
  for (std::size_t i = 0; i < count; ++i) {
    if (!is_reordering_copy(module, module.operand(id, i))) return false;
    if (module.shape_of(source(i)).layout != module.shape_of(source(0)).layout) return false;
  }
  return true;
}

class Sinking {
 public:
  explicit Sinking(Module& module)
      : module_(module),
        is_ordered_(instructions_under_control(module)),
        moves_left_(kMostMovesPerInstruction * module.instruction_count()) {}

  core::Result<std::size_t> run() {
    for (const ComputationId computation : outside_fusions(module_)) {
      for (const InstructionId id : module_.instructions(computation)) {
        TILEGLOT_TRY_STATUS(sink_all(id));
      }
    }
    return changes_;
  }

 private:
  core::Status sink_all(InstructionId id) {
    while (can_sink(module_, id)) {
      if (moves_left_-- == 0) return core::fail(too_many());
      sink(id);
    }
    return {};
  }

  core::Error too_many() const {
    return {{.code = "hlo.limit",
             .message = fmt::format("more than {} copies for each instruction would move",
                                    kMostMovesPerInstruction),
             .help = "copies of copies of one value can be one copy"}};
  }

  void sink(InstructionId id) {
    const ShapeId before = module_[id].shape;
    const std::size_t count = operands_in_order(module_[id]);
    for (std::size_t i = 0; i < count; ++i) read_uncopied(id, i);
    ++changes_;
    if (module_[id].opcode != Opcode::kReduce) copy_result(id, before);
  }

  void read_uncopied(InstructionId id, std::size_t i) {
    const InstructionId copy = module_.operand(id, i);
    module_.replace_operand(id, i, module_.operand(copy, 0));
    const bool is_needed = module_.has_uses(copy) || module_.is_root(copy);
    if (!is_needed && !is_ordered(copy)) module_.remove(copy);
  }

  /// Instructions that the pass inserted have no control dependencies.
  bool is_ordered(InstructionId id) const {
    return index_of(id) < is_ordered_.size() && is_ordered_[index_of(id)];
  }

  void copy_result(InstructionId id, ShapeId before) {
    const xla::Shape& read = module_.shape_of(module_.operand(id, 0));
    xla::Shape shape = module_.shape(before);
    shape.layout->minor_to_major = read.layout->minor_to_major;
    shape.layout->tiles = read.layout->tiles;
    if (shape.type == read.type) {
      shape.layout->element_size_bits = read.layout->element_size_bits;
    }
    module_[id].shape = module_.keep(shape);
    const InstructionId copy =
        module_.add_after(id, {.opcode = Opcode::kCopy,
                               .shape = before,
                               .operands = {id},
                               .attributes = inherited_attributes(module_[id])});
    module_.replace_uses(id, copy);
    ++changes_;
  }

  Module& module_;
  std::vector<bool> is_ordered_;
  std::size_t moves_left_;
  std::size_t changes_ = 0;
};

std::string_view fault_of(const Module& module, InstructionId id) {
  return can_sink(module, id) ? "reads a copy that could be after it" : "";
}

}  // namespace

core::Result<std::size_t> sink_copies(Module& module) {
  TILEGLOT_TRY_STATUS(check_layouts_written(module));
  return Sinking(module).run();
}

core::Status check_copies_sunk(const Module& module) {
  TILEGLOT_TRY_STATUS(check_layouts_written(module));
  return check_instructions(module, "move_copy_to_users", fault_of);
}

}  // namespace tileglot::hlo::pass
