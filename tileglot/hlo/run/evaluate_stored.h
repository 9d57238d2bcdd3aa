// SPDX-License-Identifier: Apache-2.0
// evaluate_stored.h: runs a module on arrays as they are stored in memory.
//
// What     evaluate_stored(module, inputs) takes each input in any layout, moves it into the
//          entry's layout for its parameter, by relayout's plan, and returns the leaves of the
//          result in the entry's layouts for them. stored_array makes an input from bytes.
// Why      A compiled program takes its arguments in the layouts that were chosen for it, and
//          returns its results in others: its caller relayouts at the entry, and these bytes are
//          what matters.
// Units    Bytes as stored, padding poisoned. One input for each array of the parameters.
// Example  f32[2,3]{1,0} 1 2 3 4 5 6 for a parameter {0,1} becomes 1 4 2 5 3 6.
//          [tests: hlo/run/evaluate_stored_test.cc, "inputs move into the entry's layouts"]
// Errors   run.inputs where an input is missing, too many, or not of its parameter's type and
//          bounds, or has another number of bytes than its shape; those of evaluate.h.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "tileglot/core/error.h"
#include "tileglot/hlo/ir/module.h"
#include "tileglot/hlo/run/array/physical_array.h"
#include "tileglot/hlo/run/interpret/interpreter.h"
#include "tileglot/notation/xla/shape/shape.h"

namespace tileglot::hlo::run {

core::Result<PhysicalArray> stored_array(Memory& memory, const notation::xla::Shape& shape,
                                         std::span<const std::byte> bytes);

/// Precondition: the module is verified.
core::Result<std::vector<PhysicalArray>> evaluate_stored(const Module& module,
                                                         std::span<const PhysicalArray> inputs,
                                                         const RunOptions& options = {});

}  // namespace tileglot::hlo::run
