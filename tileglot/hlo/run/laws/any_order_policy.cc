// SPDX-License-Identifier: Apache-2.0
#include "tileglot/hlo/run/laws/any_order_policy.h"

#include <cstddef>
#include <cstdint>
#include <utility>

#include "tileglot/hlo/ir/ids.h"
#include "tileglot/hlo/ir/module.h"
#include "tileglot/hlo/ir/opcode.h"
#include "tileglot/hlo/pass/constraints/layout_constraints.h"
#include "tileglot/hlo/pass/constraints/layout_table.h"
#include "tileglot/hlo/pass/constraints/problem.h"
#include "tileglot/hlo/pass/constraints/rule.h"
#include "tileglot/hlo/run/element/random_elements.h"
#include "tileglot/notation/xla/shape/layout.h"

namespace tileglot::hlo::run {
namespace {

/// False for operations that pass on a value that another one computes.
bool computes(Opcode opcode) {
  switch (opcode) {
    case Opcode::kAddDependency:
    case Opcode::kBitcast:
    case Opcode::kCall:
    case Opcode::kConditional:
    case Opcode::kDomain:
    case Opcode::kGetTupleElement:
    case Opcode::kOptBarrier:
    case Opcode::kParameter:
    case Opcode::kTuple:
    case Opcode::kWhile: return false;
    default: return true;
  }
}

}  // namespace

notation::xla::Layout any_order(std::size_t rank, RandomBits& bits) {
  notation::xla::Layout layout = notation::xla::descending_layout(rank);
  auto& order = layout.minor_to_major;
  for (std::size_t i = rank; i > 1; --i) {
    std::swap(order[i - 1], order[static_cast<std::size_t>(bits.next() % i)]);
  }
  return layout;
}

void AnyOrderPolicy::add_constraints(pass::LayoutConstraints& constraints,
                                     ComputationId computation) const {
  pass::Problem& problem = constraints.problem();
  for (const InstructionId id : problem.module().instructions(computation)) {
    if (!problem.is_array(id) || !computes(problem.module()[id].opcode)) continue;
    RandomBits bits(seed_ + index_of(id));
    if (bits.next() % 2 == 0) continue;
    const pass::LayoutId layout = problem.layouts().keep(any_order(problem.rank(id), bits));
    constraints.request_result(
        id, layout, {.rule = pass::Rule::kRowMajorDefault, .by = id, .mandatory = false});
  }
}

}  // namespace tileglot::hlo::run
