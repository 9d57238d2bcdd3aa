// SPDX-License-Identifier: Apache-2.0
#include "tileglot/hlo/pass/cost/layout_cost.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <tuple>
#include <utility>

#include "tileglot/bridge/xla_bitcast.h"
#include "tileglot/core/checked.h"
#include "tileglot/core/error.h"
#include "tileglot/hlo/ir/attribute.h"
#include "tileglot/hlo/ir/ids.h"
#include "tileglot/hlo/ir/instruction.h"
#include "tileglot/hlo/ir/module.h"
#include "tileglot/hlo/ir/opcode.h"
#include "tileglot/hlo/pass/cost/executions.h"
#include "tileglot/hlo/pass/module/layout_policy.h"
#include "tileglot/hlo/pass/module/pass_invariant.h"
#include "tileglot/hlo/pass/module/reduction_row_order.h"
#include "tileglot/hlo/pass/rewrite/sink_copies.h"
#include "tileglot/notation/xla/bitcast/same_addresses.h"
#include "tileglot/notation/xla/dimensions/permute_dimensions.h"
#include "tileglot/notation/xla/shape/layout.h"
#include "tileglot/notation/xla/shape/shape.h"
#include "tileglot/notation/xla/size/array_size.h"
#include "tileglot/notation/xla/size/byte_size.h"
#include "tileglot/notation/xla/validate/array_bounds.h"

