// SPDX-License-Identifier: Apache-2.0
// interpreter.h: the instructions of a computation, one after another.
//
// What     call(computation, arguments) evaluates what the root needs, in the order of the list, each
//          instruction once, and lets go of a value after its last use.
// Handover Where a value passes from one shape to another that should be the same (into a parameter, a
//          tuple, out of one, through a loop), the declared layouts may differ. kRelaid moves the
//          array: what a module means before layouts are assigned. kAsBytes hands over the bytes, as
//          compiled programs do: a layout that was forgotten gives other numbers.
// Depth    Calls nest at most max_depth deep; everything else is a loop.
// Errors   Those of array_operation.h and physical_array.h; run.depth, run.steps, run.custom_call,
//          run.handover where bytes or types of the two shapes differ. Errors say where the
//          instruction stands in the text.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "tileglot/core/error.h"
#include "tileglot/hlo/ir/ids.h"
#include "tileglot/hlo/ir/literal.h"
#include "tileglot/hlo/ir/module.h"
#include "tileglot/hlo/run/array_operation.h"
#include "tileglot/hlo/run/budget.h"
#include "tileglot/hlo/run/combine.h"
#include "tileglot/hlo/run/physical_array.h"
#include "tileglot/hlo/run/value.h"
#include "tileglot/notation/xla/shape.h"

namespace tileglot::hlo::run {

enum class Handover : std::uint8_t { kRelaid, kAsBytes };

struct RunOptions {
  Handover handover = Handover::kRelaid;
  std::int64_t max_steps = std::int64_t{1} << 32;
  ArrayLimits arrays = {};  ///< each array; the bytes also of all together
  int max_depth = 64;
};

/// What is known of an operation, if only of some types; others are run.unsupported.
bool is_evaluated(Opcode opcode);

class Interpreter {
 public:
  /// The module stays alive and as it is.
  Interpreter(const Module& module, const RunOptions& options);
  Interpreter(const Interpreter&) = delete;
  Interpreter& operator=(const Interpreter&) = delete;
  Interpreter(Interpreter&&) = delete;
  Interpreter& operator=(Interpreter&&) = delete;
  ~Interpreter() = default;

  core::Result<Value> call(ComputationId computation, std::vector<Value> arguments);
  /// The value as one of that shape.
  core::Result<Value> handed(const Value& value, const notation::xla::Shape& shape);
  Memory& memory() { return memory_; }

 private:
  using Operands = std::vector<Value>;

  core::Result<Value> run(ComputationId computation, std::vector<Value> arguments);
  core::Result<Value> evaluate(InstructionId id, const Operands& operands,
                               std::span<const Value> arguments);
  core::Result<Value> structural(InstructionId id, const Operands& operands,
                                 std::span<const Value> arguments);
  core::Result<Value> on_arrays(InstructionId id, const Operands& operands);
  core::Result<Value> handed_array(const PhysicalArray& array, const notation::xla::Shape& shape);
  core::Result<Value> relaid(const Value& value, const notation::xla::Shape& shape);
  core::Result<Value> bitcast(const Value& value, const notation::xla::Shape& shape);
  core::Result<Value> constant(const Literal& literal, const notation::xla::Shape& shape);
  core::Result<Value> tuple(const Operands& operands, const notation::xla::Shape& shape);
  core::Result<Value> custom_call(InstructionId id, const Operands& operands);
  core::Result<Value> written(const std::vector<Elements>& results,
                              const notation::xla::Shape& shape);

  // control_flow.cc
  core::Result<Value> called(InstructionId id, const Operands& operands);
  core::Result<Value> loop(InstructionId id, const Operands& operands);
  core::Result<Value> conditional(InstructionId id, const Operands& operands);
  core::Result<bool> holds(ComputationId condition, const Value& state);
  core::Result<std::vector<Elements>> call_on_scalars(ComputationId computation,
                                                      std::span<const Elements> arguments);

  const Module& module_;
  RunOptions options_;
  Memory memory_;
  Budget budget_;
  Applying applying_;
  int depth_ = 0;
  std::vector<std::uint32_t> slots_ = {};  ///< by instruction: its number in its computation
  std::vector<std::uint32_t> uses_ = {};   ///< by instruction: operands of needed instructions
};

}  // namespace tileglot::hlo::run
