// SPDX-License-Identifier: Apache-2.0
// exchange.h: what carries chunks between ranks.
//
// What     An Exchange starts to receive a chunk from a rank and to send one to a rank, and says which
//          of those has finished. A send meets the receive of the same peers and tag. Nothing blocks.
// Why      The executor of a rank (rank_move.h) knows no transport: in tests and for `--simulate` all
//          ranks are in one process (simulate.h).
// Units    Bytes. A request is a number that the caller chooses. Its buffer must stay until it has
//          finished.
// Errors   None here: a transport that fails reports that where it is driven.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>

namespace tileglot::relayout::reshard {

/// Which chunk between two ranks.
struct Tag {
  bool forwarded = false;
  std::int64_t number = 0;
  friend auto operator<=>(const Tag&, const Tag&) = default;
};

class Exchange {
 public:
  Exchange() = default;
  Exchange(const Exchange&) = delete;
  Exchange& operator=(const Exchange&) = delete;
  virtual ~Exchange() = default;

  virtual void receive(std::size_t request, std::int64_t from, const Tag& tag,
                       std::span<std::byte> buffer) = 0;
  virtual void send(std::size_t request, std::int64_t to, const Tag& tag,
                    std::span<const std::byte> buffer) = 0;
  /// A request that has finished and was not told yet.
  virtual std::optional<std::size_t> finished() = 0;
};

}  // namespace tileglot::relayout::reshard
