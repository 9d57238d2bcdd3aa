// SPDX-License-Identifier: Apache-2.0
#include "tileglot/hlo/run/sharding_plan.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "tileglot/core/error.h"
#include "tileglot/hlo/ir/attribute.h"
#include "tileglot/hlo/ir/instruction.h"
#include "tileglot/hlo/ir/module.h"
#include "tileglot/hlo/run/array/devices.h"
#include "tileglot/hlo/run/devices/lockstep.h"
#include "tileglot/notation/xla/shape/leaves.h"
#include "tileglot/notation/xla/shape/shape.h"
#include "tileglot/notation/xla/sharding/print.h"
#include "tileglot/notation/xla/sharding/sharding.h"
#include "tileglot/notation/xla/sharding/tile_assignment.h"
#include "tileglot/notation/xla/sharding/validate.h"

namespace tileglot::hlo::run {
namespace {

using notation::xla::Sharding;
using notation::xla::ShardingKind;

const Sharding* sharding_of(const Module& module, InstructionId id) {
  const auto* stated = attribute_of<Shared<Sharding>>(module[id], AttributeKey::kSharding);
  return stated == nullptr ? nullptr : &**stated;
}

template <class F>
core::Status for_each_stated(const Module& module, const F& f) {
  for (const ComputationId computation : module.computations()) {
    for (const InstructionId id : module.instructions(computation)) {
      if (const Sharding* stated = sharding_of(module, id)) TILEGLOT_TRY_STATUS(f(id, *stated));
    }
  }
  return {};
}

std::int64_t devices_of(const Sharding& sharding) {
  std::int64_t count = 1;
  for (const Sharding& element : sharding.elements) count = std::max(count, devices_of(element));
  if (sharding.kind == ShardingKind::kTiled) return notation::xla::tile_count(sharding.tiles);
  if (sharding.kind == ShardingKind::kMaximal && sharding.device < kMaxDevices) {
    return sharding.device + 1;
  }
  return count;
}

core::Error in_instruction(const Module& module, InstructionId id, core::Error error) {
  error->message = fmt::format("{}: {}", module[id].name, error->message);
  const core::Span place = module[id].place;
  error->span.reset();
  if (place.end > place.begin) error->span = place;
  return error;
}

core::Status check_kind(const Sharding& sharding) {
  const bool unknown =
      sharding.kind == ShardingKind::kUnknown || sharding.kind == ShardingKind::kUnreduced;
  const bool in_part = std::ranges::any_of(
      sharding.subgroups, [](ShardingKind kind) { return kind != ShardingKind::kReplicated; });
  if (!unknown && !in_part) return {};
  return core::fail(
      {.code = "run.sharding",
       .message = fmt::format("{} does not say what a device has", print(sharding)),
       .help = "values that are replicated, tiled, on one device, or manual as a whole are run"});
}

/// Equivalent shardings get the same form.
core::Result<Sharding> normalized(const Sharding& sharding) {
  Sharding result = sharding;
  result.metadata.clear();
  result.group.reset();
  if (result.kind != ShardingKind::kTiled) return result;
  TILEGLOT_TRY(listed, as_listed(sharding.tiles));
  result.tiles = std::move(listed);
  return result;
}

core::Result<Shardings> leaves_of(const Sharding& stated, const notation::xla::Shape& shape,
                                  std::int64_t devices) {
  const bool of_all = is_tuple(shape) && stated.kind != ShardingKind::kTuple;
  Sharding all = stated;
  if (of_all) {
    all = Sharding{.kind = ShardingKind::kTuple};
    all.elements.assign(tuple_leaf_count(shape), stated);
  }
  TILEGLOT_TRY_STATUS(validate_sharding(all, shape, devices));
  std::vector<Sharding> each = all.kind == ShardingKind::kTuple ? all.elements : std::vector{all};
  each.resize(tuple_leaf_count(shape));  // of () nothing, or one that means nothing
  Shardings leaves;
  leaves.reserve(each.size());
  for (const Sharding& one : each) {
    TILEGLOT_TRY_STATUS(check_kind(one));
    TILEGLOT_TRY(leaf, normalized(one));
    leaves.push_back(std::move(leaf));
  }
  return leaves;
}

}  // namespace

core::Result<ShardingPlan> ShardingPlan::of(const Module& module) {
  ShardingPlan plan;
  plan.stated_.resize(module.instruction_bound());
  plan.devices_ = module.header.partition_count;
  TILEGLOT_TRY_STATUS(for_each_stated(module, [&](InstructionId, const Sharding& stated) {
    plan.devices_ = std::max(plan.devices_, devices_of(stated));
    return core::Status();
  }));
  TILEGLOT_TRY_STATUS(check_devices(plan.devices()));
  TILEGLOT_TRY_STATUS(
      for_each_stated(module, [&](InstructionId id, const Sharding& stated) -> core::Status {
        auto leaves = leaves_of(stated, module.shape_of(id), plan.devices_);
        if (!leaves) return core::fail(in_instruction(module, id, std::move(leaves).error()));
        plan.stated_[index_of(id)] = std::make_shared<const Shardings>(*std::move(leaves));
        return {};
      }));
  return plan;
}

}  // namespace tileglot::hlo::run
