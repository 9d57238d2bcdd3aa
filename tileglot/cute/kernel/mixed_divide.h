// SPDX-License-Identifier: Apache-2.0
// mixed_divide.h: half-dynamic layouts composed with and divided by static tiles.
//
// What     composition, logical_divide and zipped_divide of a MixedLayout. The tile is a type: a
//          number, a named layout, `_`, or a tuple of them, one for each mode. Only the numbers of
//          the result that depend on dynamic numbers are computed at run time.
// Why      Blocks and threads get their tiles inside a kernel, from an M known at run time.
// How      While the operation runs at compile time, a dynamic last extent is replaced by a large
//          number that the tile divides; the last extent of the result is then kept as
//          (size / divisor) rounded up.
// Example  With M = 100, zipped_divide(l, make_tile(_32{}, _32{})) is ((32,32),(4,2)) :
//          ((64,1),(2048,32)); the 4 is ceil(M / 32).
//          [tests: mixed_divide_test.cc, "dividing by static tiles agrees with the algebra of
//          values"]
// Errors   Do not compile: a dynamic extent that is not the last of the mode that is divided or
//          composed; anything the algebra refuses. Tiles run beyond the end, as in CuTe.
#pragma once

#include <cstdint>
#include <type_traits>

#include "tileglot/cute/kernel/mixed_layout.h"
#include "tileglot/cute/layout/vocabulary.h"
#include "tileglot/notation/cute/algebra/complement.h"
#include "tileglot/notation/cute/algebra/composition.h"
#include "tileglot/notation/cute/algebra/divide.h"

namespace tileglot::cute {

namespace mixed {

/// Only the last leaf may have a dynamic extent: the others need sizes known at compile time.
void a_dynamic_extent_is_not_the_last_of_its_mode();

/// A factor of the number that replaces a dynamic last extent while an operation runs.
inline constexpr std::int64_t kAny = std::int64_t{1} << 20U;

/// The mode with its dynamic extent replaced by a number that `step` divides.
constexpr Layout<> with_any_extent(Layout<> mode, std::int64_t step) {
  for (int slot = 0; slot < mode.numbers.shape.slots; ++slot) {
    if (mode.numbers.shape.is_empty(slot) || mode.numbers.shape.at(slot).is_static) continue;
    if (slot + 1 < mode.numbers.shape.slots) a_dynamic_extent_is_not_the_last_of_its_mode();
    mode.numbers.shape.set(slot, core::static_integer(kAny * step));
  }
  return mode;
}

constexpr bool is_dynamic(const Layout<>& mode) { return !core::is_static(mode.numbers.shape); }

/// The number of offsets that a tile and the copies in its gaps span. A divide would lose elements
/// in gaps that no copy fills.
constexpr std::int64_t reach_of(const Layout<>& tile) {
  const Layout<> copies = or_refuse(
      notation::cute::complement(tile, core::static_integer(1), notation::cute::Holes::kRefuse));
  return or_refuse(core::multiply(size(tile).value, size(copies).value)).value;
}

/// (tile, rest) of one mode. The rest of a dynamic mode ends in a dynamic extent.
constexpr Layout<> divided(const Layout<>& mode, const Layout<>& tile, Symbolic& s) {
  const Layout<> sized = with_any_extent(mode, reach_of(tile));
  Layout<> both = or_refuse(notation::cute::logical_divide(sized, tile));
  if (!is_dynamic(mode)) return both;
  const int last = mode.numbers.shape.slots - 1;
  const int leaf = int(mode.numbers.shape.values[last]);
  const int end = both.numbers.shape.slots - 1;
  s.scale[leaf] = size(sized).value / sized.numbers.shape.values[last];
  s.divisor[leaf] = size(sized).value / both.numbers.shape.values[end];
  if (both.numbers.shape.values[end] % kAny != 0) a_dynamic_extent_is_not_the_last_of_its_mode();
  both.numbers.shape.set(end, core::Integer(leaf));
  return both;
}

constexpr Layout<> composed(const Layout<>& mode, const Layout<>& tile) {
  return or_refuse(notation::cute::composition(with_any_extent(mode, reach_of(tile)), tile));
}

constexpr Layout<> tile_layout(const Layout<>& tile) { return tile; }
template <auto Extent>
constexpr Layout<> tile_layout(C<Extent> extent) {
  return make_layout(extent);
}

constexpr void add_mode(Layout<>& to, const Layout<>& mode) { to = append(to, mode); }

/// The tiles and the rests that a tile, or one for each mode, cuts a layout into.
struct Cut {
  Layout<> tiles;
  Layout<> rests;

