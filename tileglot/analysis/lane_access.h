// SPDX-License-Identifier: Apache-2.0
// lane_access.h: the memory accesses of a warp's lanes, instruction by instruction.
//
// What     lane_access(offsets, how) lists for each instruction where the vector of each lane
//          begins. Dimension 0 of `offsets` numbers the elements of one thread, its registers; the
//          other dimensions number the threads, dimension 1 fastest.
// Why      Coalescing and bank conflicts are properties of one instruction: they count what its
//          lanes touch. This is the one place that decides which elements of a thread form a
//          vector.
// Units    Elements.
// How      Registers can be renamed at no cost, so any of them can form a vector: n of them, n a
//          power of two, whose offsets are n*q .. n*q+n-1 in the same order in every thread
//          (contiguous_chains.h). The largest n that all registers allow is taken. Registers that
//          repeat another in every thread are left out.
// Example  offsets = lane*64 + register on (8,8): one instruction, 8 lanes, vectors of 8 that begin
//          at 0, 64, .., 448.
//          [tests: lane_access_test.cc, "eight registers make one vector"]
// Errors   map.too_large_to_decide beyond kMostTouches elements or at an offset beyond
//          kFarthestOffset; access.no_threads for a map without dimensions; access.offset for a
//          negative offset.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "tileglot/analysis/contiguous_chains.h"
#include "tileglot/core/error.h"
#include "tileglot/map/index_map.h"

namespace tileglot::analysis {

inline constexpr std::int64_t kMostTouches = std::int64_t{1} << 22;
/// Keeps the offset in bits within int64.
inline constexpr std::int64_t kFarthestOffset = std::int64_t{1} << 40;
inline constexpr std::int64_t kWarpLanes = 32;
/// The widest access of one lane.
inline constexpr std::int64_t kVectorBytes = 16;

struct LaneOptions {
  std::int64_t lanes = kWarpLanes;               ///< of one instruction
  std::int64_t most_elements = 1;                ///< of one lane in one instruction
  std::optional<std::int64_t> phase_lanes = {};  ///< as in LaneAccess
};

struct LaneAccess {
  std::int64_t vector = 1;  ///< elements of a lane
  std::int64_t run = 1;     ///< the same without the alignment requirement
  std::int64_t lanes = kWarpLanes;
  std::int64_t warps = 0;
  /// Lanes that memory serves at once; none: as many as fill all banks (bank_conflicts.h).
  std::optional<std::int64_t> phase_lanes = {};
  /// Where the vectors begin: by warp, then by instruction, then by lane. A last warp may have
  /// fewer lanes.
  std::vector<std::int64_t> begins = {};
  std::int64_t threads = 0;

  /// Of each warp.
  std::int64_t instructions() const;
  /// Where the vectors of one instruction begin; fewer than `lanes` if the last warp is not full.
  std::span<const std::int64_t> begins_of(std::int64_t warp, std::int64_t instruction) const;
};

/// The number of elements of `bits` bits that fill the widest access; at least 1.
std::int64_t elements_of_vector(std::int64_t bits);

/// The offsets of each register, thread by thread, in the order of the registers; registers that
/// repeat an earlier one are left out. Precondition: as lane_access, and f is not empty.
core::Result<std::vector<Column>> columns_of(const map::IndexMap& f);

core::Result<LaneAccess> lane_access(const map::IndexMap& offsets, const LaneOptions& how);

}  // namespace tileglot::analysis
