// SPDX-License-Identifier: Apache-2.0
#include "tileglot/hlo/pass/cost/contiguous_bytes.h"

#include <cstddef>
#include <cstdint>
#include <optional>

#include "tileglot/analysis/longest_run.h"
#include "tileglot/bridge/xla.h"
#include "tileglot/core/error.h"
#include "tileglot/hlo/ir/attribute.h"
#include "tileglot/hlo/ir/ids.h"
#include "tileglot/hlo/ir/instruction.h"
#include "tileglot/hlo/ir/module.h"
#include "tileglot/hlo/ir/opcode.h"
#include "tileglot/hlo/pass/cost/layout_cost.h"
#include "tileglot/hlo/pass/module/reduction_row_order.h"
#include "tileglot/map/builder.h"
#include "tileglot/map/compose.h"
#include "tileglot/map/index_map.h"
#include "tileglot/notation/xla/dimensions/permute_dimensions.h"
#include "tileglot/notation/xla/shape/shape.h"
#include "tileglot/notation/xla/size/byte_size.h"
#include "tileglot/notation/xla/validate/array_bounds.h"

namespace tileglot::hlo::pass {
namespace {

namespace xla = notation::xla;
using core::Result;
using map::IndexMap;

/// The first of the operands that may be read once more.
std::size_t reread_operand(const Module& module, InstructionId reduce) {
  const std::size_t count = module[reduce].operand_count / 2;
  for (std::size_t i = 0; i + 1 < count; ++i) {
    const xla::Shape& operand = module.shape_of(module.operand(reduce, i));
    const xla::Shape rows = reduction_row_shape(module, reduce, i);
    if (!reread_of(operand, rows, integers_of(module[reduce], AttributeKey::kDimensions))
             .is_none()) {
      return i;
    }
  }
  return count - 1;
}

/// The map over the coordinates of another array with as many elements, row by row.
Result<IndexMap> read_over(const IndexMap& f, const IndexMap& domain) {
  map::MapBuilder builder(domain.domain());
  map::Value number = builder.constant(0);
  std::int64_t stride = 1;
  for (std::size_t k = domain.rank(); k-- > 0;) {
    builder.add_to(number, builder.scale(builder.dim(k), stride));
    stride *= domain.extent(k);
  }
  TILEGLOT_TRY(order, builder.finish(number, {{stride, "number"}}));
  return map::compose(f, order);
}

Result<std::int64_t> run_between(const xla::Shape& from, const xla::Shape& to) {
  TILEGLOT_TRY(f, bridge::to_map(from));
  TILEGLOT_TRY(g, bridge::to_map(to));
  if (f.size() == 0 || f.rank() == 0 || g.rank() == 0) return 1;
  if (same_dimensions(from, to)) return analysis::longest_run(f, g);
  TILEGLOT_TRY(over, read_over(g, f));
  return analysis::longest_run(f, over);
}

/// The shape that is read, in the dimensions of the result.
xla::Shape as_written(const Module& module, const CostlyInstruction& one, const xla::Shape& from) {
  if (one.kind != CostKind::kTranspose) return from;
  const auto transposed =
      permute_dimensions(integers_of(module[one.id], AttributeKey::kDimensions), from);
  return transposed ? *transposed : from;
}

}  // namespace

MovedSides sides_of(const Module& module, const CostlyInstruction& one) {
  if (one.kind == CostKind::kReduction) {
    const std::size_t number = reread_operand(module, one.id);
    return {.from = module.shape_of(module.operand(one.id, number)),
            .to = reduction_row_shape(module, one.id, number)};
  }
  const bool starts = module[one.id].opcode == Opcode::kCopyStart;
  return {.from = module.shape_of(module.operand(one.id, 0)),
          .to = starts ? started_copy(module, one.id) : module.shape_of(one.id)};
}

std::optional<std::int64_t> contiguous_bytes(const Module& module, const CostlyInstruction& one) {
  const MovedSides sides = sides_of(module, one);
  if (!is_array(sides.from) || !is_array(sides.to)) return std::nullopt;
  if (one.kind == CostKind::kReduction) {
    return reduction_run(sides.from, integers_of(module[one.id], AttributeKey::kDimensions));
  }
  const auto run = run_between(as_written(module, one, sides.from), sides.to);
  if (!run) return std::nullopt;
  const auto bytes = xla::bytes_of(*run, sides.from);
  if (!bytes) return std::nullopt;
  return *bytes;
}

}  // namespace tileglot::hlo::pass
