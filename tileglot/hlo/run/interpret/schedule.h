// SPDX-License-Identifier: Apache-2.0
// schedule.h: the order in which values are computed, and how long they are kept.
//
// What     run(computation, evaluate) calls evaluate(id, operands) for each instruction that the
//          root needs, in list order, and releases a value after its last use.
// Why      One device and many do the same with values of different types (interpreter.h,
//          lockstep.h).
// Example  Of x, unused = -x, r = x + x the second is not evaluated.
//          [tests: hlo/run/evaluate_test.cc, "what nothing needs is not run"]
// Errors   Those of evaluate, at the instruction's place in the text.
#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "tileglot/core/error.h"
#include "tileglot/hlo/ir/ids.h"
#include "tileglot/hlo/ir/module.h"

namespace tileglot::hlo::run {

class Schedule {
 public:
  /// The module must stay alive and unchanged.
  explicit Schedule(const Module& module);

  template <class V, class Evaluate>
  core::Result<V> run(ComputationId computation, const Evaluate& evaluate) const {
    std::vector<V> values(module_[computation].instruction_count);
    std::vector<std::uint32_t> left(values.size());
    for (const InstructionId id : module_.instructions(computation)) {
      const std::uint32_t slot = slots_[index_of(id)];
      left[slot] = uses_[index_of(id)];
      if (left[slot] == 0) continue;
      std::vector<V> operands;
      operands.reserve(module_.operands(id).size());
      for (const InstructionId operand : module_.operands(id)) {
        const std::uint32_t from = slots_[index_of(operand)];
        const bool last = --left[from] == 0;
        operands.push_back(last ? std::move(values[from]) : values[from]);
      }
      core::Result<V> value = evaluate(id, operands);
      if (!value) return core::fail(placed(std::move(value).error(), id));
      values[slot] = *std::move(value);
    }
    return std::move(values[slots_[index_of(*module_[computation].root)]]);
  }

 private:
  core::Error placed(core::Error error, InstructionId id) const;

  const Module& module_;
  std::vector<std::uint32_t> slots_ = {};  ///< by instruction: its number in its computation
  std::vector<std::uint32_t> uses_ = {};   ///< by instruction: operands of needed instructions
};

}  // namespace tileglot::hlo::run
