// SPDX-License-Identifier: Apache-2.0
// transpose.h: reorders the dimensions of a linear layout.
//
// What     transpose_ins and transpose_outs reorder the inputs or outputs as the given names. The
//          function by name stays the same; flat inputs and outputs change.
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
