// SPDX-License-Identifier: Apache-2.0
// limits.h: how much of anything one text may hold.
//
// What     The largest counts the package reads and evaluates; what is larger is refused with
//          xla.limit.
// Why      Texts come from anywhere: memory, time and stack stay bounded by numbers that no real
//          layout comes near.
#pragma once

#include <cstddef>
#include <cstdint>

namespace tileglot::notation::xla {

inline constexpr std::size_t kMaxTextBytes = std::size_t{1} << 20;
inline constexpr std::size_t kMaxDepth =
    64;  ///< tuples, buffers and physical shapes inside each other
inline constexpr std::size_t kMaxShapes =
    1 << 15;                                  ///< shapes in one text, each tuple element counted
inline constexpr std::size_t kMaxRank = 64;   ///< dimensions, and entries of minor_to_major
inline constexpr std::size_t kMaxTiles = 32;  ///< tiles of one layout
inline constexpr std::size_t kMaxTileEntries = 64;  ///< entries of one tile
inline constexpr std::int64_t kMaxListedDevices =
    1 << 20;  ///< devices of orders that have to be listed one by one, in one text
inline constexpr std::size_t kMaxSteps = 256;  ///< merges and divisions of one evaluation

}  // namespace tileglot::notation::xla
