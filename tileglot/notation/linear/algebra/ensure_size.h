// SPDX-License-Identifier: Apache-2.0
// ensure_size.h: a linear layout fitted to the shape of a tensor.
//
// What     ensure_layout_not_larger_than shrinks outputs that are larger than the tensor: the
//          largest vectors become 0, so their inputs repeat elements that others hold. Without
//          broadcast_registers, such register vectors are dropped instead.
//          ensure_layout_not_smaller_than extends the first input over the rest of the tensor.
//          ensure_both does the second, then the first.
// Why      A tensor encoding is a tile of fixed size and a rule to fit it to a shape.
// Example  {register: [8,4,1], lane: [2,16]} -> {o: 32} for o = 8 is {register: [0,4,1],
//          lane: [2,0]} -> {o: 8}. [tests: ensure_size_test.cc, "the furthest vectors go first"]
// Errors   linear.no_dimension (a size without an output, an output without a size, no input),
//          linear.duplicate, linear.size, linear.too_many_bits; linear.not_a_single_bit where an
//          output to shrink has an entry that is not a power of two.
// Source   Triton's LayoutUtils.
#pragma once

#include <span>

#include "tileglot/core/error.h"
#include "tileglot/notation/linear/layout/layout.h"
#include "tileglot/notation/linear/layout/named_size.h"

namespace tileglot::notation::linear {

enum class BroadcastRegisters : bool { kNo, kYes };

core::Result<Layout> ensure_layout_not_larger_than(
    const Layout& layout, std::span<const NamedSize> shape,
    BroadcastRegisters broadcast_registers = BroadcastRegisters::kYes);

core::Result<Layout> ensure_layout_not_smaller_than(const Layout& layout,
                                                    std::span<const NamedSize> shape);

core::Result<Layout> ensure_both(const Layout& layout, std::span<const NamedSize> shape);

}  // namespace tileglot::notation::linear
