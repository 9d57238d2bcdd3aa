// SPDX-License-Identifier: Apache-2.0
// tensor_shape.h: the linear layout of a tensor after the tensor is reshaped or transposed.
//
// What     reshape_layout(L, shape) splits the row-major index of the tensor by the new shape: the
//          last dimension is the fastest, where reshape_outs takes the first.
//          transpose_linear_layout(L, order) has the tensor's dimension order[k] as its k-th.
//          remove_standard_dim(L, k) drops one dimension. All name the outputs dim0, dim1 and so
//          on.
// Why      tt.reshape, tt.trans and tt.reduce keep the data in place and change only its shape.
// Example  {register: [[1,0]], lane: [[0,1]]} -> {dim0: 2, dim1: 2} reshaped to [4] is
//          {register: [[2]], lane: [[1]]} -> {dim0: 4}.
//          [tests: tensor_shape_test.cc, "the last dimension is the fastest"]
// Errors   linear.size, linear.product, linear.too_many_dimensions, linear.order,
//          linear.not_surjective (a transpose takes the sizes from the vectors, as Triton does),
//          linear.no_dimension.
// Source   Triton's LayoutUtils.
#pragma once

#include <cstdint>
#include <span>

#include "tileglot/core/error.h"
#include "tileglot/notation/linear/layout/layout.h"

namespace tileglot::notation::linear {

core::Result<Layout> reshape_layout(const Layout& layout, std::span<const std::int64_t> shape);
core::Result<Layout> transpose_linear_layout(const Layout& layout,
                                             std::span<const std::int64_t> order);
core::Result<Layout> remove_standard_dim(const Layout& layout, std::int64_t k);

}  // namespace tileglot::notation::linear
