// SPDX-License-Identifier: Apache-2.0
#include "tileglot/hlo/pass/assign/entry_layout.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "tileglot/core/error.h"
#include "tileglot/hlo/ir/ids.h"
#include "tileglot/hlo/ir/module.h"
#include "tileglot/hlo/ir/module_header.h"
#include "tileglot/hlo/pass/assign/computation_layouts.h"
#include "tileglot/hlo/pass/constraints/decision.h"
#include "tileglot/hlo/pass/constraints/layout_table.h"
#include "tileglot/hlo/pass/constraints/problem.h"
#include "tileglot/hlo/pass/module/shape_tree.h"
#include "tileglot/notation/xla/shape/equal.h"
#include "tileglot/notation/xla/shape/leaves.h"
#include "tileglot/notation/xla/shape/print.h"
#include "tileglot/notation/xla/shape/shape.h"
#include "tileglot/notation/xla/validate/array_bounds.h"
#include "tileglot/notation/xla/validate/validate.h"

namespace tileglot::hlo::pass {
namespace {

namespace xla = notation::xla;

core::Error unfit(const std::string& what, const xla::Shape& requested, const xla::Shape& own) {
  return {
      {.code = "hlo.entry_layout",
       .message = fmt::format("entry_computation_layout has {} as {}, the entry computation as {}",
                              what, xla::print(requested), xla::print(own)),
       .help = "the shapes must be the same but for layouts"}};
}

core::Status check_fit(const std::string& what, const xla::Shape& requested,
                       const xla::Shape& own) {
  if (!xla::equal(requested, own, xla::kCompatible)) return core::fail(unfit(what, requested, own));
  return xla::validate_layout_in_shape(requested, xla::MissingLayouts::kAllowed);
}

core::Status check_fit(const Module& module, const EntryLayout& requested) {
  const auto& parameters = module[module.entry()].parameters;
  if (requested.parameters.size() != parameters.size()) {
    return core::fail({.code = "hlo.entry_layout",
                       .message = fmt::format(
                           "entry_computation_layout has {} parameters, the entry computation {}",
                           requested.parameters.size(), parameters.size()),
                       .help = "list one shape for each parameter"});
  }
  for (std::size_t i = 0; i < parameters.size(); ++i) {
    TILEGLOT_TRY_STATUS(check_fit(fmt::format("parameter {}", i), requested.parameters[i],
                                  module.shape_of(parameters[i])));
  }
  return check_fit("the result", requested.result, module.shape_of(*module[module.entry()].root));
}

EntryLayout own_layouts(const Module& module) {
  EntryLayout result;
  for (const InstructionId id : module[module.entry()].parameters) {
    result.parameters.push_back(module.shape_of(id));
  }
  result.result = module.shape_of(*module[module.entry()].root);
  return result;
}

bool is_open(const xla::Shape& shape) {
  const ShapeTree tree(shape);
  return std::ranges::any_of(tree.arrays(), [&tree](Position at) {
    return rank(tree.shape(at)) > 0 && !tree.shape(at).layout;
  });
}

/// The requested shape with the settled orders, without memory spaces.
xla::Shape settled(xla::Shape shape, const LeafLayouts& leaves, const LayoutTable& table) {
  Position next = 0;
  const auto write = [&](xla::Shape& part, const auto& self) -> void {
    const std::optional<LayoutId>& layout = leaves[next++];
    if (xla::array_in(part) != nullptr) {
      xla::Shape& array = is_array(part) ? part : part.elements[0];
      if (layout) array.layout = table.at(*layout);
      return;
    }
    for (xla::Shape& element : part.elements) self(element, self);
  };
  write(shape, write);
  return shape;
}

}  // namespace

core::Result<EntryLayout> entry_layout_of(const Module& module) {
  if (!module.header.entry_layout) return own_layouts(module);
  TILEGLOT_TRY_STATUS(check_fit(module, *module.header.entry_layout));
  return *module.header.entry_layout;
}

bool make_aliases_agree(const Problem& problem, ComputationLayouts& computations) {
  const Module& module = problem.module();
  ComputationLayout& entry = computations.of(module.entry());
  bool changed = false;
  for (const InputOutputAlias& alias : module.header.aliases) {
    const auto number = static_cast<std::size_t>(alias.parameter);
    if (number >= entry.parameters.size()) continue;
    const auto from = problem.tree(module[module.entry()].parameters[number]).find(alias.index);
    const auto to = problem.tree(*module[module.entry()].root).find(alias.output);
    if (!from || !to) continue;
    std::optional<LayoutId>& parameter = entry.parameters[number][*from];
    std::optional<LayoutId>& result = entry.result[*to];
    if (!parameter || !result || problem.layouts().same_order(*parameter, *result)) continue;
    const bool parameter_given = computations.given().parameters[number][*from].has_value();
    const bool result_given = computations.given().result[*to].has_value();
    if (parameter_given && result_given) continue;
    std::optional<DecisionId>& parameter_reason = entry.parameter_reasons[number][*from];
    std::optional<DecisionId>& result_reason = entry.result_reasons[*to];
    (parameter_given ? result : parameter) = parameter_given ? parameter : result;
    (parameter_given ? result_reason : parameter_reason) =
        parameter_given ? parameter_reason : result_reason;
    changed = true;
  }
  return changed;
}

EntryLayout written_entry_layout(const Module& module, const EntryLayout& requested,
                                 const ComputationLayouts& computations, const Problem& problem) {
  EntryLayout result = own_layouts(module);
  if (!computations.any_given()) return result;
  const ComputationLayout& entry = computations.of(module.entry());
  for (std::size_t i = 0; i < result.parameters.size(); ++i) {
    if (is_open(requested.parameters[i])) continue;
    result.parameters[i] = settled(requested.parameters[i], entry.parameters[i], problem.layouts());
  }
  if (computations.result_is_given()) {
    result.result = settled(requested.result, entry.result, problem.layouts());
  }
  return result;
}

std::vector<UnhonouredLeaf> unhonoured_leaves(const EntryLayout& requested,
                                              const EntryLayout& written) {
  std::vector<UnhonouredLeaf> result;
  const std::vector<xla::Leaf> wanted = xla::leaves(requested.result);
  const std::vector<xla::Leaf> got = xla::leaves(written.result);
  for (std::size_t i = 0; i < wanted.size(); ++i) {
    const auto& a = wanted[i].shape.layout;
    const auto& b = got[i].shape.layout;
    if (a && b && a->minor_to_major != b->minor_to_major) {
      result.push_back({wanted[i].path, wanted[i].shape, got[i].shape});
    }
  }
  return result;
}

}  // namespace tileglot::hlo::pass
