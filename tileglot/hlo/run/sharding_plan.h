// SPDX-License-Identifier: Apache-2.0
// sharding_plan.h: the shardings of a module's values, as its text states them.
//
// What     A ShardingPlan has, for each instruction that states one, a sharding for each leaf of
//          its shape, and the number of devices: that of the shardings' tiles and of
//          num_partitions. A sharding that is not a tuple applies to every leaf of a tuple.
// Example  f32[8] with {devices=[4]<=[4]} and f32[8] with {replicated}: 4 devices.
//          [tests: hlo/run/sharding_plan_test.cc, "shardings say how many devices there are"]
// Errors   Those of notation/xla/sharding/validate.h, with the instruction's name; run.sharding for
//          unknown, unreduced, and for tiles of which only a part is manual; run.devices.
// Source   XLA, HloSharding, NormalizeTupleSharding.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "tileglot/core/error.h"
#include "tileglot/hlo/ir/ids.h"
#include "tileglot/hlo/ir/module.h"
#include "tileglot/hlo/run/array/devices.h"
#include "tileglot/hlo/run/devices/lockstep.h"
#include "tileglot/notation/xla/shape/primitive_type.h"
#include "tileglot/notation/xla/shape/shape.h"

namespace tileglot::hlo::run {

inline bool is_tuple(const notation::xla::Shape& shape) {
  return shape.type == notation::xla::PrimitiveType::kTuple;
}

class ShardingPlan {
 public:
  static core::Result<ShardingPlan> of(const Module& module);

  /// All are partitions of one replica.
  Devices devices() const { return {1, devices_}; }
  /// Null if the instruction does not state one.
  const std::shared_ptr<const Shardings>& of(InstructionId id) const {
    return stated_[index_of(id)];
  }

 private:
  std::int64_t devices_ = 1;
  std::vector<std::shared_ptr<const Shardings>> stated_ = {};  ///< by instruction
};

}  // namespace tileglot::hlo::run
