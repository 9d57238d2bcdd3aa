// SPDX-License-Identifier: Apache-2.0
// evaluate.h: runs a module: the reference evaluator of HLO.
//
// What     evaluate(module, inputs) returns the leaves of the entry's result.
// Why      A pass that changes layouts, inserts copies and rewrites operations is right if the
//          module computes the same afterwards. The evaluator computes slowly and plainly, one
//          instruction after another, and stores every array in memory as its layout says, padding
//          poisoned: so a wrong layout gives wrong numbers.
// How      An input is written by the entry's layout. Each instruction reads its operands through
//          the index maps of their shapes, computes on numbers in logical order (elements.h), and
//          writes its result through the map of its own. A copy moves by relayout's plan; a
//          bitcast, and with Handover::kAsBytes every passing of a value, keeps the bytes and reads
//          them by another map.
// By hand  f32[2,3]{0,1} p = 1 2 3 / 4 5 6 is stored as 1 4 2 5 3 6. bitcast to f32[3,2]{1,0} reads
//          those bytes by rows: 1 4 / 2 5 / 3 6, p's transpose, and nothing moved. With p's layout
//          {1,0} the same module gives 1 2 / 3 4 / 5 6.
//          [tests: hlo/run/evaluate_test.cc, "a bitcast reads the bytes that are there"]
// Units    One input for each leaf of the parameters, tokens left out, in row-major logical order.
// Limits   RunOptions: steps, bytes and depth. A user's module never makes it abort or hang.
// Errors   run.elided where the text left out a constant's elements; run.inputs where an input is
//          missing, too many, or not of its parameter's type and size; run.devices where there are
//          none or too many; those of interpreter.h and lockstep.h.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "tileglot/core/error.h"
#include "tileglot/hlo/ir/module.h"
#include "tileglot/hlo/run/array/physical_array.h"
#include "tileglot/hlo/run/array/value.h"
#include "tileglot/hlo/run/element/elements.h"
#include "tileglot/hlo/run/interpret/interpreter.h"
#include "tileglot/notation/xla/shape/shape.h"

namespace tileglot::hlo::run {

/// A leaf of the result.
struct Output {
  notation::xla::Shape shape = {};
  Elements elements = {};
};

/// The shapes of the entry's parameters and result, with the layouts that the header gives; a leaf
/// without one has the parameter's or root's own.
std::vector<notation::xla::Shape> parameter_shapes(const Module& module);
notation::xla::Shape result_shape(const Module& module);

/// The arrays of the parameters: one input each.
std::vector<notation::xla::Shape> input_shapes(const Module& module);

/// Fails with run.elided if the elements of a constant are not in the text.
core::Status check_constants(const Module& module);
/// Checks that no constant lacks its elements, and that there is an input for each array.
core::Status check_run(const Module& module, std::span<const Elements> inputs);
/// A value of the shape; takes its arrays from the front of inputs. Precondition: check_run.
core::Result<Value> input_value(Memory& memory, const notation::xla::Shape& shape,
                                std::span<const Elements>& inputs);

/// Runs on one device, for which collectives have groups of one. Precondition: the module is
/// verified.
core::Result<std::vector<Output>> evaluate(const Module& module, std::span<const Elements> inputs,
                                           const RunOptions& options = {});

/// Runs on options.devices, by device number: each has its own inputs and outputs. All devices
/// together have the memory and the steps of one run. Precondition: the module is verified.
core::Result<std::vector<std::vector<Output>>> evaluate_on_devices(
    const Module& module, std::span<const std::vector<Elements>> inputs, const RunOptions& options);

}  // namespace tileglot::hlo::run
