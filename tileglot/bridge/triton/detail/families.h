// SPDX-License-Identifier: Apache-2.0
// triton/detail/families.h: the lowering of each family of encodings.
//
// What     One function per family; lower.h declares the one for all.
// Units    `shape` has the rank of the encoding, and its sizes are powers of two.
// Source   specs/linear.md 4, one section per family.
#pragma once

#include <cstdint>

#include "tileglot/core/error.h"
#include "tileglot/notation/linear/layout/layout.h"
#include "tileglot/notation/triton/encoding.h"

namespace tileglot::notation::linear {

core::Result<Layout> lower_blocked(const Blocked& e, const Numbers& shape);
core::Result<Layout> lower_slice(const Slice& e, const Numbers& shape);
core::Result<Layout> lower_linear(const Linear& e, const Numbers& shape);
core::Result<Layout> lower_generic_linear(const GenericLinear& e, const Numbers& shape);
core::Result<Layout> lower_nvidia_mma(const NvidiaMma& e, const Numbers& shape);
core::Result<Layout> lower_mfma(const AmdMfma& e, const Numbers& shape);
core::Result<Layout> lower_wmma(const AmdWmma& e, const Numbers& shape);

/// Operands of a matrix product, by the accumulator's family.
core::Result<Layout> lower_blocked_operand(const DotOperand& e, const Blocked& parent,
                                           const Numbers& shape);
core::Result<Layout> lower_nvidia_operand(const DotOperand& e, const NvidiaMma& parent,
                                          const Numbers& shape);
core::Result<Layout> lower_mfma_operand(const DotOperand& e, const AmdMfma& parent,
                                        const Numbers& shape);
core::Result<Layout> lower_wmma_operand(const DotOperand& e, const AmdWmma& parent,
                                        const Numbers& shape);

core::Result<Layout> lower_swizzled(const SwizzledShared& e, const Numbers& shape);
core::Result<Layout> lower_rotating(const AmdRotatingShared& e, const Numbers& shape);
core::Result<Layout> lower_nvmma_shared(const NvmmaShared& e, const Numbers& shape);
core::Result<Layout> lower_padded(const PaddedShared& e, const Numbers& shape);
core::Result<Layout> lower_shared_linear(const SharedLinear& e, const Numbers& shape);
core::Result<Layout> lower_partitioned(const PartitionedShared& e, const Numbers& shape);

core::Result<Layout> lower_tensor_memory(const TensorMemory& e, const Numbers& shape);
core::Result<Layout> lower_scales(const TensorMemoryScales& e, const Numbers& shape);

/// The dimension that a product sums over: the last dimension of A (0), the second to last of B
/// (1).
inline std::int64_t k_dimension(std::int64_t op_idx, std::int64_t rank) {
  return op_idx == 0 ? rank - 1 : rank - 2;
}

/// K first, then the other dimension of the matrix, then the batch.
Numbers operand_order(std::int64_t op_idx, std::int64_t rank);

/// Blocks along K hold the same elements of an operand.
Bases without_k(Bases cga, std::int64_t k);

}  // namespace tileglot::notation::linear
