// SPDX-License-Identifier: Apache-2.0
// chunks.h: a rank's transfers cut into chunks of bounded size, in an order that all ranks share.
//
// What     chunks_of(resharding, rank, chunk_bytes) lists what the rank sends and receives as
//          chunks: parts of one message, of at most chunk_bytes. Boxes that are larger are cut into
//          rows. Forwarded chunks come after all direct ones; chunks of a kind are ordered by round
//          (to - from) mod ranks, then by sender, then within the message by array and begin.
// Why      A rank that keeps a few chunks in flight, in this order, needs a few chunks of memory, and
//          nothing deadlocks: the first chunk of all that is unfinished waits for none.
// Units    Bytes on the wire: each part begins at a byte and has its elements row-major, packed.
// Example  A box of 8 rows of 100 bytes in chunks of 256 bytes: 2, 2, 2 and 2 rows.
//          [tests: chunks_test.cc, "a large box is cut into rows"]
// Errors   reshard.chunk where chunk_bytes is below 16, the largest element; reshard.too_many for more
//          than 2^24 parts.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "tileglot/core/error.h"
#include "tileglot/map/box.h"
#include "tileglot/relayout/reshard/resharding.h"
#include "tileglot/relayout/reshard/transfer.h"

namespace tileglot::relayout::reshard {

/// A box of one source tile and one target tile, and where it begins in its chunk.
struct Part {
  std::size_t array = 0;
  std::int64_t source_tile = 0;
  std::int64_t target_tile = 0;
  map::Box box = {};
  std::int64_t begin_byte = 0;
  std::int64_t bytes = 0;
};

struct Chunk {
  std::int64_t from = 0;
  std::int64_t to = 0;
  bool forwarded = false;
  std::int64_t number = 0;  ///< within the message
  std::int64_t bytes = 0;
  std::vector<Part> parts = {};
};

struct Chunks {
  std::vector<Chunk> sent = {};
  std::vector<Chunk> received = {};
};

/// Whether chunks of that size hold any element.
core::Status check_chunk_bytes(std::int64_t chunk_bytes);

core::Result<Chunks> chunks_of(const Resharding& resharding, std::int64_t rank,
                               std::int64_t chunk_bytes);

}  // namespace tileglot::relayout::reshard
