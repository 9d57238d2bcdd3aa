// SPDX-License-Identifier: Apache-2.0
// limits.h: how much of anything one text may hold.
//
// What     The largest counts the package reads and evaluates; what is larger is refused with
//          strided.limit.
// Why      Texts come from anywhere: memory, time and stack stay bounded by numbers that no real
//          layout comes near.
#pragma once

#include <cstddef>

namespace tileglot::notation::strided {

inline constexpr std::size_t kMaxRank = 64;             ///< dimensions of an array
inline constexpr std::size_t kMaxBlocks = 64;           ///< inner blocks of a oneDNN tag
inline constexpr std::size_t kMaxExpressions = 1024;    ///< numbers, dimensions and signs of a map
inline constexpr std::size_t kMaxDepth = 64;            ///< parentheses inside each other
inline constexpr std::size_t kMaxAttributeBytes = 256;  ///< of a memory space of MLIR

}  // namespace tileglot::notation::strided
