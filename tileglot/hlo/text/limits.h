// SPDX-License-Identifier: Apache-2.0
// limits.h: how much one HLO text may hold.
//
// Why      Texts come from anywhere: memory and stack stay bounded by numbers that no real module comes
//          near. What is larger is refused with hlo.limit.
#pragma once

#include <cstddef>
#include <cstdint>

namespace tileglot::hlo {

inline constexpr std::size_t kMaxTextBytes = std::size_t{1} << 30;
inline constexpr std::size_t kMaxNesting = 64;  ///< instructions as operands, tuples of constants
/// In all tuples whose shapes are not written: each can be twice as large as the one before.
inline constexpr std::size_t kMaxInferredShapes = std::size_t{1} << 20;
inline constexpr std::int64_t kMaxParameters = 1 << 20;
inline constexpr std::int64_t kMaxRank = 64;

}  // namespace tileglot::hlo
