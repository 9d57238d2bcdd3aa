// SPDX-License-Identifier: Apache-2.0
// reshape.h: splits the flat input or output of a linear layout into other dimensions.
//
// What     reshape_ins and reshape_outs keep the flat input or output and divide its bits into new
//          dimensions; flatten_ins and flatten_outs leave one dimension, with the name of the
//          first.
// Law      The flat inputs and outputs of the result are those of the layout.
// Units    The first dimension has the low bits: for a tensor with outputs dim0, dim1, flatten_outs
//          makes dim0 the fastest. reshape_layout (tensor_shape.h) is row-major instead.
// Example  {register: [[1]], lane: [[2]]} -> {d: 4} with inputs (n, 4) is {n: [[1],[2]]} -> {d: 4}.
//          [tests: reshape_test.cc, "inputs are cut anew"]
// Errors   linear.size (not a power of two), linear.product (the number of values differs),
//          linear.duplicate, linear.too_many_dimensions.
#pragma once

#include <span>

#include "tileglot/core/error.h"
#include "tileglot/notation/linear/layout/layout.h"
#include "tileglot/notation/linear/layout/named_size.h"

namespace tileglot::notation::linear {

core::Result<Layout> reshape_ins(const Layout& layout, std::span<const NamedSize> ins);
core::Result<Layout> reshape_outs(const Layout& layout, std::span<const NamedSize> outs);

Layout flatten_ins(const Layout& layout);
Layout flatten_outs(const Layout& layout);

}  // namespace tileglot::notation::linear
