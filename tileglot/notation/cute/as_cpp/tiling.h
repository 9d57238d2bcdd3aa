// SPDX-License-Identifier: Apache-2.0
// as_cpp/tiling.h: divides and products as C++ CuTe computes them.
//
// What     logical_divide(A, B) = A o (B, complement(B, shape of A)), logical_product(A, B) =
//          (A, complement(A, size A * cosize B) o B), with as_cpp/composition.h and
//          as_cpp/complement.h. The zipped, tiled and flat forms take the logical one apart, so
//          under `_` a mode must have rank 2, and is split. The blocked and raked product pair the
//          modes of tile and copies. make_layout_tv is the inverse of a raked product.
// Example  zipped_divide((12,(4,8)):(7,(1,30)), 128) has 288 elements of 384.
//          [tests: as_cpp/tiling_test.cc, "a tiler that nobody checks loses elements"]
//          zipped_divide((8,(2,4)):(1,(8,16)), <4,_>) = ((4,2),(2,4)):((1,8),(4,16)).
//          [tests: as_cpp/tiling_test.cc, "an underscore splits a mode of rank two"]
// Errors   Those of composition and complement; kCppRank, kRanksDiffer if the modes do not pair up;
//          kTilerRank.
// Source   CUTLASS 7107b055, cute/layout.hpp, divides and products, as observed.
#pragma once

#include "tileglot/notation/cute/algebra/blocked_product.h"
#include "tileglot/notation/cute/algebra/concat.h"
#include "tileglot/notation/cute/algebra/layout_modes.h"
#include "tileglot/notation/cute/algebra/product.h"
#include "tileglot/notation/cute/as_cpp/complement.h"
#include "tileglot/notation/cute/as_cpp/composition.h"
#include "tileglot/notation/cute/as_cpp/inverse.h"
#include "tileglot/notation/cute/layout/tiler.h"

