// SPDX-License-Identifier: Apache-2.0
#include "tileglot/hlo/pass/rewrite/decompose_reductions.h"

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
#include "tileglot/hlo/pass/normalize/layout_normalizer.h"
#include "tileglot/hlo/pass/rewrite/reduction_rewrite.h"
#include "tileglot/notation/xla/shape/shape.h"

namespace tileglot::hlo::pass {
namespace {

namespace xla = notation::xla;

using Order = std::vector<std::int64_t>;

/// minor_to_major of the kept dimensions, renumbered.
Order order_of_kept(const xla::Shape& input, const Ints& reduced) {
  Order result;
  for (const std::int64_t d : input.layout->minor_to_major) {
    if (std::ranges::count(reduced, d) > 0) continue;
    result.push_back(d - std::ranges::count_if(reduced, [d](std::int64_t r) { return r < d; }));
  }
  return result;
}

xla::Shape in_order(xla::Shape array, const Order& minor_to_major) {
  array.layout->minor_to_major = minor_to_major;
  return array;
}

core::Result<std::size_t> decompose(Module& module, InstructionId id) {
  ReductionRewrite reduce(module, id);
  const Order first = reduce.input(0).layout->minor_to_major;
  for (std::size_t i = 1; i < reduce.inputs(); ++i) {
    if (reduce.input(i).layout->minor_to_major == first) continue;
    reduce.read(Opcode::kCopy, i, in_order(reduce.input(i), first));
  }
  const Order kept = order_of_kept(reduce.input(0), reduce.dimensions());
  TILEGLOT_TRY_STATUS(reduce.give(
      [&kept](const xla::Shape& result) -> core::Result<xla::Shape> {
        return in_order(result, kept);
      },
      Opcode::kCopy));
  return reduce.changes();
}

std::string_view fault_of(const Module& module, InstructionId id) {
  if (module[id].opcode != Opcode::kReduce) return {};
  const auto inputs = module.operands(id).first(module[id].operand_count / 2);
  const xla::Shape& first = module.shape_of(inputs.front());
  const bool read_alike = std::ranges::all_of(
      inputs, [&](InstructionId i) { return have_one_order(module.shape_of(i), first); });
  if (!read_alike) return "reads arrays in different orders";
  const xla::Shape& result = module.shape_of(id);
  const Order kept = order_of_kept(first, integers_of(module[id], AttributeKey::kDimensions));
  const auto lies_so = [&](const xla::Shape& one) { return one.layout->minor_to_major == kept; };
  const bool gives_alike =
      is_array(result) ? lies_so(result) : std::ranges::all_of(result.elements, lies_so);
  return gives_alike ? "" : "gives its result in another order than it reads";
}

}  // namespace

core::Result<std::size_t> decompose_reductions(Module& module) {
  TILEGLOT_TRY_STATUS(check_layouts_written(module));
  std::size_t changes = 0;
  for (const ComputationId computation : outside_fusions(module)) {
    for (const InstructionId id : module.instructions(computation)) {
      if (module[id].opcode != Opcode::kReduce) continue;
      TILEGLOT_TRY(count, decompose(module, id));
      changes += count;
    }
  }
  return changes;
}

core::Status check_reductions_decomposed(const Module& module) {
  TILEGLOT_TRY_STATUS(check_layouts_written(module));
  return check_instructions(module, "reduce-decomposer", fault_of);
}

}  // namespace tileglot::hlo::pass
