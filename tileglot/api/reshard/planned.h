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
#include "tileglot/relayout/reshard/summary.h"

namespace tileglot::api {

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

struct Planned {
  Asked asked;
  relayout::reshard::Resharding resharding;
  /// Of all ranks; not where only one was asked for and all are too many.
  std::optional<relayout::reshard::Summary> summary = {};
  std::optional<relayout::reshard::RankSummary> of_rank = {};
  std::string name = {};
  std::optional<Renamed> renamed = {};
  std::optional<Simulated> simulated = {};
};

core::Result<Planned> planned(const ReshardRequest& request);

/// What a rank holds in chunks at most.
std::int64_t chunk_memory_bytes(const ReshardRequest& request, std::int64_t in_bits,
                                std::int64_t out_bits);

}  // namespace tileglot::api
