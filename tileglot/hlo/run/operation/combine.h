// SPDX-License-Identifier: Apache-2.0
// combine.h: combines values into totals by a computation.
//
// What     A Combiner is what reduce, reduce-window, scatter and select-and-scatter apply. fold
//          takes totals and values, one vector for each operand of a variadic reduce, and two lists
//          of numbers: into[i] becomes computation(into[i], from[i]), one after another.
// Why      All four differ only in which element goes into which total.
// How      If the computation is one addition, product, maximum, minimum, and, or, xor of its
//          parameters, a typed loop; if it is elementwise, as many lanes at a time as have
//          different totals; otherwise a call for each.
// Rounding A loop of additions keeps bf16 and narrower sums as floats; the caller rounds at the
//          end.
// Example  Totals [0 0], values [1 2 3], into [0 1 0], from [0 1 2]: [4 2].
//          [tests: hlo/run/operation/combine_test.cc, "values go into their totals"]
// Errors   Those of elementwise.h and of the calls; run.operands where the computation does not
//          have two parameters for each total and a result of its type; run.steps.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <vector>

#include "tileglot/core/error.h"
#include "tileglot/hlo/ir/ids.h"
#include "tileglot/hlo/ir/module.h"
#include "tileglot/hlo/ir/opcode.h"
#include "tileglot/hlo/run/array/budget.h"
#include "tileglot/hlo/run/array/devices.h"
#include "tileglot/hlo/run/element/elements.h"
#include "tileglot/hlo/run/operation/lane_program.h"

namespace tileglot::hlo::run {

/// Runs a computation on scalars and returns the leaves of its result.
using ScalarCall =
    std::function<core::Result<std::vector<Elements>>(ComputationId, std::span<const Elements>)>;

/// The context in which operations apply computations.
struct Applying {
  const Module* module = nullptr;
  Budget* budget = nullptr;
  ScalarCall call = {};
  Device device = {};  ///< which runs it
};

/// A computation on scalars: a LaneProgram if possible, otherwise a call for each lane.
class ScalarFunction {
 public:
  ScalarFunction(const Applying& applying, ComputationId computation);
  /// As LaneProgram::run, a few thousand lanes at a time.
  core::Result<std::vector<Elements>> operator()(std::span<const Elements> arguments) const;

 private:
  core::Result<std::vector<Elements>> one_by_one(std::span<const Elements> arguments) const;
  core::Result<std::vector<Elements>> on_lanes(std::span<const Elements> arguments) const;

  const Applying* applying_;
  ComputationId computation_;
  std::optional<LaneProgram> program_;
};

/// The opcode if the computation is one operation on its two parameters, in their order.
std::optional<Opcode> single_operation(const Module& module, ComputationId computation);

class Combiner {
 public:
  /// The Applying must stay alive.
  static core::Result<Combiner> of(const Applying& applying, ComputationId computation,
                                   std::span<const PrimitiveType> types);

  core::Status fold(std::vector<Elements>& totals, std::span<const std::int64_t> into,
                    std::span<const Elements* const> values,
                    std::span<const std::int64_t> from) const;
  /// The same. Precondition: no two entries of `into` are equal.
  core::Status fold_apart(std::vector<Elements>& totals, std::span<const std::int64_t> into,
                          std::span<const Elements* const> values,
                          std::span<const std::int64_t> from) const;

 private:
  Combiner(const Applying& applying, ComputationId computation)
      : applying_(&applying), function_(applying, computation) {}
  bool fold_typed(Elements& totals, std::span<const std::int64_t> into, const Elements& values,
                  std::span<const std::int64_t> from) const;

  const Applying* applying_;
  std::optional<Opcode> operation_ = {};
  ScalarFunction function_;
};

}  // namespace tileglot::hlo::run
