// SPDX-License-Identifier: Apache-2.0
// tiled_leaves.h: the composition of each tile of a tiler with its mode, as pieces.
//
// What     TiledLeaves composes every tile of a tiler, or every tile and its complement, with the
//          mode of the layout it applies to. write writes the tiles, the rests, both, or only the
//          images, one after another, in the structure of the tiler.
// Why      logical, zipped, tiled and flat divide are the same pieces in other brackets, and a
//          composition by mode has only the tiles.
// Example  (8,6) over (12,32):(1,12) by <4,8>: tiles (4,8), rests (3,4).
//          [tests: divide_test.cc, "the four divides are one in other brackets"]
// Errors   Those of composition and complement, kTilerRank, kNegativeExtent.
#pragma once

#include <cstdint>

#include "tileglot/notation/cute/algebra/complement.h"
#include "tileglot/notation/cute/algebra/composition.h"
#include "tileglot/notation/cute/algebra/tiler_walk.h"
#include "tileglot/notation/cute/layout/layout.h"
#include "tileglot/notation/cute/layout/layout_writer.h"
#include "tileglot/notation/cute/layout/leaf_list.h"
#include "tileglot/notation/cute/layout/tiler.h"

namespace tileglot::notation::cute {

/// What is written for each tile. For a `_` of the tiler, the image is the mode, the tile is 1:0
/// and its rest is the mode; modes that the tiler does not reach are rests.
enum class Part : std::uint8_t { kImage, kTile, kRest, kTileAndRest };

/// Whether the outermost brackets of a part are written.
enum class Brackets : std::uint8_t { kKeep, kDrop };

/// Whether the complements of the tiles are composed too.
enum class Rests : std::uint8_t { kLeaveOut, kCompose };

class TiledLeaves {
 public:
  // NOLINTNEXTLINE(cppcoreguidelines-pro-type-member-init): only what is written is read.
  constexpr TiledLeaves(const Layout<>& layout, const Tiler& tiler)
      : layout_(layout), tiler_(tiler) {}
  TiledLeaves(const TiledLeaves&) = delete;
  TiledLeaves& operator=(const TiledLeaves&) = delete;

  /// Composes the tiles, and their complements if requested, and writes each one immediately.
  template <Part Which>
  constexpr Refusal compose(Rests rests, Brackets brackets, LayoutWriter& writer) {
    const IntTuple& extents = tiler_.layouts.shape;
    for (int slot = 0; slot < extents.slots; ++slot) {
      if (extents.values[slot] < 0) return {Reason::kNegativeExtent, slot, extents.values[slot]};
    }
    with_rests_ = rests == Rests::kCompose;
    Scribe<Which, true> scribe{*this, brackets, writer};
    return for_each_tile(tiler_, layout_, scribe);
  }

  /// True if the part (tiles or rests) is a tuple of one mode, which CuTe does not unpack.
  constexpr bool is_single(Part part) const {
    const bool by_mode = tiler_.is_by_mode();
    const IntTuple& tiles = tiler_.layouts.shape;
    if (part == Part::kTile) return by_mode ? rank(tiler_.guide) == 1 : is_tuple_of_one(tiles);
    return (by_mode || has_underscore(tiler_.guide)) && rank(layout_.shape) == 1;
  }

  /// Writes another part of the composed leaves.
  template <Part Which>
  constexpr void write(Brackets brackets, LayoutWriter& writer) {
    Scribe<Which, false> scribe{*this, brackets, writer};
    (void)for_each_tile(tiler_, layout_, scribe);  // compose() has made any refusal already
  }

 private:
  template <Part Which, bool Composes>
  struct Scribe {
    TiledLeaves& leaves;
    Brackets brackets;
    LayoutWriter& writer;

    constexpr bool has_bracket(bool outermost) const {
      return !outermost || brackets == Brackets::kKeep;
    }
    constexpr void open(bool outermost) const {
      if (has_bracket(outermost)) writer.open();
    }
    constexpr void close(bool outermost) const {
      if (has_bracket(outermost)) writer.close();
    }
    constexpr void untouched(const Element& mode) const {
      if (Which == Part::kRest || Which == Part::kTileAndRest)
        leaves.write_mode(mode, true, writer);
    }
    constexpr Refusal tile(const Tile& tile, const Element& mode) const {
      const bool kept = has_bracket(mode.is_whole);
      if (tile.keeps) {
        leaves.write_kept(Which, mode, kept, writer);
        return {};
      }
      if constexpr (Composes) {
        if (const Refusal refused = leaves.compose_tile(tile, mode); refused != Refusal{}) {
          return refused;
        }
      }
      if constexpr (Which == Part::kRest) {
        leaves.write_rest(tile, kept, writer);
      } else if constexpr (Which == Part::kTileAndRest) {
        leaves.write_both(tile, kept, writer);
      } else {
        leaves.write_tile(tile, kept, writer);
      }
      return {};
    }
  };

