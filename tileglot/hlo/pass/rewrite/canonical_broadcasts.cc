// SPDX-License-Identifier: Apache-2.0
#include "tileglot/hlo/pass/rewrite/canonical_broadcasts.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <string_view>
#include <utility>
#include <vector>

#include "tileglot/core/error.h"
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

bool is_unsorted_broadcast(const Module& module, InstructionId id) {
  return module[id].opcode == Opcode::kBroadcast &&
         !std::ranges::is_sorted(integers_of(module[id], AttributeKey::kDimensions));
}

/// Dimension i of the result is dimension p[i] of the sorted broadcast.
Ints transpose_of(const Ints& dimensions, const Ints& sorted, std::size_t rank) {
  Ints p(rank);
  std::iota(p.begin(), p.end(), 0);
  for (std::size_t k = 0; k < dimensions.size(); ++k) {
    p[static_cast<std::size_t>(dimensions[k])] = sorted[k];
  }
  return p;
}

/// The array of which `result` is the transpose by p.
xla::Shape before_transpose(const xla::Shape& result, const Ints& p) {
  xla::Shape shape = result;
  for (std::size_t i = 0; i < p.size(); ++i) {
    shape.dimensions[static_cast<std::size_t>(p[i])] = result.dimensions[i];
  }
  shape.layout = xla::descending_layout(p.size());
  shape.layout->element_size_bits = result.layout->element_size_bits;
  shape.layout->memory_space = result.layout->memory_space;
  return shape;
}

/// The broadcast changes in place.
void sort(Module& module, InstructionId id) {
  const Ints dimensions = integers_of(module[id], AttributeKey::kDimensions);
  const ShapeId before = module[id].shape;
  Ints sorted = dimensions;
  std::ranges::sort(sorted);
  const xla::Shape result = module.shape(before);
  const Ints p = transpose_of(dimensions, sorted, rank(result));
  std::vector<Attribute> attributes = inherited_attributes(module[id]);
  attributes.push_back({AttributeKey::kDimensions, p});
  module[id].shape = module.keep(before_transpose(result, p));
  set_attribute(module[id], AttributeKey::kDimensions, std::move(sorted));
  remove_attribute(module[id], AttributeKey::kSharding);
  const InstructionId transpose = module.add_after(id, {.opcode = Opcode::kTranspose,
                                                        .shape = before,
                                                        .operands = {id},
                                                        .attributes = std::move(attributes)});
  module.replace_uses(id, transpose);
}

std::string_view fault_of(const Module& module, InstructionId id) {
  return is_unsorted_broadcast(module, id) ? "is a broadcast whose dimensions do not increase" : "";
}

}  // namespace

core::Result<std::size_t> canonicalize_broadcasts(Module& module) {
  TILEGLOT_TRY_STATUS(check_layouts_written(module));
  std::size_t changes = 0;
  for (const ComputationId computation : outside_fusions(module)) {
    for (const InstructionId id : module.instructions(computation)) {
      if (!is_unsorted_broadcast(module, id)) continue;
      sort(module, id);
      changes += 2;
    }
  }
  return changes;
}

core::Status check_broadcasts_canonical(const Module& module) {
  TILEGLOT_TRY_STATUS(check_layouts_written(module));
  return check_instructions(module, "broadcast_canonicalizer", fault_of);
}

}  // namespace tileglot::hlo::pass
