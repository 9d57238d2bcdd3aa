// SPDX-License-Identifier: Apache-2.0
// swizzled_product.h: copies of a layout, arranged by a swizzled layout.
//
// What     logical_product(A, s o 0 o T) is s' o 0 o P, with P the product of A and T. The masks of
//          s' are the images under P of the bits of s that T can set: bit P(0, T(b)) for bit b, as
//          in CuTe.
// Why      A swizzled arrangement of blocks is written as a product.
// Example  2:1 by Sw<2,1,2> o 0 o (16,2):(1,16) is Sw<2,2,2> o 0 o (2,(16,2)):(1,(2,32)).
//          [tests: swizzled_product_test.cc, "the swizzle moves with the blocks"]
// Errors   Those of logical_product; cute.bad_swizzle if the new masks are not those of a swizzle,
//          for example because T sets only one bit of a pair; cute.offset.
// Source   cute/swizzle_layout.hpp. This is CuTe's rule. It keeps the pairs of bits that s had only
//          if T is its own inverse, as a column-major T is; otherwise the pairs are CuTe's.
#pragma once

#include "tileglot/notation/cute/algebra/complement.h"
#include "tileglot/notation/cute/algebra/composition.h"
#include "tileglot/notation/cute/composed/function.h"
#include "tileglot/notation/cute/composed/swizzle_algebra.h"

namespace tileglot::notation::cute {

/// (A, copies of A in the order of T): A, and its complement after T.
constexpr Outcome<Layout<>> blocks_in_order(const Layout<>& block, const Layout<>& order) {
  TILEGLOT_TRY_VALUE(elements, size(block));
  TILEGLOT_TRY_VALUE(places, cosize(order));
  TILEGLOT_TRY_VALUE(target, multiply(elements, places));
  TILEGLOT_TRY_VALUE(gaps, complement(block, target, Holes::kLeaveUncounted));
  TILEGLOT_TRY_VALUE(copies, composition(gaps, order));
  TILEGLOT_TRY_VALUE(shape, tuple_of(block.shape, copies.shape));
  TILEGLOT_TRY_VALUE(stride, tuple_of(block.stride, copies.stride));
  return make_layout(shape, stride);
}

constexpr Outcome<CuteLayout> logical_product(const Layout<>& block, const ComposedLayout& order) {
  if (order.offset.value != 0) return Refusal{Reason::kOffsetNotZero, order.offset.value, 0};
  TILEGLOT_TRY_VALUE(tile, inner_layout(order));
  TILEGLOT_TRY_VALUE(product, blocks_in_order(block, tile));
  if (!order.outer.is_swizzle) return compose(order.outer, order.offset, product);
  TILEGLOT_TRY_VALUE(elements, size(tile));
  TILEGLOT_TRY_VALUE(active, crd2idx(Integer(elements.value - 1), tile));
  const auto moved = [&](std::int64_t mask) -> Outcome<Integer> {
    TILEGLOT_TRY_VALUE(copy, crd2idx(Integer(active.value & mask), tile));
    TILEGLOT_TRY_VALUE(at, tuple_of(core::static_integer(0), copy));
    return crd2idx(at, product);
  };
  TILEGLOT_TRY_VALUE(source, moved(source_mask(order.outer.swizzle)));
  TILEGLOT_TRY_VALUE(target, moved(target_mask(order.outer.swizzle)));
  TILEGLOT_TRY_VALUE(s, swizzle_of_masks(source.value, target.value));
  return compose(s, core::static_integer(0), product);
}

}  // namespace tileglot::notation::cute
