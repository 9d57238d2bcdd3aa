// SPDX-License-Identifier: Apache-2.0
// rank_move.h: carries out one rank's part of a resharding over an Exchange, in bounded memory.
//
// What     A RankMove has the buffers of a rank's tiles. Each call of step() does what can be done:
//          moves tiles that stay, packs and sends chunks, unpacks those that arrived; it returns
//          whether anything is left. At most `window` chunks are received and `window` sent at a time.
// Why      The same code runs in a simulation of all ranks and over a real transport. A relayout
//          happens once at each end: from the tile's own layout to the wire, from the wire to the
//          tile's own layout.
// Units    Bytes; buffers are in the order of Side::held_by, arrays one after the other.
// Example  simulate.h.
// Errors   of: those of chunks.h and of layouts; reshard.buffers where a buffer is missing or too
//          small. step: relayout.* of plan::plan, where layouts of a tile do not fit.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <vector>

#include "tileglot/core/error.h"
#include "tileglot/relayout/plan/plan.h"
#include "tileglot/relayout/reshard/exchange.h"
#include "tileglot/relayout/reshard/resharding.h"

namespace tileglot::relayout::reshard {

/// Executes a plan and leaves padding as it is. Empty: plan::interpret, bit by bit.
using Execute = std::function<core::Status(const plan::Plan&, std::span<const std::byte>,
                                           std::span<std::byte>)>;

struct MoveOptions {
  std::int64_t chunk_bytes = std::int64_t{8} << 20;
  std::size_t window = 4;
  Execute execute = {};
};

class RankMove {
 public:
  /// The resharding must outlive the move.
  static core::Result<RankMove> of(const Resharding& resharding, std::int64_t rank,
                                   std::vector<std::span<const std::byte>> sources,
                                   std::vector<std::span<std::byte>> targets,
                                   const MoveOptions& options);
  RankMove(RankMove&&) noexcept;
  RankMove& operator=(RankMove&&) noexcept;
  ~RankMove();

  /// False when all is sent and received.
  core::Result<bool> step(Exchange& exchange);
  /// The most bytes of chunks that were held at once.
  std::int64_t peak_bytes() const;

 private:
  struct Parts;
  explicit RankMove(std::unique_ptr<Parts> parts);
  std::unique_ptr<Parts> parts_;
};

}  // namespace tileglot::relayout::reshard
