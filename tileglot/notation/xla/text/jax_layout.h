// SPDX-License-Identifier: Apache-2.0
// jax_layout.h: layouts as JAX writes them.
//
// What     parse_jax_layout reads Layout(major_to_minor=(0,1), tiling=((8,128),(2,1))), and the
//          older DeviceLocalLayout(.., _tiling=..); print_jax_layout writes the newer.
// Why      JAX lists the dimensions from major to minor, XLA from minor to major: {1,0} is (0,1).
//          Read without the reversal, every matrix is transposed.
// Example  Layout(major_to_minor=(0,1), tiling=((8,128),(2,1))) is {1,0:T(8,128)(2,1)}.
//          [tests: jax_layout_test.cc, "the order of the dimensions is turned round"]
// Errors   xla.jax_syntax, xla.order (not a permutation), xla.tile (not a size, or one below 1) and
//          xla.element_size (below 0), each with its place; xla.jax for what such a layout cannot
//          express: anything but an order, tiles without `*` and an element size.
// Source   jax.experimental.layout, class Layout (DeviceLocalLayout before JAX 0.6.3).
#pragma once

#include <string>
#include <string_view>

#include "tileglot/core/error.h"
#include "tileglot/notation/xla/shape/layout.h"

namespace tileglot::notation::xla {

/// Whether the text begins like a JAX layout. `Layout<` of C++ does not.
bool looks_like_jax_layout(std::string_view text);

core::Result<Layout> parse_jax_layout(std::string_view text);
core::Result<std::string> print_jax_layout(const Layout& layout);

}  // namespace tileglot::notation::xla
