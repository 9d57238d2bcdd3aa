// SPDX-License-Identifier: Apache-2.0
// tile.h: one tile of an XLA layout.
//
// What     A Tile lists sizes from major to minor, for the most minor dimensions of what it tiles;
//          an entry without a size is the combining `*`, which merges its dimension into the next
//          more minor one before the tile applies.
// Why      A layout's tiles apply in turn, so one tile is a value of its own.
// Example  T(8,128)(2,1) is two tiles, {8, 128} and {2, 1}; (*,2) has the entries {none, 2}.
//          [tests: text/parse_test.cc, "every spelling of the combining entry reads alike"]
// Source   XLA, "Tiled layout" (docs/tiled_layout.md), "Combining dimensions using tiles".
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

namespace tileglot::notation::xla {

/// A size, or nullopt for the combining `*`.
using TileEntry = std::optional<std::int64_t>;

inline constexpr TileEntry kCombine = std::nullopt;

struct Tile {
  std::vector<TileEntry> entries = {};
  friend bool operator==(const Tile&, const Tile&) = default;
};

}  // namespace tileglot::notation::xla
