// SPDX-License-Identifier: Apache-2.0
// reshard.h: `tileglot reshard`: who sends what when an array lies on ranks in one way and is wanted in
// another.
//
// Example  f32[8,6] from {devices=[4,1]<=[4]} to {devices=[1,2,2]<=[4] last_tile_dim_replicate} on nodes
//          of 2 ranks: 288 B move in 12 messages, and 288 B must.
//          [tests: reshard_test.cc, "rows to columns on two ranks each"]
// Errors   Those of the shape, of placement/words.h and of relayout/reshard; reshard.option for
//          a mesh or a number of ranks that neither side reads; reshard.rank for a rank that does not
//          exist; reshard.layout for a shape whose layout cannot be that of its tiles;
//          reshard.simulate where a simulation would need more memory than kMostSimulatedBytes.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "tileglot/api/reply/reply.h"

namespace tileglot::api {

/// The buffers of all ranks of a simulation, together.
inline constexpr std::int64_t kMostSimulatedBytes = std::int64_t{1} << 25;

struct ReshardRequest {
  std::string shape = {};  ///< f32[8,6]; its layout is that of the tiles
  std::string from = {};
  std::string to = {};
  std::string mesh = {};                   ///< of both sides, for words that name axes
  std::string to_mesh = {};                ///< of the target, if it is another
  std::string to_layout = {};              ///< of the target's tiles, if it is another
  std::optional<std::int64_t> ranks = {};  ///< for {replicated}
  std::int64_t to_first = 0;               ///< the number of the target's rank 0 among all ranks
  std::int64_t ranks_per_node = 0;
  std::int64_t chunk_bytes = std::int64_t{8} << 20;
  std::int64_t window = 4;
  std::optional<std::int64_t> rank = {};  ///< list what this one receives and sends
  double gigabytes_per_second = 0;        ///< of a rank, each way; 0: time is not asked
  bool rename = false;
  bool simulate = false;
  bool segments = false;  ///< with a rank: byte ranges of what it receives
};

Reply reshard(const ReshardRequest& request);

}  // namespace tileglot::api