  constexpr Refusal compose_tile(const Tile& tile, const Element& mode) {
    const int from = list_.count;
    tile_first_[tile.number] = from;
    if (with_rests_ && is_unit(tile)) {
      list_.push(core::static_integer(1), core::static_integer(0));
    } else {
      list_.push(tiler_.layouts, tile.begin, tile.end);
    }
    rest_first_[tile.number] = list_.count;
    if (with_rests_) {
      Gaps gaps(list_);
      const Refusal refused =
          push_complement(tiler_.layouts, tile.begin, tile.end, size_of(mode), gaps);
      if (refused != Refusal{}) return refused;
    }
    rest_end_[tile.number] = list_.count;
    if (list_.overflows) return {Reason::kTooManyLeaves, core::kMaxLeaves + 1, core::kMaxLeaves};
    return compose_from(from, mode);
  }

  /// True for the integer _1: as a divisor it is the layout _1:_0, as CuTe's make_layout(_1) is; in
  /// a composition it is _1:_1.
  constexpr bool is_unit(const Tile& tile) const {
    return (tiler_.integers >> unsigned(tile.number) & 1U) != 0 &&
           tiler_.layouts.shape.at(tile.begin) == core::static_integer(1);
  }

  /// Composes the leaves from number `from` on.
  constexpr Refusal compose_from(int from, const Element& mode) {
    TILEGLOT_TRY_VALUE(elements, list_.size_from(from));
    if (list_.has_basis) return compose_along_bases(mode, from);
    if (elements.value == 0) return compose_nothing(list_, from, list_.count, pieces_);
    return compose_leaves(layout_, mode.begin, mode.end, list_, from, list_.count, pieces_);
  }

  constexpr Refusal compose_along_bases(const Element& mode, int from) {
    Layout<> part;
    LayoutWriter writer(part);
    write_mode(mode, false, writer);
    const Refusal refused = writer.finish(!mode.is_tuple);
    if (refused != Refusal{}) return refused;
    return compose_by_path(part, list_, from, list_.count, pieces_);
  }

  /// True if the first mode of t is a tuple of one mode.
  static constexpr bool is_tuple_of_one(const IntTuple& t) {
    if (t.opens(0) == 0) return false;
    Modes modes(t, element_at(t, 0, 0));
    modes.take();
    return !modes.has_more();
  }

  /// The product of the extents of a mode; it fits, since that of the whole layout does.
  constexpr Integer size_of(const Element& mode) const {
    Integer product = core::static_integer(1);
    for (int slot = mode.begin; slot < mode.end; ++slot) {
      if (layout_.shape.is_empty(slot)) continue;
      if (layout_.shape.values[slot] == 0) return Integer(0);
      product = multiply(product, layout_.shape.at(slot)).value;
    }
    return product;
  }

  constexpr void write_mode(const Element& mode, bool brackets, LayoutWriter& writer) const {
    const bool adds = mode.is_whole && mode.is_tuple && brackets;
    const bool drops = !mode.is_whole && mode.is_tuple && !brackets;
    if (adds) writer.open();
    writer.modes(layout_, mode.begin, mode.end, mode.consumed + (drops ? 1 : 0));
    if (adds) writer.close();
  }
  constexpr void write_kept(Part part, const Element& mode, bool brackets,
                            LayoutWriter& writer) const {
    if (part == Part::kTile) {
      writer.leaf(core::static_integer(1), core::static_integer(0));
    } else {
      write_mode(mode, brackets, writer);
    }
  }
  constexpr void write_tile(const Tile& tile, bool brackets, LayoutWriter& writer) const {
    const IntTuple& shape = tiler_.layouts.shape;
    const bool is_tuple = shape.opens(tile.begin) > 0;
    write_composed(shape, tile.begin, tile.end, is_tuple && !brackets ? 1 : 0,
                   tile_first_[tile.number], pieces_, is_tuple || brackets, writer);
  }
  constexpr void write_rest(const Tile& tile, bool brackets, LayoutWriter& writer) const {
    const int first = rest_first_[tile.number];
    const int end = rest_end_[tile.number];
    const bool is_tuple = end - first > 1;
    if (is_tuple && brackets) writer.open();
    for (int i = first; i < end; ++i) write_pieces(pieces_, i, is_tuple || brackets, writer);
    if (is_tuple && brackets) writer.close();
  }
  constexpr void write_both(const Tile& tile, bool brackets, LayoutWriter& writer) const {
    if (brackets) writer.open();
    write_tile(tile, true, writer);
    write_rest(tile, true, writer);
    if (brackets) writer.close();
  }

  const Layout<>& layout_;
  const Tiler& tiler_;
  LeafList list_;
  Pieces pieces_;
  // For each tile: where its leaves, and those of its complement, are in the list.
  int tile_first_[core::kMaxLeaves];
  int rest_first_[core::kMaxLeaves];
  int rest_end_[core::kMaxLeaves];
  bool with_rests_ = false;
};

}  // namespace tileglot::notation::cute
