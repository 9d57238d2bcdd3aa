// SPDX-License-Identifier: Apache-2.0
// divide.h: a layout cut into tiles: the elements of one tile, and the tiles.
//
// What     logical_divide(A, B) is A o (B, complement(B, size A)): mode 0 runs inside one tile,
//          mode 1 from tile to tile. A tiler divides each mode this way; modes that it does not
//          reach, and those under `_`, stay. zipped_divide collects the tiles in mode 0 and the
//          rests in mode 1; tiled_divide unpacks mode 1, flat_divide both:
//
//              logical  ((t0,r0),(t1,r1),m2)      tiled  ((t0,t1),r0,r1,m2)
//              zipped   ((t0,t1),(r0,r1,m2))      flat   (t0,t1,r0,r1,m2)
//
// Why      Work is assigned to blocks and threads tile by tile.
// Example  (12,32):(1,12) by <4,8> = ((4,3),(8,4)):((1,4),(12,96)), zipped
//          ((4,8),(3,4)):((1,12),(4,96)). [tests: divide_test.cc, "the four divides are one in
//          other brackets"]
// Errors   Those of composition and of complement; kTilerRank; more elements than int64 can count,
//          which a tile of stride 0 may produce. If the tile does not divide the size, the tiles
//          run beyond the end, as in CuTe.
// Source   CuTe 02_layout_algebra.md, "Divide". Differs from CuTe: under `_` in a tuple a zipped,
//          tiled or flat divide has the tile 1:0 and the mode as the rest (CuTe splits a mode of
//          rank 2 and does not compile for others). A `_` alone leaves the layout unchanged
//          (CuTe too, for rank 2, but unpacks its mode 1; it does not compile for others).
#pragma once

#include "tileglot/notation/cute/algebra/complement.h"
#include "tileglot/notation/cute/algebra/tiled_leaves.h"
#include "tileglot/notation/cute/layout/layout.h"
#include "tileglot/notation/cute/layout/tiler.h"
#include "tileglot/notation/cute/tuple/division.h"

namespace tileglot::notation::cute {

/// True if the tiler is a single `_`, not in a tuple, which keeps the whole layout.
constexpr bool keeps_all(const Tiler& tiler) {
  return !tiler.is_by_mode() && has_underscore(tiler.guide);
}

/// How many tiles there are along each gap of the tile and beyond it to cover the target:
/// ceil_div(100, 4:3) = (3,9).
constexpr Outcome<IntTuple> ceil_div(const IntTuple& target, const Layout<>& tile) {
  TILEGLOT_TRY_VALUE(tiles, complement(tile, target));
  return tiles.shape;
}

// Each of the two below returns only one variable, so that the layout is built in place.

constexpr Outcome<Layout<>> divide_mode_by_mode(const Layout<>& a, const Tiler& tiler) {
  Outcome<Layout<>> r;
  TiledLeaves leaves(a, tiler);
  LayoutWriter writer(r.value);
  r.refusal = leaves.compose<Part::kTileAndRest>(Rests::kCompose, Brackets::kDrop, writer);
  if (r.ok()) r.refusal = writer.finish(false);
  if (!r.ok()) r.value = {};
  return r;
}

/// The tiles, then the rests, each with or without its outer brackets.
constexpr Outcome<Layout<>> divide_in_two(const Layout<>& a, const Tiler& tiler, Brackets of_tiles,
                                          Brackets of_rests) {
  Outcome<Layout<>> r;
  TiledLeaves leaves(a, tiler);
  if (leaves.is_single(Part::kTile)) of_tiles = Brackets::kKeep;
  if (leaves.is_single(Part::kRest)) of_rests = Brackets::kKeep;
  LayoutWriter writer(r.value);
  r.refusal = leaves.compose<Part::kTile>(Rests::kCompose, of_tiles, writer);
  if (r.ok()) leaves.write<Part::kRest>(of_rests, writer);
  if (r.ok()) r.refusal = writer.finish(false);
  if (!r.ok()) r.value = {};
  return r;
}

constexpr Outcome<Layout<>> logical_divide(const Layout<>& a, const Tiler& tiler) {
  if (keeps_all(tiler)) return a;
  return divide_mode_by_mode(a, tiler);
}

constexpr Outcome<Layout<>> zipped_divide(const Layout<>& a, const Tiler& tiler) {
  if (keeps_all(tiler)) return a;
  return divide_in_two(a, tiler, Brackets::kKeep, Brackets::kKeep);
}

constexpr Outcome<Layout<>> tiled_divide(const Layout<>& a, const Tiler& tiler) {
  if (keeps_all(tiler)) return a;
  return divide_in_two(a, tiler, Brackets::kKeep, Brackets::kDrop);
}

constexpr Outcome<Layout<>> flat_divide(const Layout<>& a, const Tiler& tiler) {
  if (keeps_all(tiler)) return a;
  return divide_in_two(a, tiler, Brackets::kDrop, Brackets::kDrop);
}

/// The divides by a layout for the whole.
constexpr Outcome<Layout<>> logical_divide(const Layout<>& a, const Layout<>& b) {
  TILEGLOT_TRY_VALUE(tiler, tiler_of(b));
  return logical_divide(a, tiler);
}
constexpr Outcome<Layout<>> zipped_divide(const Layout<>& a, const Layout<>& b) {
  TILEGLOT_TRY_VALUE(tiler, tiler_of(b));
  return zipped_divide(a, tiler);
}
constexpr Outcome<Layout<>> tiled_divide(const Layout<>& a, const Layout<>& b) {
  TILEGLOT_TRY_VALUE(tiler, tiler_of(b));
  return tiled_divide(a, tiler);
}
constexpr Outcome<Layout<>> flat_divide(const Layout<>& a, const Layout<>& b) {
  TILEGLOT_TRY_VALUE(tiler, tiler_of(b));
  return flat_divide(a, tiler);
}

}  // namespace tileglot::notation::cute
