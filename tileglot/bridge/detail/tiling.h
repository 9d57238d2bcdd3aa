// SPDX-License-Identifier: Apache-2.0
// tiling.h: the XLA tiles that produce a given order of digits.
//
// What     find_tiling(digits, rank) takes the digits of all dimensions in memory order, most major
//          first, and gives the order of the dimensions and the tiles that produce it: the fewest
//          tiles; among those the fewest tile entries, then the minor_to_major that comes last in
//          dictionary order ({1,0} before {0,1}), then the largest first tile.
// Why      XLA writes a layout as an order and tiles, a map as digits with strides; many tilings
//          produce the same order of digits.
// How      Backwards: the last tile of t entries left its t remainders at the minor end and their
//          quotients before them. Each way to match a suffix with the digits before it, joining
//          digits of one dimension that were cut apart, undoes one tile. Depth first, one more tile
//          each round, until every dimension is whole.
// Example  (2 of x0, 2 of x1, 4 of x0, 128 of x1, 2 of x0) is {1,0:T(8,128)(2,1)}: the last tile
//          cuts the 2, the first 8 and 128.
//          [tests: tiling_test.cc, "the packed tile of bfloat16"]
// Errors   bridge.too_many_tilings where the search exceeds its limit, with the number of digits. A
//          step takes one entry of a tile, so the limit also bounds the time.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "tileglot/core/error.h"

namespace tileglot::bridge {

/// A digit of dimension `dim`: number `level` from its minor end, space for `radix` values in
/// memory, at least two.
struct TileDigit {
  std::size_t dim = 0;
  std::size_t level = 0;
  std::int64_t radix = 2;
  /// This is the top digit, and the dimension has fewer values: only a tile entry can make the
  /// space.
  bool padded = false;
  friend bool operator==(const TileDigit&, const TileDigit&) = default;
};

struct Tiling {
  std::vector<std::int64_t> minor_to_major;
  std::vector<std::vector<std::int64_t>> tiles;
  friend bool operator==(const Tiling&, const Tiling&) = default;
};

/// Steps after which a search ends without an answer.
inline constexpr std::size_t kMaxTilingSteps = 2'000'000;

struct TilingSearch {
  std::optional<Tiling> tiling = {};  ///< none: there is no tiling, or the steps ran out
  std::size_t steps = 0;
};

/// The search itself, with the steps that it took.
TilingSearch search_tiling(std::span<const TileDigit> major_to_minor, std::size_t rank);

/// Dimensions below `rank` without a digit have extent 1. Precondition: each dimension's levels are
/// 0, 1, .. up to its last.
core::Result<Tiling> find_tiling(std::span<const TileDigit> major_to_minor, std::size_t rank);

}  // namespace tileglot::bridge
