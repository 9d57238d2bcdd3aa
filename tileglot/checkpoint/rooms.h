// SPDX-License-Identifier: Apache-2.0
// rooms.h: the memory in which threads build the pieces of tensors.
//
// What     rooms_for divides the memory that is allowed among the threads; grow_room makes a room as
//          large as the next piece needs.
// Units    Bytes.
// Errors   relayout.max_memory where a thread would have less than the executor takes.
#pragma once

#include <cstdint>

#include "tileglot/core/error.h"
#include "tileglot/io/file/memory_mapping.h"

namespace tileglot::checkpoint {

struct Rooms {
  std::int64_t room_bytes = 0;   ///< the most that a thread may hold
  std::int64_t piece_bytes = 0;  ///< what its pieces aim at: they fit a cache
};

core::Result<Rooms> rooms_for(int threads, std::int64_t memory_bytes);

core::Status grow_room(io::MemoryMapping& room, std::int64_t bytes);

}  // namespace tileglot::checkpoint
