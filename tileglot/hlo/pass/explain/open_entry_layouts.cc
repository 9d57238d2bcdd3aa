// SPDX-License-Identifier: Apache-2.0
#include "tileglot/hlo/pass/explain/open_entry_layouts.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "tileglot/hlo/ir/ids.h"
#include "tileglot/hlo/ir/module.h"
#include "tileglot/hlo/ir/module_header.h"
#include "tileglot/hlo/pass/assign/assign_layouts.h"
#include "tileglot/hlo/pass/assign/copy_insertion.h"
#include "tileglot/hlo/pass/constraints/decision.h"
#include "tileglot/hlo/pass/constraints/layout_constraints.h"
#include "tileglot/hlo/pass/constraints/problem.h"
#include "tileglot/hlo/pass/module/shape_tree.h"
#include "tileglot/notation/xla/shape/leaves.h"
#include "tileglot/notation/xla/shape/print.h"
#include "tileglot/notation/xla/shape/shape.h"

namespace tileglot::hlo::pass {
namespace {

namespace xla = notation::xla;

/// The instruction that makes the array decides, unless it is copied for the result.
DecisionId decision_of(const Module& module, const Assignment& assignment, InstructionId maker,
                       const OpenEntryLayout& leaf) {
  const auto is_own = [&](const InsertedCopy& copy) {
    return !leaf.parameter && !copy.user && copy.path == leaf.path &&
           module[copy.copy].computation == module.entry();
  };
  const auto copy = std::ranges::find_if(assignment.copies, is_own);
  if (copy != assignment.copies.end()) return copy->read;
  const Problem& problem = *assignment.problem;
  const Position at = problem.tree(maker).find(leaf.path).value_or(0);
  return assignment.constraints->value(problem.values().source(maker, at)).decision;
}

class OpenEntryLayouts {
 public:
  OpenEntryLayouts(const Module& module, const Assignment& assignment)
      : module_(module), assignment_(assignment) {}

  std::vector<OpenEntryLayout> list() {
    const EntryLayout& requested = assignment_.requested;
    const EntryLayout& written = *module_.header.entry_layout;
    const auto& parameters = module_[module_.entry()].parameters;
    for (std::size_t i = 0; i < parameters.size(); ++i) {
      add(i, parameters[i], requested.parameters[i], written.parameters[i]);
    }
    add(std::nullopt, assignment_.root, requested.result, written.result);
    return result_;
  }

 private:
  void add(std::optional<std::size_t> parameter, InstructionId maker, const xla::Shape& requested,
           const xla::Shape& written) {
    const std::vector<xla::Leaf> before = xla::leaves(requested);
    const std::vector<xla::Leaf> after = xla::leaves(written);
    for (std::size_t i = 0; i < before.size(); ++i) {
      const xla::Shape& shape = before[i].shape;
      const auto& layout = after[i].shape.layout;
      if (!is_array(shape) || rank(shape) == 0 || shape.layout || !layout) continue;
      OpenEntryLayout leaf{
          .parameter = parameter, .path = before[i].path, .layout = xla::print(*layout)};
      leaf.decision = decision_of(module_, assignment_, maker, leaf);
      result_.push_back(leaf);
    }
  }

  const Module& module_;
  const Assignment& assignment_;
  std::vector<OpenEntryLayout> result_ = {};
};

}  // namespace

std::vector<OpenEntryLayout> open_entry_layouts(const Module& module,
                                                const Assignment& assignment) {
  return OpenEntryLayouts(module, assignment).list();
}

std::string title_of(const OpenEntryLayout& leaf) {
  std::string result =
      leaf.parameter ? fmt::format("parameter {}", *leaf.parameter) : std::string("the result");
  if (!leaf.path.empty()) result += fmt::format(" {{{}}}", fmt::join(leaf.path, ","));
  return result;
}

}  // namespace tileglot::hlo::pass
