// SPDX-License-Identifier: Apache-2.0
// coalescing.h: how much global memory moves for the bytes that a warp wants.
//
// What     coalescing(access, bits) counts for each instruction the sectors of 32 bytes and the
//          lines of 128 bytes that its lanes touch, and the bytes that they want, each byte once.
// Why      Memory moves whole sectors: a warp that wants 128 bytes from 32 sectors moves 1024.
// Units    Bytes. The memory begins at a multiple of a line.
// Example  32 lanes of 4 x f16 along four rows of 64 bytes: 256 bytes in 8 sectors and 2 lines, 100
//          %.
//          [tests: coalescing_test.cc, "a warp that reads whole rows moves what it wants"]
// Source   CUDA C++ Best Practices Guide, coalesced access to global memory.
#pragma once

#include <cstdint>

#include "tileglot/analysis/lane_access.h"

namespace tileglot::analysis {

inline constexpr std::int64_t kSectorBytes = 32;
inline constexpr std::int64_t kLineBytes = 128;

/// The traffic of some instructions.
struct Traffic {
  std::int64_t instructions = 0;
  std::int64_t wanted_bytes = 0;  ///< elements of fewer than 8 bits rounded up together
  std::int64_t sectors = 0;
  std::int64_t fewest_sectors = 0;  ///< that could hold the bytes that each instruction wants
  std::int64_t lines = 0;
  /// Wanted bytes over bytes moved; 1 where nothing moves.
  double efficiency() const;
};

struct Coalescing {
  Traffic all = {};
  Traffic worst = {};  ///< of the first warp whose efficiency is the least
  std::int64_t worst_warp = 0;
};

/// Precondition: offsets are not negative.
Coalescing coalescing(const LaneAccess& access, std::int64_t bits);

}  // namespace tileglot::analysis
