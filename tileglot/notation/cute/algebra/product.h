// SPDX-License-Identifier: Apache-2.0
// product.h: copies of one layout, placed by another layout.
//
// What     logical_product(A, B) has A as mode 0 and, as mode 1, the offsets where its copies
//          begin: B in units of the offsets that A leaves free. zipped_, tiled_ and flat_product
//          have the same modes in other brackets. A tiler by mode multiplies each mode by its
//          entry.
// How      mode 1 = complement(A, size(A) * cosize(B)) o B.
//
//              A = (2,2):(4,1), B = 6:1    A reaches 0 1 4 5; its complement is (2,3):(2,8)
//                                          in that order 6 copies begin at 0 2 8 10 16 18
//
// Example  logical_product((2,2):(4,1), 6:1) = ((2,2),(2,3)):((4,1),(2,8)).
//          [tests: product_test.cc, "copies fill what the layout leaves free"]
//          tiled_product((2,5):(5,1), (3,4):(1,3)) = ((2,5),3,4):((5,1),10,30).
//          [tests: product_test.cc, "the products differ in their brackets"]
//          A padded tile is copied with its padding: logical_product((8,8):(9,1), 4:1) =
//          ((8,8),4):((9,1),72).
//          [tests: product_test.cc, "a padded tile is copied with its padding"]
// Errors   Those of complement for A, except for holes, and of composition for B; a tiler with more
//          modes than A.
// Source   CuTe 02_layout_algebra.md, "Product". In a tuple, `_` copies nothing: tile 1:0, rest the
//          mode; CuTe splits a mode of two there.
#pragma once

#include "tileglot/notation/cute/algebra/complement.h"
#include "tileglot/notation/cute/algebra/composition.h"
#include "tileglot/notation/cute/algebra/concat.h"
#include "tileglot/notation/cute/algebra/layout_modes.h"
#include "tileglot/notation/cute/layout/layout.h"
#include "tileglot/notation/cute/layout/tiler.h"

namespace tileglot::notation::cute {

/// The offsets where copies of `block` can begin, as many as `order` needs.
constexpr Outcome<Layout<>> free_for_copies(const Layout<>& block, const Layout<>& order) {
  TILEGLOT_TRY_VALUE(elements, size(block));
  TILEGLOT_TRY_VALUE(span, cosize(order));
  TILEGLOT_TRY_VALUE(target, multiply(elements, span));
  return complement(block, IntTuple(target), Holes::kLeaveUncounted);
}

/// The offsets where the copies of `block` begin, in the given order.
constexpr Outcome<Layout<>> copies_of(const Layout<>& block, const Layout<>& order) {
  TILEGLOT_TRY_VALUE(free, free_for_copies(block, order));
  return composition(free, order);
}

constexpr Outcome<Layout<>> logical_product(const Layout<>& block, const Layout<>& order) {
  TILEGLOT_TRY_VALUE(copies, copies_of(block, order));
  return make_layout(block, copies);
}

/// The tiles and their copies, each with the brackets of the tiler.
struct ZippedProduct {
  Layout<> block;
  Layout<> copies;
};

/// The product of a layout and part of a tiler: `guide` is a part of Tiler::guide.
constexpr Outcome<Layout<>> logical_product(const Layout<>& block, const IntTuple& guide,
                                            const Layout<>& layouts) {
  if (guide.is_scalar && guide.is_keep(0)) return block;
  if (guide.is_scalar) return logical_product(block, *mode(layouts, guide.values[0]));
  if (rank(guide) > rank(block)) return Refusal{Reason::kTilerRank, rank(guide), rank(block)};
  Outcome<Layout<>> result;
  for (int i = 0; i < rank(block); ++i) {
    Outcome<Layout<>> part = mode(block, i);
    if (i < rank(guide)) part = logical_product(part.value, *mode(guide, i), layouts);
    if (!part) return part.refusal;
    result = append(result.value, *part);
    if (!result) return result.refusal;
  }
  return make_layout(result->shape, result->stride);
}

constexpr Outcome<Layout<>> logical_product(const Layout<>& block, const Tiler& tiler) {
  return logical_product(block, tiler.guide, tiler.layouts);
}

constexpr Outcome<ZippedProduct> zip_product(const Layout<>& block, const IntTuple& guide,
                                             const Layout<>& layouts) {
  if (guide.is_scalar && guide.is_keep(0)) return ZippedProduct{kFiller, block};
  if (guide.is_scalar) {
    TILEGLOT_TRY_VALUE(copies, copies_of(block, *mode(layouts, guide.values[0])));
    return ZippedProduct{block, copies};
  }
  if (rank(guide) > rank(block)) return Refusal{Reason::kTilerRank, rank(guide), rank(block)};
  Outcome<Layout<>> blocks;
  Outcome<Layout<>> copies;
  for (int i = 0; i < rank(block) && blocks.ok() && copies.ok(); ++i) {
    TILEGLOT_TRY_VALUE(part, mode(block, i));
    if (i >= rank(guide)) {
      copies = append(copies.value, part);
      continue;
    }
    TILEGLOT_TRY_VALUE(pair, zip_product(part, *mode(guide, i), layouts));
    blocks = append(blocks.value, pair.block);
    copies = append(copies.value, pair.copies);
  }
  if (!blocks) return blocks.refusal;
  if (!copies) return copies.refusal;
  return ZippedProduct{*blocks, *copies};
}

constexpr Outcome<Layout<>> zipped_product(const Layout<>& block, const Tiler& tiler) {
  // A `_` for the whole leaves the block unchanged.
  if (tiler.guide.is_scalar && tiler.guide.is_keep(0)) return block;
  TILEGLOT_TRY_VALUE(zipped, zip_product(block, tiler.guide, tiler.layouts));
  return make_layout(zipped.block, zipped.copies);
}

/// Appends the modes of a part, or the part itself if it has one mode, to `result`.
constexpr Outcome<Layout<>> append_splatted(const Layout<>& result, const Layout<>& part) {
  if (rank(part) == 1) return append(result, part);
  Outcome<Layout<>> longer = result;
  for (int i = 0; i < rank(part) && longer.ok(); ++i) {
    longer = append(longer.value, *mode(part, i));
  }
  return longer;
}

constexpr Outcome<Layout<>> tiled_product(const Layout<>& block, const Tiler& tiler) {
  if (tiler.guide.is_scalar && tiler.guide.is_keep(0)) return block;
  TILEGLOT_TRY_VALUE(zipped, zip_product(block, tiler.guide, tiler.layouts));
  TILEGLOT_TRY_VALUE(tile, make_layout(zipped.block));
  TILEGLOT_TRY_VALUE(tiled, append_splatted(tile, zipped.copies));
  return make_layout(tiled.shape, tiled.stride);
}

constexpr Outcome<Layout<>> flat_product(const Layout<>& block, const Tiler& tiler) {
  if (tiler.guide.is_scalar && tiler.guide.is_keep(0)) return block;
  TILEGLOT_TRY_VALUE(zipped, zip_product(block, tiler.guide, tiler.layouts));
  TILEGLOT_TRY_VALUE(tile, append_splatted(Layout<>{}, zipped.block));
  TILEGLOT_TRY_VALUE(flat, append_splatted(tile, zipped.copies));
  return make_layout(flat.shape, flat.stride);
}

}  // namespace tileglot::notation::cute
