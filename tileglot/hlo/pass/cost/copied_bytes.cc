// SPDX-License-Identifier: Apache-2.0
#include "tileglot/hlo/pass/cost/copied_bytes.h"

#include <cstdint>

#include "tileglot/core/checked.h"
#include "tileglot/hlo/ir/attribute.h"
#include "tileglot/hlo/ir/ids.h"
#include "tileglot/hlo/ir/instruction.h"
#include "tileglot/hlo/ir/module.h"
#include "tileglot/hlo/ir/opcode.h"
#include "tileglot/hlo/pass/cost/layout_cost.h"
#include "tileglot/hlo/pass/module/layout_policy.h"
#include "tileglot/notation/xla/bitcast/is_bitcast.h"
#include "tileglot/notation/xla/shape/shape.h"
#include "tileglot/notation/xla/size/byte_size.h"

namespace tileglot::hlo::pass {
namespace {

bool moves(const Module& module, InstructionId transpose) {
  const auto is_free = notation::xla::transpose_is_bitcast(
      module.shape_of(module.operand(transpose, 0)), module.shape_of(transpose),
      integers_of(module[transpose], AttributeKey::kDimensions));
  return is_free && !*is_free;
}

void count(std::int64_t& number, std::int64_t& bytes, std::int64_t more) {
  ++number;
  bytes = core::saturating_add(bytes, more);
}

void count(Traffic& traffic, const Module& module, InstructionId id) {
  const std::int64_t runs = traffic.cost.executions.of(module, id);
  const auto bytes = [&] { return core::saturating_mul(copied_bytes(module, id), runs); };
  if (module[id].opcode == Opcode::kCopy) {
    count(traffic.copies, traffic.copy_bytes, bytes());
  } else if (module[id].opcode == Opcode::kTranspose && moves(module, id)) {
    count(traffic.transposes, traffic.transpose_bytes, bytes());
  }
}

}  // namespace

std::int64_t copied_bytes(const Module& module, InstructionId id) {
  const notation::xla::Shape& shape = module.shape_of(id);
  if (!notation::xla::is_array(shape)) return 0;
  return notation::xla::byte_size_of(shape).value_or(0);
}

Traffic traffic_of(const Module& module, const LayoutPolicy& policy, std::int64_t guess) {
  Traffic result{.cost = cost_of(module, policy, guess)};
  for (const ComputationId computation : module.computations()) {
    for (const InstructionId id : module.instructions(computation)) count(result, module, id);
  }
  return result;
}

}  // namespace tileglot::hlo::pass
