// SPDX-License-Identifier: Apache-2.0
// limits.h: limits on the contents of one text.
//
// What     The largest counts that the package reads and evaluates; anything larger is refused with
//          xla.limit.
// Why      Texts are untrusted: memory, time and stack stay bounded by limits far above any real
//          layout.
#pragma once

#include <cstddef>
#include <cstdint>

namespace tileglot::notation::xla {

inline constexpr std::size_t kMaxTextBytes = std::size_t{1} << 20;
inline constexpr std::size_t kMaxDepth =
    64;  ///< nesting depth of tuples, buffers and physical shapes
inline constexpr std::size_t kMaxShapes =
    1 << 15;                                  ///< shapes in one text, each tuple element counted
inline constexpr std::size_t kMaxRank = 64;   ///< dimensions, and entries of minor_to_major
inline constexpr std::size_t kMaxTiles = 32;  ///< tiles of one layout
inline constexpr std::size_t kMaxTileEntries = 64;  ///< entries of one tile
inline constexpr std::int64_t kMaxListedDevices =
    1 << 20;  ///< devices of orders that must be listed one by one, in one text
inline constexpr std::size_t kMaxSteps = 256;  ///< merges and divisions of one evaluation

}  // namespace tileglot::notation::xla
