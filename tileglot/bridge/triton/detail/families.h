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

namespace tileglot::bridge {

namespace linear = notation::linear;
namespace triton = notation::triton;

core::Result<linear::Layout> lower_blocked(const triton::Blocked& e, const triton::Numbers& shape);
core::Result<linear::Layout> lower_slice(const triton::Slice& e, const triton::Numbers& shape);
core::Result<linear::Layout> lower_linear(const triton::Linear& e, const triton::Numbers& shape);
core::Result<linear::Layout> lower_generic_linear(const triton::GenericLinear& e,
                                                  const triton::Numbers& shape);
core::Result<linear::Layout> lower_nvidia_mma(const triton::NvidiaMma& e,
                                              const triton::Numbers& shape);
core::Result<linear::Layout> lower_mfma(const triton::AmdMfma& e, const triton::Numbers& shape);
core::Result<linear::Layout> lower_wmma(const triton::AmdWmma& e, const triton::Numbers& shape);

/// Operands of a matrix product, by the accumulator's family.
core::Result<linear::Layout> lower_blocked_operand(const triton::DotOperand& e,
                                                   const triton::Blocked& parent,
                                                   const triton::Numbers& shape);
core::Result<linear::Layout> lower_nvidia_operand(const triton::DotOperand& e,
                                                  const triton::NvidiaMma& parent,
                                                  const triton::Numbers& shape);
core::Result<linear::Layout> lower_mfma_operand(const triton::DotOperand& e,
                                                const triton::AmdMfma& parent,
                                                const triton::Numbers& shape);
core::Result<linear::Layout> lower_wmma_operand(const triton::DotOperand& e,
                                                const triton::AmdWmma& parent,
                                                const triton::Numbers& shape);

core::Result<linear::Layout> lower_swizzled(const triton::SwizzledShared& e,
                                            const triton::Numbers& shape);
core::Result<linear::Layout> lower_rotating(const triton::AmdRotatingShared& e,
                                            const triton::Numbers& shape);
core::Result<linear::Layout> lower_nvmma_shared(const triton::NvmmaShared& e,
                                                const triton::Numbers& shape);
core::Result<linear::Layout> lower_padded(const triton::PaddedShared& e,
                                          const triton::Numbers& shape);
core::Result<linear::Layout> lower_shared_linear(const triton::SharedLinear& e,
                                                 const triton::Numbers& shape);
core::Result<linear::Layout> lower_partitioned(const triton::PartitionedShared& e,
                                               const triton::Numbers& shape);

core::Result<linear::Layout> lower_tensor_memory(const triton::TensorMemory& e,
                                                 const triton::Numbers& shape);
core::Result<linear::Layout> lower_scales(const triton::TensorMemoryScales& e,
                                          const triton::Numbers& shape);

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
