// SPDX-License-Identifier: Apache-2.0
// squeeze.h: removes and adds dimensions of size 1 of a linear layout, and renames dimensions.
//
// What     squeeze_ins and squeeze_outs drop a dimension of size 1; unsqueeze_ins and
//          unsqueeze_outs append one. rename_in_dim and rename_out_dim change a name.
// Example  squeeze_outs of {lane: [[1,0]]} -> {dim0: 2, dim1: 1} by dim1 is {lane: [[1]]} ->
//          {dim0: 2}. [tests: squeeze_test.cc, "a dimension of size 1 goes and comes"]
// Errors   linear.no_dimension, linear.size (the dimension is larger than 1), linear.duplicate,
//          linear.too_many_dimensions.
#pragma once

#include "tileglot/core/error.h"
#include "tileglot/notation/linear/layout/layout.h"

namespace tileglot::notation::linear {

core::Result<Layout> squeeze_ins(const Layout& layout, const Name& in);
core::Result<Layout> squeeze_outs(const Layout& layout, const Name& out);
core::Result<Layout> unsqueeze_ins(const Layout& layout, const Name& in);
core::Result<Layout> unsqueeze_outs(const Layout& layout, const Name& out);

/// The dimension keeps its position.
core::Result<Layout> rename_in_dim(const Layout& layout, const Name& in, const Name& name);
core::Result<Layout> rename_out_dim(const Layout& layout, const Name& out, const Name& name);

}  // namespace tileglot::notation::linear
