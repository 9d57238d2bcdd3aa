// SPDX-License-Identifier: Apache-2.0
// cpu_dot.h: how a CPU computes a dot, and which operand layouts that requires.
//
// What     cpu_dot_strategy(module, dot): a kernel for matrix times vector, plain loops, or a
//          library that needs row-major matrices.
// Why      The library reads only row-major; the others read any layout, and then a constant matrix
//          may be stored column by column.
// Example  f32[64,32] x f32[32,48] goes to the library; f32[64,32] x f32[32] is matrix times
//          vector; bf16[64,32] x bf16[32,48] is plain loops, as are f32[2,32] x f32[32,3].
//          [tests: hlo/pass/platform/matrix_layout_test.cc, "a dot is computed in one of three
//          ways"]
// Source   XLA, GetDotImplementationStrategy (cpu/dot_op_emitter.cc), several threads for Eigen;
//          ProfitableToMakeDotOperandColumnMajor (cpu_layout_assignment.cc).
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>

#include "tileglot/hlo/ir/ids.h"
#include "tileglot/hlo/ir/module.h"

namespace tileglot::hlo::pass {

enum class CpuDotStrategy : std::uint8_t { kMatrixVector, kPlainLoops, kLibrary };

CpuDotStrategy cpu_dot_strategy(const Module& module, InstructionId dot);

/// Whether it reads and writes row-major matrices only.
bool is_row_major_dot(const Module& module, InstructionId dot);

/// The operand that is better read column by column: the matrix of a dot that multiplies a vector of
/// 32 bytes or more by it and contracts its dimension 0; or of an output fusion whose root adds
/// such a dot, where only the dot reads the matrix.
std::optional<std::size_t> operand_read_by_columns(const Module& module, InstructionId id);

}  // namespace tileglot::hlo::pass
