// SPDX-License-Identifier: Apache-2.0
// interpreter.h: evaluates the instructions of a computation, one after another.
//
// What     call(computation, arguments) evaluates the instructions that the root needs, in list
//          order, each once, and releases a value after its last use.
// Handover Where a value passes from one shape to another that should be the same (into a
//          parameter, a tuple, out of one, through a loop), the declared layouts may differ.
//          kRelaid moves the array: the meaning of a module before layouts are assigned. kAsBytes
//          passes the bytes on, as compiled programs do: a forgotten layout gives other numbers.
// Depth    Calls nest at most max_depth deep; everything else is a loop.
// Errors   Those of array_operation.h and physical_array.h; run.depth, run.steps, run.custom_call,
//          run.handover where bytes or types of the two shapes differ. Errors have the
//          instruction's place in the text.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "tileglot/core/error.h"
#include "tileglot/hlo/ir/ids.h"
#include "tileglot/hlo/ir/literal.h"
#include "tileglot/hlo/ir/module.h"
#include "tileglot/hlo/run/array/budget.h"
#include "tileglot/hlo/run/array/devices.h"
#include "tileglot/hlo/run/array/physical_array.h"
#include "tileglot/hlo/run/array/value.h"
#include "tileglot/hlo/run/interpret/schedule.h"
#include "tileglot/hlo/run/operation/array_operation.h"
#include "tileglot/hlo/run/operation/combine.h"
#include "tileglot/notation/xla/shape/shape.h"

namespace tileglot::hlo::run {

enum class Handover : std::uint8_t { kRelaid, kAsBytes };

struct RunOptions {
  Handover handover = Handover::kRelaid;
  std::int64_t max_steps = std::int64_t{1} << 32;
  ArrayLimits arrays = {};  ///< each array; the bytes also of all together
  int max_depth = 64;
  Devices devices = {};  ///< that evaluate_on_devices simulates
};

/// Whether one device computes the operation by itself, if only for some types; others fail with
/// run.unsupported.
bool is_evaluated(Opcode opcode);

class Interpreter {
 public:
  /// The module must stay alive and unchanged.
  Interpreter(const Module& module, const RunOptions& options);
  Interpreter(const Interpreter&) = delete;
  Interpreter& operator=(const Interpreter&) = delete;
  Interpreter(Interpreter&&) = delete;
  Interpreter& operator=(Interpreter&&) = delete;
  ~Interpreter() = default;

  core::Result<Value> call(ComputationId computation, std::span<const Value> arguments);
  /// The value as one of that shape.
  core::Result<Value> handed(const Value& value, const notation::xla::Shape& shape);
  Memory& memory() { return memory_; }

  // For several devices (lockstep.h), which share memory and steps.
  /// The following evaluations are done by this device.
  void set_device(const Device& device) { applying_.device = device; }
  const Applying& applying() const { return applying_; }
  const Schedule& schedule() const { return schedule_; }
  core::Result<Value> evaluate(InstructionId id, std::span<const Value> operands,
                               std::span<const Value> arguments);
  core::Status spend_instruction();
  /// Spends the steps for a result's elements, before memory for them is allocated.
  core::Status spend_result(const notation::xla::Shape& shape);
  core::Result<std::vector<ArrayOperand>> arrays_of(InstructionId id,
                                                    std::span<const Value> operands);
  /// The results as an array or a tuple of arrays.
  core::Result<Value> written(const std::vector<Elements>& results,
                              const notation::xla::Shape& shape);
  /// The value of a -start: operands, result, and the rest without a value.
  core::Result<Value> started(InstructionId id, std::span<const Value> operands,
                              const Value& result);
  /// The one computation that a call, fusion or async-start runs.
  core::Result<ComputationId> callee(InstructionId id) const;
  core::Result<bool> is_true(ComputationId condition, const Value& answer) const;
  core::Result<std::size_t> chosen_branch(InstructionId id, const Value& selector,
                                          std::size_t operands) const;

 private:
  core::Result<Value> structural(InstructionId id, std::span<const Value> operands,
                                 std::span<const Value> arguments);
  core::Result<Value> on_arrays(InstructionId id, std::span<const Value> operands);
  core::Result<Value> handed_array(const PhysicalArray& array, const notation::xla::Shape& shape);
  core::Result<Value> relaid(const Value& value, const notation::xla::Shape& shape);
  core::Result<Value> bitcast(const Value& value, const notation::xla::Shape& shape);
  core::Result<Value> constant(const Literal& literal, const notation::xla::Shape& shape);
  core::Result<Value> tuple(std::span<const Value> operands, const notation::xla::Shape& shape);
  core::Result<Value> custom_call(InstructionId id, std::span<const Value> operands);
  core::Result<Value> done(InstructionId id, const Value& started);

  // control_flow.cc
  core::Result<Value> called(InstructionId id, std::span<const Value> operands);
  core::Result<Value> loop(InstructionId id, std::span<const Value> operands);
  core::Result<Value> conditional(InstructionId id, std::span<const Value> operands);
  core::Result<bool> holds(ComputationId condition, const Value& state);
  core::Result<std::vector<Elements>> call_on_scalars(ComputationId computation,
                                                      std::span<const Elements> arguments);

  const Module& module_;
  RunOptions options_;
  Memory memory_;
  Budget budget_;
  Applying applying_;
  int depth_ = 0;
  Schedule schedule_;
};

}  // namespace tileglot::hlo::run
