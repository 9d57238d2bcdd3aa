// SPDX-License-Identifier: Apache-2.0
#include "tileglot/hlo/pass/rewrite/simple_scatters.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <string_view>
#include <utility>
#include <vector>

#include "tileglot/core/error.h"
#include "tileglot/core/permutation.h"
#include "tileglot/hlo/ir/attribute.h"
#include "tileglot/hlo/ir/ids.h"
#include "tileglot/hlo/ir/instruction.h"
#include "tileglot/hlo/ir/module.h"
#include "tileglot/hlo/ir/opcode.h"
#include "tileglot/hlo/pass/module/inherited_attributes.h"
#include "tileglot/hlo/pass/module/layout_invariant.h"
#include "tileglot/hlo/pass/module/pass_invariant.h"
#include "tileglot/notation/xla/shape/layout.h"
#include "tileglot/notation/xla/shape/shape.h"

namespace tileglot::hlo::pass {
namespace {

namespace xla = notation::xla;

const Ints& window_of(const Module& module, InstructionId scatter) {
  return integers_of(module[scatter], AttributeKey::kUpdateWindowDims);
}

/// Whether each dimension is listed once, so that a transpose can sort the list.
bool are_dimensions_of(Ints list, const xla::Shape& updates) {
  std::ranges::sort(list);
  const bool are_distinct = std::ranges::adjacent_find(list) == list.end();
  return is_array(updates) && are_distinct &&
         (list.empty() || (list.front() >= 0 && std::cmp_less(list.back(), rank(updates))));
}

/// Operands, indices, updates: n, 1 and n of them.
std::size_t first_update(const Module& module, InstructionId scatter) {
  return module[scatter].operand_count / 2 + 1;
}

bool is_unsorted_scatter(const Module& module, InstructionId id) {
  if (module[id].opcode != Opcode::kScatter || module[id].operand_count < 3) return false;
  const Ints& window = window_of(module, id);
  return !std::ranges::is_sorted(window) &&
         are_dimensions_of(window, module.shape_of(module.operand(id, first_update(module, id))));
}

/// Dimension i of the sorted updates is dimension p[i] of the updates.
core::Permutation sorting(const Ints& window, const Ints& sorted, std::size_t rank) {
  core::Permutation p(rank);
  std::iota(p.begin(), p.end(), 0);
  for (std::size_t k = 0; k < window.size(); ++k) {
    p[static_cast<std::size_t>(sorted[k])] = window[k];
  }
  return p;
}

xla::Shape transposed(const xla::Shape& updates, const core::Permutation& p) {
  xla::Shape shape = updates;
  shape.dimensions = core::permute(updates.dimensions, p);
  shape.layout = xla::descending_layout(p.size());
  shape.layout->element_size_bits = updates.layout->element_size_bits;
  shape.layout->memory_space = updates.layout->memory_space;
  return shape;
}

/// Returns how many instructions that needed.
std::size_t sort(Module& module, InstructionId id) {
  const Ints window = window_of(module, id);
  Ints sorted = window;
  std::ranges::sort(sorted);
  std::size_t changes = 1;
  for (std::size_t i = first_update(module, id); i < module[id].operand_count; ++i) {
    const InstructionId updates = module.operand(id, i);
    const core::Permutation p = sorting(window, sorted, rank(module.shape_of(updates)));
    std::vector<Attribute> attributes = metadata_of(module[updates]);
    attributes.push_back({AttributeKey::kDimensions, Ints(p)});
    const InstructionId transpose =
        module.add_after(updates, {.opcode = Opcode::kTranspose,
                                   .shape = module.keep(transposed(module.shape_of(updates), p)),
                                   .operands = {updates},
                                   .attributes = std::move(attributes)});
    module.replace_operand(id, i, transpose);
    ++changes;
  }
  set_attribute(module[id], AttributeKey::kUpdateWindowDims, std::move(sorted));
  return changes;
}

std::string_view fault_of(const Module& module, InstructionId id) {
  return is_unsorted_scatter(module, id) ? "is a scatter whose window dimensions do not rise" : "";
}

}  // namespace

core::Result<std::size_t> simplify_scatters(Module& module) {
  TILEGLOT_TRY_STATUS(check_layouts_written(module));
  std::size_t changes = 0;
  for (const ComputationId computation : outside_fusions(module)) {
    for (const InstructionId id : module.instructions(computation)) {
      if (is_unsorted_scatter(module, id)) changes += sort(module, id);
    }
  }
  return changes;
}

core::Status check_scatters_simple(const Module& module) {
  TILEGLOT_TRY_STATUS(check_layouts_written(module));
  return check_instructions(module, "scatter_simplifier", fault_of);
}

}  // namespace tileglot::hlo::pass