namespace tileglot::notation::cute::cute_cpp {

/// The offsets in `a` where the other tiles begin.
constexpr Outcome<Layout<>> rest_for_tiles(const Layout<>& a, const Layout<>& b) {
  TILEGLOT_TRY_VALUE(flat, cute_cpp::coalesce(a));
  return cute_cpp::complement(b, flat.shape);
}

constexpr Outcome<Layout<>> logical_divide(const Layout<>& a, const Layout<>& b) {
  TILEGLOT_TRY_VALUE(rest, rest_for_tiles(a, b));
  TILEGLOT_TRY_VALUE(both, make_layout(b, rest));
  return cute_cpp::composition(a, both);
}

/// The offsets where copies of `a` can begin, as many as `b` needs.
constexpr Outcome<Layout<>> free_for_copies(const Layout<>& a, const Layout<>& b) {
  TILEGLOT_TRY_VALUE(elements, size(a));
  TILEGLOT_TRY_VALUE(span, cosize(b));
  TILEGLOT_TRY_VALUE(target, multiply(elements, span));
  return cute_cpp::complement(a, IntTuple(target));
}

constexpr Outcome<Layout<>> logical_product(const Layout<>& a, const Layout<>& b) {
  TILEGLOT_TRY_VALUE(free, cute_cpp::free_for_copies(a, b));
  TILEGLOT_TRY_VALUE(copies, cute_cpp::composition(free, b));
  return make_layout(a, copies);
}

/// A divide or product reads an integer as its column-major layout: _1 is _1:_0.
constexpr Tiler with_compact_integers(const Tiler& tiler) {
  Tiler compact = tiler;
  const IntTuple& extents = tiler.layouts.shape;
  int slot = 0;
  for (int i = 0; slot < extents.slots; ++i, slot = mode_end(extents, slot)) {
    const bool is_integer = (tiler.integers >> unsigned(i) & 1U) != 0;
    if (is_integer && is_static_one(extents.at(slot)))
      compact.layouts.stride.set(slot, core::static_integer(0));
  }
  return compact;
}

constexpr Outcome<Layout<>> logical_divide(const Layout<>& a, const Tiler& tiler) {
  return transform_modes(
      a, with_compact_integers(tiler), tiler.guide, Unreached::kKeep,
      [](const Layout<>& part, const Layout<>& b) { return cute_cpp::logical_divide(part, b); });
}

constexpr Outcome<Layout<>> logical_product(const Layout<>& a, const Tiler& tiler) {
  return transform_modes(
      a, with_compact_integers(tiler), tiler.guide, Unreached::kKeep,
      [](const Layout<>& part, const Layout<>& b) { return cute_cpp::logical_product(part, b); });
}

/// Which of the brackets around the tiles and around the rests are removed.
enum class Splat : std::uint8_t { kNone, kRests, kBoth };

/// The logical form taken apart into the tiles and then the rests.
constexpr Outcome<Layout<>> unzipped(const Outcome<Layout<>>& logical, const Tiler& tiler,
                                     Splat splat) {
  if (!logical) return logical.refusal;
  TILEGLOT_TRY_VALUE(zipped, zip2_by(*logical, tiler.guide));
  if (splat == Splat::kNone) return zipped;
  TILEGLOT_TRY_VALUE(tiles, mode(zipped, 0));
  TILEGLOT_TRY_VALUE(rests, mode(zipped, 1));
  const Outcome<Layout<>> begin =
      splat == Splat::kBoth ? append_splatted(Layout<>{}, tiles) : make_layout(tiles);
  if (!begin) return begin.refusal;
  return append_splatted(*begin, rests);
}

template <Splat How>
constexpr Outcome<Layout<>> divide_apart(const Layout<>& a, const Tiler& tiler) {
  return unzipped(cute_cpp::logical_divide(a, tiler), tiler, How);
}

template <Splat How>
constexpr Outcome<Layout<>> multiply_apart(const Layout<>& a, const Tiler& tiler) {
  return unzipped(cute_cpp::logical_product(a, tiler), tiler, How);
}

/// The modes of two layouts in pairs. If the first is not a tuple, the result is one pair of both;
/// if only the second is not, C++ does not compile.
constexpr Outcome<Layout<>> paired(const Layout<>& first, const Layout<>& second) {
  if (!first.shape.is_scalar && second.shape.is_scalar)
    return Refusal{Reason::kCppRank, rank(first), 0};
  if (!first.shape.is_scalar) return zip(first, second);
  TILEGLOT_TRY_VALUE(pair, make_layout(first, second));
  return make_layout(pair);
}

/// The modes of the tile and of its copies in pairs.
constexpr Outcome<Layout<>> paired_product(const Layout<>& tile, const Layout<>& order,
                                           bool copies_first) {
  const int modes = rank(tile) > rank(order) ? rank(tile) : rank(order);
  TILEGLOT_TRY_VALUE(block, padded(tile, modes));
  TILEGLOT_TRY_VALUE(grid, padded(order, modes));
  TILEGLOT_TRY_VALUE(product, cute_cpp::logical_product(block, grid));
  TILEGLOT_TRY_VALUE(tiles, mode(product, 0));
  TILEGLOT_TRY_VALUE(copies, mode(product, 1));
  return copies_first ? paired(copies, tiles) : paired(tiles, copies);
}

constexpr Outcome<Layout<>> blocked_product(const Layout<>& tile, const Layout<>& order) {
  return paired_product(tile, order, false);
}

constexpr Outcome<Layout<>> raked_product(const Layout<>& tile, const Layout<>& order) {
  return paired_product(tile, order, true);
}

constexpr Outcome<Layout<>> tile_to_shape(const Layout<>& tile, const IntTuple& shape,
                                          const IntTuple& order) {
  if (rank(tile) > rank(shape)) return Refusal{Reason::kRanksDiffer, rank(tile), rank(shape)};
  TILEGLOT_TRY_VALUE(block, padded(tile, rank(shape)));
  TILEGLOT_TRY_VALUE(counts, tiles_along(block, shape));
  TILEGLOT_TRY_VALUE(grid, make_ordered_layout(counts, order));
  return cute_cpp::blocked_product(block, grid);
}

constexpr Outcome<Layout<>> make_layout_tv(const Layout<>& threads, const Layout<>& values) {
  TILEGLOT_TRY_VALUE(tile, cute_cpp::raked_product(threads, values));
  TILEGLOT_TRY_VALUE(inverse, cute_cpp::right_inverse(tile));
  TILEGLOT_TRY_VALUE(thread_count, size(threads));
  TILEGLOT_TRY_VALUE(value_count, size(values));
  TILEGLOT_TRY_VALUE(shape, core::tuple_of(thread_count, value_count));
  return cute_cpp::with_shape(inverse, shape);
}

}  // namespace tileglot::notation::cute::cute_cpp
