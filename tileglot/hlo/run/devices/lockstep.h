// SPDX-License-Identifier: Apache-2.0
// lockstep.h: runs a computation on several devices, each instruction on all devices in turn.
//
// What     A DeviceValue is what each device has. call(computation, arguments, devices) evaluates
//          each instruction on all the devices that reached it before it goes on to the next; a
//          collective exchanges values between them.
// Why      Every device runs the same program, so no device waits: where devices meet, all have
//          arrived.
// Branches Where devices take different branches, or leave a loop at different times, the others
//          continue alone. A collective that only some of a group have reached would wait forever:
//          that is an error, even if two branches of a conditional contain the same collective.
//          By hand: if (partition == 0) all-reduce(x): device 0 waits for device 1.
//          [tests: hlo/run/devices/lockstep_test.cc, "who takes another way is waited for in vain"]
// Cost     Computations without collectives run on one device after another.
// Errors   run.divergence; those of collective_groups.h, collective.h and interpreter.h.
#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <vector>

#include "tileglot/core/error.h"
#include "tileglot/hlo/ir/ids.h"
#include "tileglot/hlo/ir/module.h"
#include "tileglot/hlo/run/array/devices.h"
#include "tileglot/hlo/run/array/value.h"
#include "tileglot/hlo/run/interpret/interpreter.h"
#include "tileglot/notation/xla/sharding/sharding.h"

namespace tileglot::hlo::run {

/// The sharding of each leaf of a value, tokens included.
using Shardings = std::vector<notation::xla::Sharding>;

struct DeviceValue {
  std::vector<Value> local = {};  ///< by device number; empty where a device has none
  std::shared_ptr<const Shardings> shardings =
      {};  ///< none: each device has its own (sharded_run.h)
};

/// Whether some computation of the module exchanges values between devices.
bool has_collectives(const Module& module);

class Lockstep {
 public:
  /// The module must stay alive and unchanged. Precondition: options.devices are 1 to kMaxDevices.
  Lockstep(const Module& module, const RunOptions& options);
  Lockstep(const Lockstep&) = delete;
  Lockstep& operator=(const Lockstep&) = delete;
  Lockstep(Lockstep&&) = delete;
  Lockstep& operator=(Lockstep&&) = delete;
  virtual ~Lockstep() = default;

  core::Result<DeviceValue> call(ComputationId computation, std::span<const DeviceValue> arguments,
                                 const DeviceNumbers& devices);
  Interpreter& interpreter() { return interpreter_; }

 protected:
  using Operands = std::span<const DeviceValue>;

  /// An operation that runs no computation with collectives: each device for itself.
  virtual core::Result<DeviceValue> operation(InstructionId id, Operands operands,
                                              const DeviceNumbers& devices);
  virtual core::Result<DeviceValue> collective(InstructionId id, Operands operands,
                                               const DeviceNumbers& devices);
  /// The value as the instruction's, sharded like `like` if it is not null.
  virtual core::Result<DeviceValue> handed(const DeviceValue& value, InstructionId id,
                                           const DeviceNumbers& devices, const DeviceValue* like);
  /// The value with an array on every device, as needed to read conditions.
  virtual core::Result<DeviceValue> on_all(const DeviceValue& value, InstructionId id,
                                           const DeviceNumbers& devices);
  /// Whether devices run the computations of the instruction together.
  virtual bool goes_together(InstructionId id) const;

  const Module& module() const { return module_; }
  const Devices& devices() const { return devices_; }
  DeviceValue nowhere() const { return {std::vector<Value>(devices_.count()), {}}; }

 private:
  core::Result<DeviceValue> evaluate(InstructionId id, Operands operands, Operands arguments,
                                     const DeviceNumbers& devices);
  core::Status exchange(InstructionId id, Operands operands, const DeviceNumbers& group,
                        DeviceValue& result);
  core::Status leave_zeros(InstructionId id, Operands operands, const DeviceNumbers& devices,
                           DeviceValue& result);
  core::Result<Value> received(InstructionId id, std::span<const Value> operands,
                               const std::vector<Elements>& results);

  // lockstep_control_flow.cc
  core::Result<DeviceValue> control_flow(InstructionId id, Operands operands,
                                         const DeviceNumbers& devices);
  core::Result<DeviceValue> called(InstructionId id, Operands operands,
                                   const DeviceNumbers& devices);
  core::Result<DeviceValue> loop(InstructionId id, const DeviceValue& initial,
                                 DeviceNumbers devices);
  core::Result<DeviceNumbers> held(ComputationId condition, const DeviceValue& state,
                                   const DeviceNumbers& devices);
  core::Result<DeviceValue> conditional(InstructionId id, Operands operands,
                                        const DeviceNumbers& devices);

  const Module& module_;
  Devices devices_;
  int max_depth_;
  int depth_ = 0;
  Interpreter interpreter_;
  std::vector<bool> meets_ = {};  ///< by computation: devices meet in it or in what it calls
};

/// One device's part of each value.
std::vector<Value> values_at(std::span<const DeviceValue> values, std::size_t device);

}  // namespace tileglot::hlo::run
