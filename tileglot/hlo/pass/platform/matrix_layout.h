// SPDX-License-Identifier: Apache-2.0
// matrix_layout.h: whether an array can be read as a batch of matrices.
//
// What     is_matrix_layout(order, roles) is true if the batch's dimensions are adjacent, as are
//          those of the rows and those of the columns, each in the order in which it is listed, and
//          the batch is not the most minor.
// Why      cuBLAS takes a batch of matrices by a start, a leading dimension and a step; other
//          layouts have to be copied first.
// Example  f32[8,4,16]{2,1,0} with batch {1}, rows {0} and columns {2} is one: rows, batch, columns
//          from the major end. f32[8,16,4]{2,1,0} with batch {2} is not.
//          [tests: hlo/pass/platform/matrix_layout_test.cc, "the batch may not be the most minor"]
// Source   XLA, MatrixLayout::For (matmul_utils.cc).
#pragma once

#include <cstdint>
#include <vector>

#include "tileglot/hlo/ir/instruction.h"

namespace tileglot::hlo::pass {

/// Each lists dimensions, the most major first.
struct MatrixRoles {
  std::vector<std::int64_t> batch = {};
  std::vector<std::int64_t> rows = {};
  std::vector<std::int64_t> columns = {};
};

bool is_matrix_layout(const std::vector<std::int64_t>& minor_to_major, const MatrixRoles& roles);

/// The roles of a dot operand's dimensions; `other` is neither batch nor contracted.
struct DotOperand {
  std::vector<std::int64_t> batch = {};
  std::vector<std::int64_t> contracting = {};
  std::vector<std::int64_t> other = {};
};

/// `number` is 0 or 1; `rank` the operand's.
DotOperand dot_operand(const Instruction& dot, int number, std::int64_t rank);

/// The result of a dot: batch, then what is left of operand 0, then of operand 1.
MatrixRoles dot_result_roles(const DotOperand& left, const DotOperand& right);

}  // namespace tileglot::hlo::pass
