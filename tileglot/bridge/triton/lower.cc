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

namespace tileglot::notation::linear {
namespace {

using core::Result;

struct LowerOperand {
  const DotOperand& e;
  const Numbers& shape;

  Result<Layout> operator()(const Blocked& parent) const {
    return lower_blocked_operand(e, parent, shape);
  }
  Result<Layout> operator()(const NvidiaMma& parent) const {
    return lower_nvidia_operand(e, parent, shape);
  }
  Result<Layout> operator()(const AmdMfma& parent) const {
    return lower_mfma_operand(e, parent, shape);
  }
  Result<Layout> operator()(const AmdWmma& parent) const {
    return lower_wmma_operand(e, parent, shape);
  }
  template <class Other>
  Result<Layout> operator()(const Other& /*parent*/) const {
    return core::fail(
        {.code = "triton.parent",
         .message = fmt::format("{} is not an encoding of a matrix product", mnemonic(*e.parent))});
  }
};

struct Lower {
  const Numbers& shape;

  Result<Layout> operator()(const Blocked& e) const { return lower_blocked(e, shape); }
  Result<Layout> operator()(const Slice& e) const { return lower_slice(e, shape); }
  Result<Layout> operator()(const DotOperand& e) const {
    return std::visit(LowerOperand{e, shape}, e.parent->family());
  }
  Result<Layout> operator()(const NvidiaMma& e) const { return lower_nvidia_mma(e, shape); }
  Result<Layout> operator()(const AmdMfma& e) const { return lower_mfma(e, shape); }
  Result<Layout> operator()(const AmdWmma& e) const { return lower_wmma(e, shape); }
  Result<Layout> operator()(const Linear& e) const { return lower_linear(e, shape); }
  Result<Layout> operator()(const GenericLinear& e) const { return lower_generic_linear(e, shape); }
  Result<Layout> operator()(const SwizzledShared& e) const { return lower_swizzled(e, shape); }
  Result<Layout> operator()(const AmdRotatingShared& e) const { return lower_rotating(e, shape); }
  Result<Layout> operator()(const NvmmaShared& e) const { return lower_nvmma_shared(e, shape); }
  Result<Layout> operator()(const PaddedShared& e) const { return lower_padded(e, shape); }
  Result<Layout> operator()(const SharedLinear& e) const { return lower_shared_linear(e, shape); }
  Result<Layout> operator()(const PartitionedShared& e) const {
    return lower_partitioned(e, shape);
  }
  Result<Layout> operator()(const TensorMemory& e) const { return lower_tensor_memory(e, shape); }
  Result<Layout> operator()(const TensorMemoryScales& e) const { return lower_scales(e, shape); }
};

core::Status check_shape(const Encoding& encoding, const Numbers& shape) {
  const std::int64_t dimensions = rank(encoding);
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

Numbers operand_order(std::int64_t op_idx, std::int64_t rank) {
  Numbers order = row_major(rank);
  if (op_idx == 1) std::swap(order[0], order[1]);
  return order;
}

Bases without_k(Bases cga, std::int64_t k) {
  for (Numbers& basis : cga) basis[static_cast<std::size_t>(k)] = 0;
  return cga;
}

Result<Layout> lower(const Encoding& encoding, const Numbers& shape) {
  TILEGLOT_TRY_STATUS(check_shape(encoding, shape));
  return std::visit(Lower{shape}, encoding.family());
}

Result<Layout> lower(const Encoding& encoding, const TensorType& type) {
  return lower(encoding, buffer_shape(encoding, type));
}

}  // namespace tileglot::notation::linear
