// SPDX-License-Identifier: Apache-2.0
// limits.h: size limits of one HLO text.
//
// Why      Texts come from anywhere: memory and stack are bounded by limits that no real module
//          comes near. Larger texts are rejected with hlo.limit.
#pragma once

#include <cstddef>
#include <cstdint>

namespace tileglot::hlo {

inline constexpr std::size_t kMaxTextBytes = std::size_t{1} << 30;
inline constexpr std::size_t kMaxNesting = 64;  ///< instructions as operands, tuples of constants
/// Over all tuples whose shapes are not written: each can be twice as large as the one before.
inline constexpr std::size_t kMaxInferredShapes = std::size_t{1} << 20;
/// Over all arrays whose constant is one element.
inline constexpr std::size_t kMaxFilledBytes = std::size_t{1} << 28;
inline constexpr std::int64_t kMaxParameters = 1 << 20;
inline constexpr std::int64_t kMaxRank = 64;

}  // namespace tileglot::hlo
