// SPDX-License-Identifier: Apache-2.0
#include "tileglot/bridge/triton/lower.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <variant>

#include "tileglot/bridge/triton/detail/families.h"
#include "tileglot/bridge/triton/detail/tile.h"
#include "tileglot/core/checked.h"
#include "tileglot/core/error.h"
#include "tileglot/notation/linear/layout/layout.h"
#include "tileglot/notation/triton/encoding.h"
#include "tileglot/notation/triton/tensor_type.h"

namespace tileglot::bridge {
namespace {

using core::Result;

struct LowerOperand {
  const triton::DotOperand& e;
  const triton::Numbers& shape;

  Result<linear::Layout> operator()(const triton::Blocked& parent) const {
    return lower_blocked_operand(e, parent, shape);
  }
  Result<linear::Layout> operator()(const triton::NvidiaMma& parent) const {
    return lower_nvidia_operand(e, parent, shape);
  }
  Result<linear::Layout> operator()(const triton::AmdMfma& parent) const {
    return lower_mfma_operand(e, parent, shape);
  }
  Result<linear::Layout> operator()(const triton::AmdWmma& parent) const {
    return lower_wmma_operand(e, parent, shape);
  }
  template <class Other>
  Result<linear::Layout> operator()(const Other& /*parent*/) const {
    return core::fail({.code = "triton.parent",
                       .message = fmt::format("{} is not an encoding of a matrix product",
                                              triton::mnemonic(*e.parent))});
  }
};

struct Lower {
  const triton::Numbers& shape;

  Result<linear::Layout> operator()(const triton::Blocked& e) const {
    return lower_blocked(e, shape);
  }
  Result<linear::Layout> operator()(const triton::Slice& e) const { return lower_slice(e, shape); }
  Result<linear::Layout> operator()(const triton::DotOperand& e) const {
    return std::visit(LowerOperand{e, shape}, e.parent->family());
  }
  Result<linear::Layout> operator()(const triton::NvidiaMma& e) const {
    return lower_nvidia_mma(e, shape);
  }
  Result<linear::Layout> operator()(const triton::AmdMfma& e) const { return lower_mfma(e, shape); }
  Result<linear::Layout> operator()(const triton::AmdWmma& e) const { return lower_wmma(e, shape); }
  Result<linear::Layout> operator()(const triton::Linear& e) const {
    return lower_linear(e, shape);
  }
  Result<linear::Layout> operator()(const triton::GenericLinear& e) const {
    return lower_generic_linear(e, shape);
  }
  Result<linear::Layout> operator()(const triton::SwizzledShared& e) const {
    return lower_swizzled(e, shape);
  }
  Result<linear::Layout> operator()(const triton::AmdRotatingShared& e) const {
    return lower_rotating(e, shape);
  }
  Result<linear::Layout> operator()(const triton::NvmmaShared& e) const {
    return lower_nvmma_shared(e, shape);
  }
  Result<linear::Layout> operator()(const triton::PaddedShared& e) const {
    return lower_padded(e, shape);
  }
  Result<linear::Layout> operator()(const triton::SharedLinear& e) const {
    return lower_shared_linear(e, shape);
  }
  Result<linear::Layout> operator()(const triton::PartitionedShared& e) const {
    return lower_partitioned(e, shape);
  }
  Result<linear::Layout> operator()(const triton::TensorMemory& e) const {
    return lower_tensor_memory(e, shape);
  }
  Result<linear::Layout> operator()(const triton::TensorMemoryScales& e) const {
    return lower_scales(e, shape);
  }
};

core::Status check_shape(const triton::Encoding& encoding, const triton::Numbers& shape) {
  const std::int64_t dimensions = triton::rank(encoding);
  if (std::ssize(shape) != dimensions) {
    return core::fail({.code = "triton.rank",
                       .message = fmt::format("the encoding has {} dimensions and the shape {}",
                                              dimensions, shape.size())});
  }
  if (std::ranges::all_of(shape, core::is_power_of_two)) return {};
  return core::fail({.code = "triton.shape",
                     .message = fmt::format("the shape {} has a size that is not a power of two",
                                            fmt::join(shape, "x")),
                     .help = "linear layouts exchange bits; pad the shape to powers of two"});
}

}  // namespace

triton::Numbers operand_order(std::int64_t op_idx, std::int64_t rank) {
  triton::Numbers order = row_major(rank);
  if (op_idx == 1) std::swap(order[0], order[1]);
  return order;
}

triton::Bases without_k(triton::Bases cga, std::int64_t k) {
  for (triton::Numbers& basis : cga) basis[static_cast<std::size_t>(k)] = 0;
  return cga;
}

Result<linear::Layout> lower(const triton::Encoding& encoding, const triton::Numbers& shape) {
  TILEGLOT_TRY_STATUS(check_shape(encoding, shape));
  return std::visit(Lower{shape}, encoding.family());
}

Result<linear::Layout> lower(const triton::Encoding& encoding, const triton::TensorType& type) {
  return lower(encoding, triton::buffer_shape(encoding, type));
}

}  // namespace tileglot::bridge
