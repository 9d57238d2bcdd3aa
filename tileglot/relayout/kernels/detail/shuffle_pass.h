// SPDX-License-Identifier: Apache-2.0
// shuffle_pass.h: one pass of a shuffle as data, and the function that runs it.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace tileglot::relayout::kernels::detail {

/// The largest vector.
inline constexpr std::int64_t kShuffleVector = 64;
/// A vector that is looked up in 16 bytes at a time.
inline constexpr std::int64_t kShuffleBlock = 16;

/// The source starting at `offset`, for those bytes of a vector whose bit is set.
struct ShuffleWindow {
  std::int64_t offset = 0;  ///< from the beginning of a tile
  std::uint64_t bytes = 0;
  /// Of a block: its places, or kNoPlace where a byte comes from another window.
  alignas(kShuffleBlock) std::array<std::uint8_t, kShuffleBlock> block = {};
};

inline constexpr std::uint8_t kNoPlace = 0x80;

/// Byte i of a vector is byte places[i] of its window.
struct ShuffleVector {
  alignas(kShuffleVector) std::array<std::uint8_t, kShuffleVector> places = {};
  std::vector<ShuffleWindow> windows = {};
};

/// Tiles are consecutive in the target; the last vector of each extends into the next.
struct ShufflePass {
  std::int64_t unit_bytes = 1;
  std::int64_t tile_bytes = 0;
  std::vector<std::int32_t> starts = {};  ///< where each tile begins in the source
  std::vector<std::int32_t> units = {};   ///< offset of each unit of a tile, from its start
  std::vector<ShuffleVector> vectors = {};
  std::int64_t vector_bytes = kShuffleVector;
  void (*run)(const ShufflePass& pass, const std::byte* source, std::byte* target) = nullptr;

  /// Windows of a tile.
  std::int64_t windows() const;
  /// To the end of the last window or vector.
  std::int64_t source_bytes() const;
  std::int64_t target_bytes() const;
};

/// How the processor runs passes.
struct ShuffleKernels {
  /// Of the vectors that `by_vectors` makes: kShuffleVector or kShuffleBlock.
  std::int64_t vector_bytes = kShuffleVector;
  decltype(ShufflePass::run) by_vectors = nullptr;  ///< nullptr: there is none
  decltype(ShufflePass::run) by_units = nullptr;
};

ShuffleKernels shuffle_kernels();

}  // namespace tileglot::relayout::kernels::detail
