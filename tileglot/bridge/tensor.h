// SPDX-License-Identifier: Apache-2.0
// tensor.h: the tensor that a layout without a shape describes.
//
// What     Tensor has extents, the type of an element, and whether it is a memory. parse_tensor
//          reads Triton's types (tensor<16x32xf16>, !ttg.memdesc<..>), XLA's f16[16,32], and
//          16x32xf16 alone. An encoding or a layout after it is ignored.
// Why      {1,0:T(8,128)} and #ttg.blocked<{..}> mean nothing without a shape.
// Units    Extents are elements. A pointer or an index counts as a 64-bit integer.
// Example  tensor<16x32xf16, #blocked> and f16[16,32] have the extents (16,32) of f16.
//          [tests: tensor_test.cc, "each spelling of a tensor is read"]
// Errors   tensor.element (no such element type), tensor.unbounded; those of XLA's shapes and of
//          notation/triton/tensor_type.h; xla.type for a type that XLA does not have.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "tileglot/core/element_type.h"
#include "tileglot/core/error.h"
#include "tileglot/notation/xla/shape/shape.h"

namespace tileglot::bridge {

struct Tensor {
  std::vector<std::int64_t> extents;
  core::ElementType type;
  bool is_memory = false;  ///< !ttg.memdesc and the like
  friend bool operator==(const Tensor&, const Tensor&) = default;
};

core::Result<Tensor> parse_tensor(std::string_view text);

/// The tensor as an array of XLA without a layout.
core::Result<notation::xla::Shape> xla_array(const Tensor& tensor);

}  // namespace tileglot::bridge
