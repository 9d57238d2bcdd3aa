// SPDX-License-Identifier: Apache-2.0
// lane_program.h: a computation on scalars, run on many of them at once.
//
// What     The computations that reduce, scatter, sort and map apply take and return scalars. A
//          LaneProgram is such a computation, with calls inlined, as a list of steps;
//          run(arguments) takes a vector for each parameter, one number per lane, and returns a
//          vector for each result.
// Why      A step costs an allocation and an opcode dispatch; spread over a thousand lanes that is
//          nothing.
// Example  add(x, multiply(x, y)) on the lanes x = 1 2, y = 3 4 gives 4 10.
//          [tests: hlo/run/operation/lane_program_test.cc, "each lane is a call"]
// Errors   Those of elementwise.h. of() returns nothing if a step is not elementwise (a loop, an
//          array), or there are more than 2^12 steps: then each call is run by itself (combine.h).
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <vector>

#include "tileglot/core/error.h"
#include "tileglot/hlo/ir/ids.h"
#include "tileglot/hlo/ir/module.h"
#include "tileglot/hlo/run/element/elements.h"

namespace tileglot::hlo::run {

class LaneProgram {
 public:
  static std::optional<LaneProgram> of(const Module& module, ComputationId computation);

  /// Precondition: one vector for each parameter, all of one length. Parameters are scalars.
  core::Result<std::vector<Elements>> run(std::span<const Elements> arguments) const;
  std::size_t step_count() const { return steps_.size(); }

  /// An instruction and the slots of its operands; its result has the next free slot.
  struct Step {
    InstructionId instruction = {};
    std::vector<std::size_t> operands = {};
  };

 private:
  friend class LaneCompiler;
  explicit LaneProgram(const Module& module) : module_(&module) {}
  core::Result<Elements> step(const Step& step, std::span<const Elements> slots,
                              std::size_t lanes) const;

  const Module* module_;
  std::vector<Step> steps_ = {};
  std::vector<std::size_t> results_ = {};
};

}  // namespace tileglot::hlo::run
