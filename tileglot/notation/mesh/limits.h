// SPDX-License-Identifier: Apache-2.0
// limits.h: limits on the contents of one text.
//
// What     The largest counts that the package reads and evaluates; anything larger is refused with
//          mesh.limit.
// Why      Texts are untrusted: memory and time stay bounded by limits far above any real mesh.
#pragma once

#include <cstddef>
#include <cstdint>

namespace tileglot::notation::mesh {

inline constexpr std::size_t kMaxAxes = 64;        ///< axes of a mesh; extents of an iota
inline constexpr std::size_t kMaxRank = 64;        ///< dimensions of an array
inline constexpr std::size_t kMaxNameBytes = 256;  ///< of an axis or a memory kind
inline constexpr std::int64_t kMaxListed = std::int64_t{1} << 20;  ///< devices; begins of tiles

inline constexpr std::size_t kMaxRuleLines = std::size_t{1} << 16;  ///< of one text of rules
inline constexpr std::size_t kMaxLineBytes = 4096;                  ///< of one line of rules
inline constexpr std::size_t kMaxTensorName = 1024;                 ///< bytes
inline constexpr std::size_t kMaxPatternParts = 32;                 ///< of one pattern
inline constexpr std::size_t kMaxPatterns = 64;                     ///< of one rule

}  // namespace tileglot::notation::mesh