  template <class Tile>
  constexpr void add(const Layout<>& mode, Tile tile, Symbolic& s) {
    if constexpr (std::is_same_v<Tile, Underscore>) {
      add_mode(tiles, Layout<_1, _0>::value);
      add_mode(rests, mode);
    } else {
      const Layout<> both = divided(mode, tile_layout(tile), s);
      add_mode(tiles, get<0>(both));
      add_mode(rests, get<1>(both));
    }
  }
};

/// Applies `operation` to each of the first modes of a layout and its tile; `_` keeps its mode.
template <class... Tiles, class Operation>
constexpr Layout<> by_mode(const Layout<>& layout, const Operation& operation) {
  Layout<> all;
  int i = 0;
  const auto add = [&](auto tile) {
    const Layout<> mode = or_refuse(notation::cute::mode(layout, i++));
    if constexpr (std::is_same_v<decltype(tile), Underscore>) {
      add_mode(all, mode);
    } else {
      add_mode(all, operation(mode, tile_layout(tile)));
    }
  };
  (add(Tiles{}), ...);
  return all;
}

struct LogicalDivide {
  template <class Tile>
  static constexpr Layout<> of(Tile tile, Symbolic& s) {
    return divided(s.layout, tile_layout(tile), s);
  }
  template <class... Tiles>
  static constexpr Layout<> of(tuple<Tiles...>, Symbolic& s) {
    const auto divide = [&s](const Layout<>& mode, const Layout<>& tile) {
      return divided(mode, tile, s);
    };
    Layout<> all = by_mode<Tiles...>(s.layout, divide);
    for (int i = int(sizeof...(Tiles)); i < rank(s.layout); ++i)
      add_mode(all, or_refuse(notation::cute::mode(s.layout, i)));
    return all;
  }
};

struct ZippedDivide {
  template <class Tile>
  static constexpr Layout<> of(Tile tile, Symbolic& s) {
    return LogicalDivide::of(tile, s);
  }
  template <class... Tiles>
  static constexpr Layout<> of(tuple<Tiles...>, Symbolic& s) {
    Cut cut;
    int i = 0;
    (cut.add(or_refuse(notation::cute::mode(s.layout, i++)), Tiles{}, s), ...);
    for (; i < rank(s.layout); ++i) {
      add_mode(cut.rests, or_refuse(notation::cute::mode(s.layout, i)));
    }
    return make_layout(cut.tiles, cut.rests);
  }
};

struct Compose {
  template <class Tile>
  static constexpr Layout<> of(Tile tile, Symbolic& s) {
    return composed(s.layout, tile_layout(tile));
  }
  template <class... Tiles>
  static constexpr Layout<> of(tuple<Tiles...>, Symbolic& s) {
    return by_mode<Tiles...>(
        s.layout, [](const Layout<>& mode, const Layout<>& tile) { return composed(mode, tile); });
  }
};

}  // namespace mixed

template <MixedLike L, class Tile>
constexpr auto logical_divide(const L& layout, const Tile&) {
  return layout.template result<mixed::LogicalDivide, Tile>();
}
/// ((tile of each mode..), (rest of each mode.., modes without tile..)).
template <MixedLike L, class Tile>
constexpr auto zipped_divide(const L& layout, const Tile&) {
  return layout.template result<mixed::ZippedDivide, Tile>();
}
template <MixedLike L, class Tile>
constexpr auto composition(const L& layout, const Tile&) {
  return layout.template result<mixed::Compose, Tile>();
}
}  // namespace tileglot::cute
