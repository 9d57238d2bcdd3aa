// SPDX-License-Identifier: Apache-2.0
// padded_order.h: converts a dimension order and shape to offset bases and back.
//
// What     ordered_offsets is the offset bases of a tensor stored dimension by dimension; order_of
//          recovers order and shape where the bases are of that kind.
// Why      padded_shared has two spellings, {order, shape} and {offset, block}; Triton prints the
//          first wherever it can.
// Example  order = [1, 0], shape = [2, 4] is offset = [[0, 1], [0, 2], [1, 0]].
//          [tests: print_test.cc, "bases in the order of dimensions print as order and shape"]
#pragma once

#include <cstdint>
#include <optional>

#include "tileglot/notation/triton/encoding.h"

namespace tileglot::notation::triton {

struct OrderedShape {
  Numbers order = {};  ///< fastest first
  Numbers shape = {};
  friend bool operator==(const OrderedShape&, const OrderedShape&) = default;
};

/// Precondition: `order` is a permutation, and shape has powers of two.
Bases ordered_offsets(const OrderedShape& ordered);

/// Dimensions without a basis come last, from the last dimension on.
std::optional<OrderedShape> order_of(const Bases& offset, std::int64_t rank);

}  // namespace tileglot::notation::triton
