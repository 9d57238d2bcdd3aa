// SPDX-License-Identifier: Apache-2.0
// planned.h: a plan with the numbers that its text and its JSON show.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "tileglot/api/reshard/asked.h"
#include "tileglot/api/reshard/reshard.h"
#include "tileglot/core/error.h"
#include "tileglot/relayout/reshard/resharding.h"
#include "tileglot/relayout/reshard/segments.h"
#include "tileglot/relayout/reshard/summary.h"
#include "tileglot/relayout/reshard/transfer.h"

namespace tileglot::api {

/// The most ranks of which the matrix is shown.
inline constexpr std::int64_t kMostInMatrix = 16;
/// The most boxes of a rank that are listed one by one.
inline constexpr std::int64_t kMostListedTransfers = std::int64_t{1} << 17;

/// Which rank takes the part of each target rank.
struct Renamed {
  std::vector<std::int64_t> of_target = {};
  std::int64_t kept_bits_before = 0;
  std::int64_t kept_bits = 0;
};

/// All elements were in place afterwards.
struct Simulated {
  std::int64_t chunks = 0;
  std::int64_t carried_bytes = 0;
  std::int64_t peak_bytes = 0;
};

/// What a rank needs: its tiles as they are stored, padding included, and chunks at most.
struct RankMemory {
  std::int64_t had_bytes = 0;
  std::int64_t wanted_bytes = 0;
  std::int64_t chunk_bytes = 0;
};

/// What the rank that was asked for receives, as byte ranges.
struct Received {
  relayout::reshard::Transfer transfer;
  std::vector<relayout::reshard::Segment> segments = {};
};

struct Planned {
  Asked asked;
  relayout::reshard::Resharding resharding;
  /// Of all ranks; not where only one was asked for and all are too many.
  std::optional<relayout::reshard::Summary> summary = {};
  std::optional<relayout::reshard::RankSummary> of_rank = {};
  /// In the order of Resharding::receives, if segments were asked for.
  std::optional<std::vector<Received>> received = {};
  RankMemory memory = {};  ///< of the rank that was asked for, or else the largest
  std::int64_t memory_rank = 0;
  std::string name = {};
  std::optional<Renamed> renamed = {};
  std::optional<Simulated> simulated = {};
};

core::Result<Planned> planned(const ReshardRequest& request);

core::Result<RankMemory> memory_of(const Planned& plan, std::int64_t rank,
                                   const relayout::reshard::Volume& volume,
                                   const ReshardRequest& request);

}  // namespace tileglot::api
