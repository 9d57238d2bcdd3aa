// SPDX-License-Identifier: Apache-2.0
// validate_type.cc: which types can have an encoding.
#include "tileglot/notation/triton/validate_encoding.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>
#include <variant>

#include "tileglot/core/checked.h"
#include "tileglot/core/error.h"
#include "tileglot/notation/triton/encoding.h"
#include "tileglot/notation/triton/tensor_type.h"

namespace tileglot::notation::triton {
namespace {

using core::fail;
using core::Status;

Status refuse(std::string code, std::string message, std::string help = {}) {
  return fail({.code = std::move(code), .message = std::move(message), .help = std::move(help)});
}

/// In old texts a tensor may have a memory's encoding.
Status check_kind(const Encoding& encoding, const TensorType& type) {
  if (storage(encoding) != Storage::kDistributed || type.kind == TypeKind::kTensor) return {};
  return refuse(
      "triton.type",
      fmt::format("{} spreads a tensor over threads, and the type is a memory", mnemonic(encoding)),
      "write tensor<..> instead");
}

Status check_rank_of(const Encoding& encoding, const TensorType& type) {
  const std::int64_t dimensions = rank(encoding);
  const auto sizes = std::ssize(type.allocation ? *type.allocation : type.shape);
  const bool ring = type.kind == TypeKind::kMemory && sizes == dimensions + 1;
  if (sizes == dimensions || ring) return {};
  return refuse("triton.rank",
                fmt::format("the encoding has {} dimensions and the type {}", dimensions, sizes));
}

Status check_sizes(const Numbers& shape) {
  if (std::ranges::all_of(shape, core::is_power_of_two)) return {};
  return refuse(
      "triton.shape",
      fmt::format("the shape {} has a size that is not a power of two", fmt::join(shape, "x")),
      "linear layouts exchange bits; pad the shape to powers of two");
}

Status check_element(const Encoding& encoding, const TensorType& type) {
  if (storage(encoding) != Storage::kSharedMemory || !type.element_bits) return {};
  if (*type.element_bits % 8 == 0) return {};
  return refuse("triton.element", fmt::format("shared memory holds whole bytes, and {} has {} bits",
                                              type.element, *type.element_bits));
}

struct CheckShape {
  const Numbers& shape;
  const TensorType& type;

  template <class Other>
  Status operator()(const Other& /*e*/) const {
    return {};
  }
  Status operator()(const PartitionedShared& e) const;
  Status operator()(const TensorMemory& e) const;
  Status operator()(const TensorMemoryScales& e) const;
};

Status CheckShape::operator()(const PartitionedShared& e) const {
  Numbers piece = shape;
  std::int64_t& cut = piece[static_cast<std::size_t>(e.partition_dim)];
  cut = cut / e.num_partitions / e.num_groups;
  if (cut == 0) return {};  // lowering reports it with the numbers
  return validate(*e.partition_layout, {.kind = TypeKind::kMemory,
                                        .shape = piece,
                                        .element = type.element,
                                        .element_bits = type.element_bits});
}

Status CheckShape::operator()(const TensorMemory& e) const {
  const std::int64_t bits = type.element_bits.value_or(0);
  if (bits * e.col_stride <= 32) return {};
  return refuse(
      "triton.element",
      fmt::format("{} bits every {} columns are more than a column's 32", bits, e.col_stride));
}

Status CheckShape::operator()(const TensorMemoryScales& /*e*/) const {
  if (type.element_bits.value_or(8) == 8) return {};
  return refuse("triton.element",
                fmt::format("scales have 8 bits, and {} has {}", type.element, *type.element_bits));
}

}  // namespace

Status validate(const Encoding& encoding, const TensorType& type) {
  TILEGLOT_TRY_STATUS(validate(encoding));
  TILEGLOT_TRY_STATUS(check_kind(encoding, type));
  TILEGLOT_TRY_STATUS(check_rank_of(encoding, type));
  const Numbers shape = buffer_shape(encoding, type);
  TILEGLOT_TRY_STATUS(check_sizes(shape));
  TILEGLOT_TRY_STATUS(check_element(encoding, type));
  return std::visit(CheckShape{shape, type}, encoding.family());
}

}  // namespace tileglot::notation::triton
