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

Lowered lower_family(const triton::DotOperand& e, const triton::Numbers& shape) {
  return std::visit(
      [&](const auto& parent) -> Lowered {
        if constexpr (requires { lower_operand(e, parent, shape); }) {
          return lower_operand(e, parent, shape);
        }
        return core::fail({.code = "triton.parent",
                           .message = fmt::format("{} is not an encoding of a matrix product",
                                                  triton::mnemonic(*e.parent))});
      },
      e.parent->family());
}

core::Result<linear::Layout> lower(const triton::Encoding& encoding, const triton::Numbers& shape) {
  TILEGLOT_TRY_STATUS(check_shape(encoding, shape));
  return std::visit([&](const auto& family) { return lower_family(family, shape); },
                    encoding.family());
}

core::Result<linear::Layout> lower(const triton::Encoding& encoding,
                                   const triton::TensorType& type) {
  return lower(encoding, triton::buffer_shape(encoding, type));
}

}  // namespace tileglot::bridge
