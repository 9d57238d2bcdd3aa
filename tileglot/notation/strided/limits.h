// SPDX-License-Identifier: Apache-2.0
// limits.h: limits on the contents of one text.
//
// What     The largest counts that the package reads and evaluates; anything larger is refused with
//          strided.limit.
// Why      Texts are untrusted: memory, time and stack stay bounded by limits far above any real
//          layout.
#pragma once

#include <cstddef>

namespace tileglot::notation::strided {

inline constexpr std::size_t kMaxRank = 64;             ///< dimensions of an array
inline constexpr std::size_t kMaxBlocks = 64;           ///< inner blocks of a oneDNN tag
inline constexpr std::size_t kMaxExpressions = 1024;    ///< numbers, dimensions, operators of a map
inline constexpr std::size_t kMaxDepth = 64;            ///< nested parentheses
inline constexpr std::size_t kMaxAttributeBytes = 256;  ///< of an MLIR memory space

}  // namespace tileglot::notation::strided
