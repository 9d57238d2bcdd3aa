// SPDX-License-Identifier: Apache-2.0
#include "tileglot/hlo/pass/rewrite/normalize_reductions.h"

#include <fmt/format.h>

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
#include "tileglot/notation/xla/dimensions/permute_dimensions.h"
#include "tileglot/notation/xla/shape/shape.h"

namespace tileglot::hlo::pass {
namespace {

namespace xla = notation::xla;

/// The dimensions as an input's layout has them: which are reduced, by their places in memory, and the
/// kept ones, by their numbers in the result.
struct Dimensions {
  Ints reduced = {};
  Ints kept = {};
};

Dimensions dimensions_as_they_lie(const xla::Shape& input, const Ints& reduced) {
  const std::size_t size = rank(input);
  std::vector<bool> is_reduced(size, false);
  for (const std::int64_t d : reduced) is_reduced[static_cast<std::size_t>(d)] = true;
  Ints number_in_result(size);
  std::int64_t next = 0;
  for (std::size_t d = 0; d < size; ++d) number_in_result[d] = is_reduced[d] ? next : next++;
  Dimensions result;
  for (std::size_t i = 0; i < size; ++i) {
    const auto d = static_cast<std::size_t>(input.layout->minor_to_major[size - 1 - i]);
    if (is_reduced[d]) {
      result.reduced.push_back(static_cast<std::int64_t>(i));
    } else {
      result.kept.push_back(number_in_result[d]);
    }
  }
  return result;
}

core::Status check_inputs(const Module& module, InstructionId id, const ReductionRewrite& reduce) {
  for (std::size_t i = 1; i < reduce.inputs(); ++i) {
    if (have_one_order(reduce.input(i), reduce.input(0))) continue;
    return core::fail({.code = "hlo.layouts",
                       .message = fmt::format("{} reduces arrays with different dimension orders",
                                              module[id].name),
                       .span = module[id].place,
                       .help = "layout assignment gives all its inputs one order"});
  }
  return {};
}

core::Result<std::size_t> normalize(Module& module, InstructionId id) {
  ReductionRewrite reduce(module, id);
  TILEGLOT_TRY_STATUS(check_inputs(module, id, reduce));
  if (is_row_major(reduce.input(0))) return 0;
  const Dimensions dimensions = dimensions_as_they_lie(reduce.input(0), reduce.dimensions());
  for (std::size_t i = 0; i < reduce.inputs(); ++i) {
    TILEGLOT_TRY(shape,
                 xla::make_shape_with_descending_layout_and_same_physical_layout(reduce.input(i)));
    reduce.read(Opcode::kBitcast, i, shape);
  }
  reduce.set_dimensions(dimensions.reduced);
  TILEGLOT_TRY_STATUS(reduce.give(
      [&](const xla::Shape& result) { return xla::permute_dimensions(dimensions.kept, result); },
      Opcode::kBitcast));
  return reduce.changes();
}

std::string_view fault_of(const Module& module, InstructionId id) {
  if (module[id].opcode != Opcode::kReduce) return {};
  const std::size_t inputs = module[id].operand_count / 2;
  for (std::size_t i = 0; i < inputs; ++i) {
    if (!is_row_major(module.shape_of(module.operand(id, i)))) {
      return "reduces an array that is not row-major";
    }
  }
  return {};
}

}  // namespace

core::Result<std::size_t> normalize_reductions(Module& module) {
  TILEGLOT_TRY_STATUS(check_layouts_written(module));
  std::size_t changes = 0;
  for (const ComputationId computation : outside_fusions(module)) {
    for (const InstructionId id : module.instructions(computation)) {
      if (module[id].opcode != Opcode::kReduce) continue;
      TILEGLOT_TRY(count, normalize(module, id));
      changes += count;
    }
  }
  return changes;
}

core::Status check_reductions_normalized(const Module& module) {
  TILEGLOT_TRY_STATUS(check_layouts_written(module));
  return check_instructions(module, "reduction-layout-normalizer", fault_of);
}

}  // namespace tileglot::hlo::pass
