// SPDX-License-Identifier: Apache-2.0
// sharded_run.h: runs a module whose values are sharded over devices, before it is partitioned.
//
// What     Every value is stored on the devices as its sharding says: each has the tile that
//          tile_shape returns, in memory, in the value's layout; the end of a ragged last tile is
//          poisoned. The results are those of the module.
// Why      What is right for the whole array must be right for what each device has: per-device
//          shapes, one layout on all, collectives in manual regions, copies that agree.
// How      If all devices have whole values, or each device has its own (manual), each device
//          computes the operation for itself. An elementwise operation on values of one tiling is
//          computed by each device on its tile. For all others the operands are gathered from the
//          devices, the operation is evaluated, and every device keeps its tile of the result.
//          XLA's partitioner moves less; it must compute the same.
// Shardings An instruction without one: a value that is passed on keeps its own; an elementwise
//          operation has its operands' where they agree; operations on manual values, partition-id
//          and collectives across partitions are manual; all others are replicated.
// Manual   custom-call SPMDFullToShardShape makes each device's tile its own value, whose ragged
//          end is 0; SPMDShardToFullShape makes the devices' values the tiles of one.
// Check    Where a value is gathered, devices that have the same tile must have the same bytes.
// By hand  x = s32[5] 1 2 3 4 5 over {devices=[2]<=[2]}: device 0 has 1 2 3, device 1 has 4 5 and
//          poison. negate keeps that tiling; reverse gathers, and device 0 has 5 4 3.
//          [tests: hlo/run/sharded_run_test.cc, "tiles are what devices have"]
// Errors   run.sharding where manual and other values meet, or a device's own value is not a tile;
//          run.replicas with a witness; run.divergence where only some devices reach a value that
//          has to be gathered; those of lockstep.h and sharding_plan.h.
// Source   XLA, spmd_partitioner.cc.
#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "tileglot/core/error.h"
#include "tileglot/hlo/ir/ids.h"
#include "tileglot/hlo/ir/module.h"
#include "tileglot/hlo/run/array/value.h"
#include "tileglot/hlo/run/devices/lockstep.h"
#include "tileglot/hlo/run/element/elements.h"
#include "tileglot/hlo/run/evaluate.h"
#include "tileglot/hlo/run/interpret/interpreter.h"
#include "tileglot/hlo/run/sharding_plan.h"
#include "tileglot/notation/xla/shape/shape.h"
#include "tileglot/notation/xla/sharding/sharding.h"

namespace tileglot::hlo::run {

/// Called with every value that devices compute.
using Watch = std::function<void(InstructionId, const DeviceValue&)>;

/// Returns whole outputs, as evaluate does. The shardings determine options.devices.
/// Precondition: the module is verified.
core::Result<std::vector<Output>> evaluate_sharded(const Module& module,
                                                   std::span<const Elements> inputs,
                                                   const RunOptions& options = {},
                                                   const Watch& watch = {});

class ShardedRun final : public Lockstep {
 public:
  /// Module and plan must stay alive and unchanged.
  ShardedRun(const Module& module, const ShardingPlan& plan, const RunOptions& options,
             Watch watch);

  /// A parameter's arrays, taken from the front of inputs, as the devices have them.
  core::Result<DeviceValue> argument(InstructionId parameter, const notation::xla::Shape& shape,
                                     std::span<const Elements>& inputs);
  /// The root as arrays of `shape`.
  core::Result<std::vector<Output>> outputs(InstructionId root, const DeviceValue& value,
                                            const notation::xla::Shape& shape);

 protected:
  core::Result<DeviceValue> operation(InstructionId id, Operands operands,
                                      const DeviceNumbers& devices) override;
  core::Result<DeviceValue> collective(InstructionId id, Operands operands,
                                       const DeviceNumbers& devices) override;
  core::Result<DeviceValue> handed(const DeviceValue& value, InstructionId id,
                                   const DeviceNumbers& devices, const DeviceValue* like) override;
  core::Result<DeviceValue> on_all(const DeviceValue& value, InstructionId id,
                                   const DeviceNumbers& devices) override;
  bool goes_together(InstructionId id) const override;

 private:
  using Sharding = notation::xla::Sharding;
  using Shape = notation::xla::Shape;
  using SharedShardings = std::shared_ptr<const Shardings>;

  // sharded_operation.cc
  core::Result<DeviceValue> computed(InstructionId id, Operands operands,
                                     const DeviceNumbers& devices);
  core::Result<DeviceValue> tuple(InstructionId id, Operands operands,
                                  const DeviceNumbers& devices);
  core::Result<DeviceValue> tuple_element(InstructionId id, const DeviceValue& tuple,
                                          const DeviceNumbers& devices);
  core::Result<DeviceValue> custom_call(InstructionId id, Operands operands,
                                        const DeviceNumbers& devices);
  core::Result<DeviceValue> full_to_shard(InstructionId id, const DeviceValue& full,
                                          const DeviceNumbers& devices);
  core::Result<DeviceValue> shard_to_full(InstructionId id, const DeviceValue& shard,
                                          const DeviceNumbers& devices);
  core::Result<DeviceValue> for_itself(InstructionId id, Operands operands,
                                       const DeviceNumbers& devices);
  core::Result<DeviceValue> on_tiles(InstructionId id, Operands operands, const Sharding& tiles,
                                     const DeviceNumbers& devices);
  core::Result<DeviceValue> as_a_whole(InstructionId id, Operands operands,
                                       const DeviceNumbers& devices);
  /// The common tiling of an elementwise operation's operands; null if there is none.
  const Sharding* common_tiles(InstructionId id, Operands operands) const;
  core::Error refused(InstructionId id, std::string why) const;

  // sharded_run.cc
  core::Result<DeviceValue> spread(const DeviceValue& value, InstructionId id, SharedShardings to,
                                   const DeviceNumbers& devices);
  core::Result<Value> handed_part(const Value& value, const Shape& shape, const Sharding*& leaf,
                                  std::size_t device);
  core::Status check_all_are_here(InstructionId id, const DeviceNumbers& devices) const;
  /// The whole value. Precondition: all devices take part.
  core::Result<Value> whole(const DeviceValue& value, InstructionId id, const Shape& shape);
  core::Result<Value> whole_part(std::span<const Value> local, InstructionId id, const Shape& shape,
                                 const Sharding*& leaf);
  core::Result<Elements> whole_array(std::span<const Value> local, InstructionId id,
                                     const Shape& shape, const Sharding& sharding);
  core::Status check_copies(std::span<const Value> local, InstructionId id,
                            const Sharding& sharding) const;
  core::Result<DeviceValue> cut(const Value& whole, const Shape& shape, SharedShardings to);
  core::Status cut_part(const Value& whole, const Shape& shape, const Sharding*& leaf,
                        std::span<Value* const> parts);
  core::Status cut_array(const PhysicalArray& whole, const Shape& shape, const Sharding& sharding,
                         std::span<Value* const> parts);

  const ShardingPlan& plan_;
  Watch watch_;
};

/// Whether each device has the whole value, or one of its own.
bool is_local(const Shardings& shardings);
bool is_manual(const notation::xla::Sharding& sharding);

}  // namespace tileglot::hlo::run
