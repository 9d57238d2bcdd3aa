// SPDX-License-Identifier: Apache-2.0
// resize.h: more or fewer values in one dimension of a linear layout.
//
// What     resize_in_dim keeps the first vectors of an input, or adds vectors of 0. resize_out_dim
//          shrinks an output: an entry that does not fit becomes 0 as a whole.
//          remove_zero_bases_along_dim drops the vectors of 0 of an input.
// Example  remove_zero_bases_along_dim of register [1,0,2] leaves register [1,2].
//          [tests: resize_test.cc, "zero vectors are dropped"]
// Errors   linear.no_dimension, linear.size, linear.too_many_bits; linear.size_exceeded where an
//          output would grow.
#pragma once

#include <cstdint>

#include "tileglot/core/error.h"
#include "tileglot/notation/linear/layout/layout.h"

namespace tileglot::notation::linear {

core::Result<Layout> resize_in_dim(const Layout& layout, const Name& in, std::int64_t size);
core::Result<Layout> resize_out_dim(const Layout& layout, const Name& out, std::int64_t size);
core::Result<Layout> remove_zero_bases_along_dim(const Layout& layout, const Name& in);

}  // namespace tileglot::notation::linear
