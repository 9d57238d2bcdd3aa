// SPDX-License-Identifier: Apache-2.0
// array_operation.h: operations from arrays to arrays, by opcode.
//
// What     array_operation(applying, id, operands) reads the instruction's attributes and calls the
//          file that has the operation: shape_operations.h, reduce.h, dot.h, gather.h, sort.h, ..
// Units    Elements in row-major order; the results are those of the leaves of the instruction's
//          shape.
// Example  transpose of 1..6 as [2,3] with dimensions={1,0} is 1 4 2 5 3 6 as [3,2].
//          [tests: hlo/run/evaluate_test.cc, "a transpose in column-major memory"]
// Errors   Those of the operations; run.unsupported for opcodes that the evaluator does not have;
//          run.operands where the result does not have as many elements as its shape. The module is
//          verified.
#pragma once

#include <span>
#include <vector>

#include "tileglot/core/error.h"
#include "tileglot/hlo/ir/ids.h"
#include "tileglot/hlo/ir/opcode.h"
#include "tileglot/hlo/run/array/strided_box.h"
#include "tileglot/hlo/run/element/elements.h"
#include "tileglot/hlo/run/operation/combine.h"
#include "tileglot/notation/xla/shape/shape.h"

namespace tileglot::hlo::run {

struct ArrayOperand {
  Elements elements = {};
  Extents extents = {};
};

Extents extents_of(const notation::xla::Shape& shape);

/// Whether array_operation computes the opcode; it rejects all others.
bool is_array_operation(Opcode opcode);

core::Result<std::vector<Elements>> array_operation(const Applying& applying, InstructionId id,
                                                    std::span<const ArrayOperand> operands);

}  // namespace tileglot::hlo::run
