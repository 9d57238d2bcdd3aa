// SPDX-License-Identifier: Apache-2.0
#include "tileglot/checkpoint/rooms.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <utility>

#include "tileglot/core/error.h"
#include "tileglot/io/file/memory_mapping.h"

namespace tileglot::checkpoint {
namespace {

/// Pieces that fit a cache are written while they are still cached.
constexpr std::int64_t kPieceBytes = std::int64_t{4} << 20;
/// Below this size a piece costs more overhead than it saves.
constexpr std::int64_t kFewestBytes = std::int64_t{64} << 10;
/// The executor's limit per thread.
constexpr std::int64_t kThreadBytes = std::int64_t{1} << 20;

}  // namespace

core::Result<Rooms> rooms_for(int threads, std::int64_t memory_bytes) {
  const std::int64_t room = memory_bytes / threads - kThreadBytes;
  const Rooms rooms{room, std::min(kPieceBytes, room)};
  if (rooms.piece_bytes >= kFewestBytes) return rooms;
  return core::fail({.code = "relayout.max_memory",
                     .message = fmt::format("{} thread{} {} bytes of memory, and {} are allowed",
                                            threads, threads == 1 ? " needs" : "s need",
                                            threads * (kThreadBytes + kFewestBytes), memory_bytes),
                     .help = memory_bytes < kThreadBytes + kFewestBytes ? "raise --max-memory"
                                                                        : "use fewer threads"});
}

core::Status grow_room(io::MemoryMapping& room, std::int64_t bytes) {
  if (static_cast<std::int64_t>(room.bytes().size()) >= bytes) return {};
  room = io::MemoryMapping();
  TILEGLOT_TRY(grown, io::MemoryMapping::anonymous(bytes, "a slab"));
  room = std::move(grown);
  return {};
}

}  // namespace tileglot::checkpoint
