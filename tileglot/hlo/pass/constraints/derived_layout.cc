// SPDX-License-Identifier: Apache-2.0
#include "tileglot/hlo/pass/constraints/derived_layout.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <optional>
#include <utility>
#include <vector>

#include "tileglot/core/permutation.h"
#include "tileglot/hlo/ir/attribute.h"
#include "tileglot/hlo/ir/ids.h"
#include "tileglot/hlo/ir/instruction.h"
#include "tileglot/hlo/ir/opcode.h"
#include "tileglot/hlo/pass/constraints/layout_table.h"
#include "tileglot/hlo/pass/constraints/problem.h"
#include "tileglot/hlo/pass/module/reduction_row_order.h"
#include "tileglot/hlo/pass/module/shape_tree.h"
#include "tileglot/notation/xla/shape/layout.h"

namespace tileglot::hlo::pass {
namespace {

using Order = std::vector<std::int64_t>;

const Order& dimensions_of(const Problem& problem, InstructionId id) {
  return integers_of(problem.module()[id], AttributeKey::kDimensions);
}

/// The dimensions of `order` that are in `kept`, by their places there.
Order restricted(const Order& order, const Order& kept) {
  Order result;
  for (const std::int64_t d : order) {
    const auto place = std::ranges::find(kept, d);
    if (place != kept.end()) result.push_back(std::distance(kept.begin(), place));
  }
  return result;
}

/// The reduced dimensions are contiguous, the one that is listed last the most minor.
LayoutId unreduced_layout(Problem& problem, InstructionId reduce, LayoutId layout) {
  return problem.layouts().of_minor_to_major(
      reduction_row_order(dimensions_of(problem, reduce), problem.layouts().order(layout),
                          problem.rank(problem.module().operand(reduce, 0))));
}

LayoutId permuted(Problem& problem, const Order& permutation, LayoutId layout) {
  return problem.layouts().of_minor_to_major(
      core::compose(permutation, problem.layouts().order(layout)));
}

std::optional<LayoutId> through_reshape(Problem& problem, InstructionId from, LayoutId layout,
                                        InstructionId to) {
  const Module& module = problem.module();
  return problem.reshapes().aligned(module, problem.layouts(), module[from].shape, layout,
                                    module[to].shape);
}

}  // namespace

std::optional<LayoutId> operand_layout(Problem& problem, InstructionId user, std::size_t number,
                                       LayoutId layout) {
  const InstructionId operand = problem.module().operand(user, number);
  if (problem.rank(operand) == 0) return std::nullopt;
  if (problem.rank(operand) == problem.rank(user) && !problem.can_change_layout(user)) {
    return layout;
  }
  switch (problem.module()[user].opcode) {
    case Opcode::kReshape: return through_reshape(problem, user, layout, operand);
    case Opcode::kTranspose: return permuted(problem, dimensions_of(problem, user), layout);
    case Opcode::kReduce:
      if (number > 0 || !problem.is_array(user)) return std::nullopt;
      if (!problem.policy().passes_reduction_to_operand(problem.module(), user)) {
        return std::nullopt;
      }
      return unreduced_layout(problem, user, layout);
    default: return std::nullopt;
  }
}

std::optional<LayoutId> result_layout(Problem& problem, InstructionId user, std::size_t number,
                                      LayoutId layout, Position part) {
  const InstructionId operand = problem.module().operand(user, number);
  const std::size_t rank = notation::xla::rank(problem.tree(user).shape(part));
  if (problem.rank(operand) == rank && !problem.can_change_layout(user)) return layout;
  switch (problem.module()[user].opcode) {
    case Opcode::kReshape: return through_reshape(problem, operand, layout, user);
    case Opcode::kTranspose:
      return permuted(problem, core::inverse(dimensions_of(problem, user)), layout);
    default: return std::nullopt;
  }
}

LayoutId broadcast_operand_layout(Problem& problem, InstructionId broadcast, LayoutId layout) {
  Order dimensions = dimensions_of(problem, broadcast);
  std::ranges::sort(dimensions);
  notation::xla::Layout result = problem.layouts().at(layout);
  result.minor_to_major = restricted(result.minor_to_major, dimensions);
  return problem.layouts().keep(result);
}

LayoutId bitcast_convert_operand_layout(Problem& problem, InstructionId convert, LayoutId layout) {
  const auto rank = std::ssize(problem.layouts().order(layout));
  Order order = problem.layouts().order(layout);
  if (std::cmp_less(problem.rank(problem.module().operand(convert, 0)), rank)) {
    std::erase(order, rank - 1);
  } else {
    order.insert(order.begin(), rank);
  }
  return problem.layouts().of_minor_to_major(std::move(order));
}

}  // namespace tileglot::hlo::pass
