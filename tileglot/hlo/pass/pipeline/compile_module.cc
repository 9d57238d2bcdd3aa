// SPDX-License-Identifier: Apache-2.0
#include "tileglot/hlo/pass/pipeline/compile_module.h"

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "tileglot/core/error.h"
#include "tileglot/hlo/ir/module.h"
#include "tileglot/hlo/ir/module_header.h"
#include "tileglot/hlo/pass/assign/assign_layouts.h"
#include "tileglot/hlo/pass/entry/entry_border.h"
#include "tileglot/hlo/pass/module/layout_policy.h"
#include "tileglot/hlo/pass/pipeline/pipeline.h"
#include "tileglot/notation/xla/shape/layout.h"
#include "tileglot/notation/xla/shape/leaves.h"
#include "tileglot/notation/xla/shape/shape.h"

namespace tileglot::hlo::pass {
namespace {

namespace xla = notation::xla;

/// The shape whose layouts keep only the order and the packing of elements.
xla::Shape inside(xla::Shape shape) {
  xla::for_each_array(shape, [](xla::Shape& array) {
    if (!array.layout) return;
    const auto element_size_bits = array.layout->element_size_bits;
    array.layout = xla::Layout{.minor_to_major = array.layout->minor_to_major};
    array.layout->element_size_bits = element_size_bits;
  });
  return shape;
}

EntryLayout inside(const EntryLayout& entry) {
  EntryLayout result;
  result.parameters.reserve(entry.parameters.size());
  for (const xla::Shape& shape : entry.parameters) result.parameters.push_back(inside(shape));
  result.result = inside(entry.result);
  return result;
}

/// The array at the path; nullptr if there is none.
xla::Shape* array_at(xla::Shape& shape, const std::vector<std::int64_t>& path) {
  xla::Shape* at = &shape;
  for (const std::int64_t i : path) {
    if (!std::cmp_less(i, at->elements.size()) || i < 0) return nullptr;
    at = &at->elements[static_cast<std::size_t>(i)];
  }
  return is_array(*at) ? at : nullptr;
}

/// Where a parameter and a result share memory and were both open, the parameter takes the result's
/// layout.
void make_open_aliases_agree(const Module& module, EntryLayout& wanted) {
  EntryLayout now = *module.header.entry_layout;
  for (const InputOutputAlias& alias : module.header.aliases) {
    const auto number = static_cast<std::size_t>(alias.parameter);
    if (number >= wanted.parameters.size()) continue;
    xla::Shape* const parameter = array_at(wanted.parameters[number], alias.index);
    const xla::Shape* const result = array_at(now.result, alias.output);
    if (parameter == nullptr || result == nullptr || parameter->layout) continue;
    if (parameter->dimensions == result->dimensions) parameter->layout = result->layout;
  }
}

}  // namespace

core::Status assign_as_xla(Module& module, const LayoutPolicy& policy) {
  return assign_layouts(module, policy).map([](const Assignment& /*done*/) {});
}

core::Result<Compiled> compile_module(Module& module, const LayoutPolicy& policy,
                                      const EntryLayout& entry, const AssignFn& assign) {
  Compiled compiled;
  EntryLayout ordered = inside(entry);
  module.header.entry_layout = ordered;
  TILEGLOT_TRY_STATUS(assign(module, policy));
  make_open_aliases_agree(module, ordered);
  TILEGLOT_TRY(reordered, set_border(module, ordered));
  TILEGLOT_TRY(steps, run_pipeline(module, policy));
  TILEGLOT_TRY(tiled, set_border(module, entry));
  compiled.border_copies = reordered + tiled;
  compiled.steps = std::move(steps);
  return compiled;
}

}  // namespace tileglot::hlo::pass
