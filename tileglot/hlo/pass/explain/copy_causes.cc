// SPDX-License-Identifier: Apache-2.0
#include "tileglot/hlo/pass/explain/copy_causes.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "tileglot/core/checked.h"
#include "tileglot/hlo/ir/ids.h"
#include "tileglot/hlo/ir/module.h"
#include "tileglot/hlo/pass/assign/assign_layouts.h"
#include "tileglot/hlo/pass/assign/copy_insertion.h"
#include "tileglot/hlo/pass/assign/entry_layout.h"
#include "tileglot/hlo/pass/constraints/decision.h"
#include "tileglot/hlo/pass/constraints/layout_constraints.h"
#include "tileglot/hlo/pass/constraints/problem.h"
#include "tileglot/hlo/pass/constraints/rule.h"
#include "tileglot/hlo/pass/constraints/values.h"
#include "tileglot/hlo/pass/cost/copied_bytes.h"
#include "tileglot/hlo/pass/explain/assignment.h"
#include "tileglot/notation/xla/shape/print.h"
#include "tileglot/notation/xla/shape/shape.h"

namespace tileglot::hlo::pass {
namespace {

Reason reason_of(const Assignment& assignment, DecisionId id) {
  const DecisionLog& log = *assignment.decisions;
  return {log.at(id).rule, origin_of(log, id).rule};
}

}  // namespace

std::vector<CopyCause> causes_of(const Module& module, const Assignment& assignment) {
  std::map<std::tuple<Reason, Reason, ShapeId, ShapeId>, CopyCause> causes;
  for (std::size_t i = 0; i < assignment.copies.size(); ++i) {
    const InsertedCopy& copy = assignment.copies[i];
    const CopyCause own{.read = reason_of(assignment, copy.read),
                        .made = reason_of(assignment, copy.made),
                        .from = module[module.operand(copy.copy, 0)].shape,
                        .to = module[copy.copy].shape};
    CopyCause& cause =
        causes.try_emplace({own.read, own.made, own.from, own.to}, own).first->second;
    cause.copies.push_back(i);
    cause.bytes = core::saturating_add(cause.bytes, copied_bytes(module, copy.copy));
  }
  std::vector<CopyCause> result;
  result.reserve(causes.size());
  for (auto& [key, cause] : causes) result.push_back(std::move(cause));
  std::ranges::sort(result, [](const CopyCause& a, const CopyCause& b) {
    return std::pair(b.bytes, a.copies.front()) < std::pair(a.bytes, b.copies.front());
  });
  return result;
}

FreeLayouts free_layouts(const Assignment& assignment) {
  const Values& values = assignment.problem->values();
  FreeLayouts result;
  for (std::uint32_t i = 0; i < values.count(); ++i) {
    const ValueId id{i};
    const ValueConstraint& constraint = assignment.constraints->value(id);
    if (!constraint.layout || rank(values.shape(id)) < 2) continue;
    ++result.all;
    result.free += assignment.decisions->at(constraint.decision).rule == Rule::kRowMajorDefault;
  }
  return result;
}

std::string warnings_of(const Assignment& assignment) {
  std::string result;
  for (const UnhonouredLeaf& leaf : assignment.unhonoured) {
    result += fmt::format(
        "warning: result {{{}}} was requested as {} and is {}: another leaf of the result is "
        "open, so all of it is as computed\n",
        fmt::join(leaf.path, ","), notation::xla::print(leaf.requested),
        notation::xla::print(leaf.given));
  }
  return result;
}

}  // namespace tileglot::hlo::pass