namespace tileglot::hlo::pass {
namespace {

namespace xla = notation::xla;

void add_bytes(MovedBytes& sum, const MovedBytes& more) {
  sum.read = core::saturating_add(sum.read, more.read);
  sum.written = core::saturating_add(sum.written, more.written);
  sum.known = sum.known && more.known;
}

/// Whether the order of the dimensions alone determines where elements are.
bool is_plain(const xla::Layout& layout) {
  return layout.tiles.empty() && layout.split_configs.empty() && !layout.physical_shape;
}

/// Whether the memory space, the elements' size and the memory before them are the same.
bool same_memory(const xla::Layout& a, const xla::Layout& b) {
  return a.memory_space == b.memory_space && a.element_size_bits == b.element_size_bits &&
         a.dynamic_shape_metadata_prefix_bytes == b.dynamic_shape_metadata_prefix_bytes;
}

/// Whether two orders are the same without dimensions of size 1. Precondition: permutations of the
/// same dimensions.
bool same_order_of_large(const xla::Shape& array, const xla::Layout& a, const xla::Layout& b) {
  const auto is_large = [&](std::int64_t d) {
    return array.dimensions[static_cast<std::size_t>(d)].bound != 1;
  };
  auto left = a.minor_to_major.begin();
  for (const std::int64_t d : b.minor_to_major) {
    if (!is_large(d)) continue;
    while (!is_large(*left)) ++left;
    if (*left++ != d) return false;
  }
  return true;
}

bool places_agree(const xla::Shape& from, const xla::Shape& to) {
  const auto seen = xla::same_addresses(from, to);
  return seen ? *seen : bridge::same_addresses_by_map(from, to).value_or(false);
}

/// Whether every element is where it was.
bool stays(const xla::Shape& from, const xla::Shape& to) {
  if (from == to) return true;
  if (from.type != to.type) return false;
  const xla::Layout a = layout_or_default(from);
  const xla::Layout b = layout_or_default(to);
  if (!same_memory(a, b)) return false;
  if (!is_plain(a) || !is_plain(b) || a.tail_padding_alignment != b.tail_padding_alignment ||
      !same_dimensions(from, to)) {
    return places_agree(from, to);
  }
  return same_order_of_large(from, a, b);
}

MovedBytes whole(const xla::Shape& from, const xla::Shape& to) {
  const auto read = xla::array_size(from);
  const auto written = xla::array_size(to);
  if (!read || !written) return {.known = false};
  return {.read = *read, .written = *written};
}

MovedBytes reread_by(const Module& module, InstructionId id, const LayoutPolicy& policy) {
  MovedBytes result;
  if (module[id].opcode != Opcode::kReduce) return result;
  if (!policy.passes_reduction_to_operand(module, id)) return result;
  for (std::size_t i = 0; i < module[id].operand_count / 2; ++i) {
    add_bytes(result,
              reread_of(module.shape_of(module.operand(id, i)), reduction_row_shape(module, id, i),
                        integers_of(module[id], AttributeKey::kDimensions)));
  }
  return result;
}

MovedBytes moved_by_transpose(const Module& module, InstructionId id) {
  const xla::Shape& operand = module.shape_of(module.operand(id, 0));
  const auto transposed =
      permute_dimensions(integers_of(module[id], AttributeKey::kDimensions), operand);
  return moved_between(transposed ? *transposed : operand, module.shape_of(id));
}

std::optional<CostKind> kind_of(Opcode opcode) {
  switch (opcode) {
    case Opcode::kCopy:
    case Opcode::kCopyStart: return CostKind::kCopy;
    case Opcode::kReshape:
    case Opcode::kDynamicReshape: return CostKind::kReshape;
    case Opcode::kTranspose: return CostKind::kTranspose;
    case Opcode::kReduce: return CostKind::kReduction;
    default: return std::nullopt;
  }
}

KindCost& cost_of_kind(LayoutCost& cost, CostKind kind) {
  switch (kind) {
    case CostKind::kCopy: return cost.copies;
    case CostKind::kReshape: return cost.reshapes;
    case CostKind::kTranspose: return cost.transposes;
    case CostKind::kReduction: break;
  }
  return cost.reductions;
}

void count_cost(LayoutCost& cost, const CostlyInstruction& one) {
  KindCost& kind = cost_of_kind(cost, one.kind);
  ++kind.count;
  kind.bytes = core::saturating_add(kind.bytes, one.bytes());
  kind.bytes_once = core::saturating_add(kind.bytes_once, one.moved.total());
  if (!one.moved.known) ++cost.unknown;
  cost.instructions.push_back(one);
}

void count_cost(LayoutCost& cost, const Module& module, InstructionId id,
                const LayoutPolicy& policy) {
  const auto kind = kind_of(module[id].opcode);
  if (!kind) return;
  const MovedBytes moved =
      kind == CostKind::kReduction ? reread_by(module, id, policy) : moved_by(module, id);
  if (moved.is_none()) return;
  count_cost(cost,
             {.id = id, .kind = *kind, .moved = moved, .runs = cost.executions.of(module, id)});
}

}  // namespace

const xla::Shape& started_copy(const Module& module, InstructionId id) {
  const xla::Shape& shape = module.shape_of(id);
  return shape.elements.empty() ? shape : shape.elements[0];
}

MovedBytes moved_between(const xla::Shape& from, const xla::Shape& to) {
  MovedBytes result;
  if (is_array(from) && is_array(to)) return stays(from, to) ? result : whole(from, to);
  for (std::size_t i = 0; i < std::min(from.elements.size(), to.elements.size()); ++i) {
    add_bytes(result, moved_between(from.elements[i], to.elements[i]));
  }
  return result;
}

MovedBytes moved_by(const Module& module, InstructionId id) {
  const auto operand = [&]() -> const xla::Shape& {
    return module.shape_of(module.operand(id, 0));
  };
  switch (module[id].opcode) {
    case Opcode::kCopy:
    case Opcode::kReshape:
    case Opcode::kDynamicReshape: return moved_between(operand(), module.shape_of(id));
    case Opcode::kCopyStart: return moved_between(operand(), started_copy(module, id));
    case Opcode::kTranspose: return moved_by_transpose(module, id);
    default: return {};
  }
}

std::optional<std::int64_t> reduction_run(const xla::Shape& operand,
                                          std::span<const std::int64_t> reduced) {
  std::int64_t elements = 1;
  std::optional<bool> is_along;
  for (const std::int64_t d : layout_or_default(operand).minor_to_major) {
    const auto bound = operand.dimensions[static_cast<std::size_t>(d)].bound;
    if (bound == 1) continue;
    const bool is_reduced = std::ranges::find(reduced, d) != reduced.end();
    if (is_reduced != is_along.value_or(is_reduced)) break;
    if (!bound) return std::nullopt;
    is_along = is_reduced;
    elements = core::saturating_mul(elements, *bound);
  }
  const auto bytes = xla::bytes_of(elements, operand);
  return bytes ? std::optional(*bytes) : std::nullopt;
}

MovedBytes reread_of(const xla::Shape& operand, const xla::Shape& rows,
                     std::span<const std::int64_t> reduced) {
  const auto run = reduction_run(operand, reduced);
  if (run && *run >= kSectorBytes) return {};
  MovedBytes result = moved_between(operand, rows);
  result.written = 0;
  return result;
}

std::int64_t reduction_reread(const Module& module, InstructionId id, const LayoutPolicy& policy) {
  return reread_by(module, id, policy).read;
}

std::int64_t LayoutCost::bytes() const {
  const auto add = core::saturating_add;
  return add(add(copies.bytes, reshapes.bytes), transposes.bytes);
}

std::int64_t LayoutCost::bytes_once() const {
  const auto add = core::saturating_add;
  return add(add(copies.bytes_once, reshapes.bytes_once), transposes.bytes_once);
}

LayoutCost cost_of(const Module& module, const LayoutPolicy& policy, std::int64_t guess) {
  LayoutCost result{.executions = executions_of(module, guess)};
  for (const ComputationId computation : outside_fusions(module)) {
    for (const InstructionId id : module.instructions(computation)) {
      count_cost(result, module, id, policy);
    }
  }
  std::ranges::sort(result.instructions,
                    [](const CostlyInstruction& a, const CostlyInstruction& b) {
                      return std::tuple(b.bytes(), a.id) < std::tuple(a.bytes(), b.id);
                    });
  return result;
}

core::Result<LayoutCost> cost_after_sinking(Module module, const LayoutPolicy& policy,
                                            std::int64_t guess) {
  TILEGLOT_TRY_STATUS(sink_copies(module));
  LayoutCost result = cost_of(module, policy, guess);
  result.instructions.clear();
  return result;
}

}  // namespace tileglot::hlo::pass
