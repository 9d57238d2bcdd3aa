// SPDX-License-Identifier: Apache-2.0
#include "tileglot/hlo/pass/rewrite/remove_degenerate_dimensions.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "tileglot/core/error.h"
#include "tileglot/hlo/ir/attribute.h"
#include "tileglot/hlo/ir/ids.h"
#include "tileglot/hlo/ir/instruction.h"
#include "tileglot/hlo/ir/module.h"
#include "tileglot/hlo/ir/opcode.h"
#include "tileglot/hlo/pass/module/layout_invariant.h"
#include "tileglot/hlo/pass/module/pass_invariant.h"
#include "tileglot/hlo/pass/rewrite/reduction_rewrite.h"
#include "tileglot/notation/xla/dimensions/filter_dimensions.h"
#include "tileglot/notation/xla/shape/shape.h"

namespace tileglot::hlo::pass {
namespace {

namespace xla = notation::xla;

/// An offset is a sum of indices and strides, so that a dimension of size 1 adds nothing to it.
bool is_strided(const xla::Shape& array) {
  const bool is_static = std::ranges::none_of(array.dimensions, &xla::Dimension::dynamic);
  return is_static && array.layout->tiles.empty() && array.layout->split_configs.empty() &&
         !array.layout->physical_shape;
}

bool has_one_to_remove(const Module& module, InstructionId id) {
  if (module[id].opcode != Opcode::kReduce) return false;
  const auto inputs = module.operands(id).first(module[id].operand_count / 2);
  const xla::Shape& result = module.shape_of(id);
  const bool are_strided =
      std::ranges::all_of(inputs, [&](InstructionId i) { return is_strided(module.shape_of(i)); });
  const bool results_are =
      is_array(result) ? is_strided(result) : std::ranges::all_of(result.elements, is_strided);
  return are_strided && results_are &&
         xla::has_degenerate_dimensions(module.shape_of(inputs.front()));
}

/// The new numbers of the dimensions that stay.
Ints renumbered(const Ints& dimensions, const xla::Shape& input) {
  Ints result;
  std::vector<std::int64_t> number(rank(input));
  std::int64_t next = 0;
  for (std::size_t d = 0; d < number.size(); ++d) {
    number[d] = next;
    if (input.dimensions[d] != xla::Dimension{.bound = 1}) ++next;
  }
  for (const std::int64_t d : dimensions) {
    const auto at = static_cast<std::size_t>(d);
    if (input.dimensions[at] != xla::Dimension{.bound = 1}) result.push_back(number[at]);
  }
  return result;
}

core::Result<std::size_t> remove_from(Module& module, InstructionId id) {
  ReductionRewrite reduce(module, id);
  const Ints dimensions = renumbered(reduce.dimensions(), reduce.input(0));
  for (std::size_t i = 0; i < reduce.inputs(); ++i) {
    TILEGLOT_TRY(shape, xla::drop_degenerate_dimensions(reduce.input(i)));
    reduce.read(Opcode::kBitcast, i, shape);
  }
  reduce.set_dimensions(dimensions);
  TILEGLOT_TRY_STATUS(reduce.give(xla::drop_degenerate_dimensions, Opcode::kBitcast));
  return reduce.changes();
}

std::string_view fault_of(const Module& module, InstructionId id) {
  return has_one_to_remove(module, id) ? "reads a dimension of size 1" : "";
}

}  // namespace

core::Result<std::size_t> remove_degenerate_dimensions(Module& module) {
  TILEGLOT_TRY_STATUS(check_layouts_written(module));
  std::size_t changes = 0;
  for (const ComputationId computation : outside_fusions(module)) {
    for (const InstructionId id : module.instructions(computation)) {
      if (!has_one_to_remove(module, id)) continue;
      TILEGLOT_TRY(count, remove_from(module, id));
      changes += count;
    }
  }
  return changes;
}

core::Status check_degenerate_dimensions_removed(const Module& module) {
  TILEGLOT_TRY_STATUS(check_layouts_written(module));
  return check_instructions(module, "reduction-degenerate-dim-remover", fault_of);
}

}  // namespace tileglot::hlo::pass
