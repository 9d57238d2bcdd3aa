// SPDX-License-Identifier: Apache-2.0
// transpose.h: the dimensions of a linear layout in another order.
//
// What     transpose_ins and transpose_outs put the inputs or outputs into the order of the names
//          given. The function stays; flat inputs and outputs change.
// Example  {register: [[0,1]], lane: [[2,0]]} -> {dim0: 4, dim1: 2} with outputs in the order
//          dim1, dim0: {register: [[1,0]], lane: [[0,2]]} -> {dim1: 2, dim0: 4}.
//          [tests: transpose_test.cc, "outputs change places"]
// Errors   linear.no_dimension; linear.order (not every name once).
#pragma once

#include <span>

#include "tileglot/core/error.h"
#include "tileglot/notation/linear/layout/layout.h"

namespace tileglot::notation::linear {

core::Result<Layout> transpose_ins(const Layout& layout, std::span<const Name> order);
core::Result<Layout> transpose_outs(const Layout& layout, std::span<const Name> order);

}  // namespace tileglot::notation::linear
