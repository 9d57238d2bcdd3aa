// SPDX-License-Identifier: Apache-2.0
// triton/detail/families.h: the lowering of each family of encodings.
//
// What     One overload of lower_family per family; lower.h declares the one for all.
// Units    `shape` has the rank of the encoding, and its sizes are powers of two.
// Source   Triton 3.9.0, LinearLayoutConversions.cpp.
#pragma once

#include <cstdint>

#include "tileglot/core/error.h"
#include "tileglot/notation/linear/layout/layout.h"
#include "tileglot/notation/triton/encoding.h"

namespace tileglot::bridge {

namespace linear = notation::linear;
namespace triton = notation::triton;

using Lowered = core::Result<linear::Layout>;

Lowered lower_family(const triton::Blocked& e, const triton::Numbers& shape);
Lowered lower_family(const triton::Slice& e, const triton::Numbers& shape);
Lowered lower_family(const triton::Linear& e, const triton::Numbers& shape);
Lowered lower_family(const triton::GenericLinear& e, const triton::Numbers& shape);
Lowered lower_family(const triton::NvidiaMma& e, const triton::Numbers& shape);
Lowered lower_family(const triton::AmdMfma& e, const triton::Numbers& shape);
Lowered lower_family(const triton::AmdWmma& e, const triton::Numbers& shape);

/// An operand of a matrix product, by the accumulator's family.
Lowered lower_family(const triton::DotOperand& e, const triton::Numbers& shape);
Lowered lower_operand(const triton::DotOperand& e, const triton::Blocked& parent,
                      const triton::Numbers& shape);
Lowered lower_operand(const triton::DotOperand& e, const triton::NvidiaMma& parent,
                      const triton::Numbers& shape);
Lowered lower_operand(const triton::DotOperand& e, const triton::AmdMfma& parent,
                      const triton::Numbers& shape);
Lowered lower_operand(const triton::DotOperand& e, const triton::AmdWmma& parent,
                      const triton::Numbers& shape);

Lowered lower_family(const triton::SwizzledShared& e, const triton::Numbers& shape);
Lowered lower_family(const triton::AmdRotatingShared& e, const triton::Numbers& shape);
Lowered lower_family(const triton::NvmmaShared& e, const triton::Numbers& shape);
Lowered lower_family(const triton::PaddedShared& e, const triton::Numbers& shape);
Lowered lower_family(const triton::SharedLinear& e, const triton::Numbers& shape);
Lowered lower_family(const triton::PartitionedShared& e, const triton::Numbers& shape);

Lowered lower_family(const triton::TensorMemory& e, const triton::Numbers& shape);
Lowered lower_family(const triton::TensorMemoryScales& e, const triton::Numbers& shape);

/// The dimension that a product sums over: the last dimension of A (0), the second to last of B
/// (1).
inline std::int64_t k_dimension(std::int64_t op_idx, std::int64_t rank) {
  return op_idx == 0 ? rank - 1 : rank - 2;
}

/// K first, then the other dimension of the matrix, then the batch.
triton::Numbers operand_order(std::int64_t op_idx, std::int64_t rank);

/// Blocks along K hold the same elements of an operand.
triton::Bases without_k(triton::Bases cga, std::int64_t k);

}  // namespace tileglot::bridge
