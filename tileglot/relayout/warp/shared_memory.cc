// SPDX-License-Identifier: Apache-2.0
#include "tileglot/relayout/warp/shared_memory.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>

namespace tileglot::relayout::warp {
namespace {

using core::fail;

std::string words(const Thread& t) {
  return fmt::format("lane {} of warp {} of block {}", t.lane, t.warp, t.block);
}

core::Error race(const Thread& one, const Thread& other, const Place& place) {
  return {{.code = "warp.race",
           .message = fmt::format("{} and {} touch cell {} of block {} without a barrier between",
                                  words(one), words(other), place.offset, place.block)}};
}

core::Error unwritten(const Thread& thread, const Place& place) {
  return {{.code = "warp.unwritten",
           .message = fmt::format("{} reads cell {} of block {}, which was never written",
                                  words(thread), place.offset, place.block)}};
}

}  // namespace

SharedMemory::Cell* SharedMemory::cell(const Place& place) {
  if (place.offset >= cells_per_block_ || place.block * cells_per_block_ >= cells_.size())
    return nullptr;
  return &cells_[static_cast<std::size_t>(place.block * cells_per_block_ + place.offset)];
}

bool SharedMemory::waited(const Touch& before, const Thread& thread) const {
  if (before.by == thread) return true;
  if (before.by.block != thread.block) return before.when.cluster < now_.cluster;
  if (before.by.warp != thread.warp) return before.when.block < now_.block;
  return before.when.warp < now_.warp;
}

core::Status SharedMemory::write(const Thread& thread, const Place& place, std::uint32_t element) {
  Cell* at = cell(place);
  if (at == nullptr) return fail(unwritten(thread, place));
  if (at->element && *at->element != element && !waited(at->written, thread))
    return fail(race(thread, at->written.by, place));
  const auto racing =
      std::ranges::find_if(at->read, [&](const Touch& before) { return !waited(before, thread); });
  if (racing != at->read.end()) return fail(race(thread, racing->by, place));
  *at = {element, {thread, now_}, {}};
  return {};
}

core::Result<std::uint32_t> SharedMemory::read(const Thread& thread, const Place& place) {
  Cell* at = cell(place);
  if (at == nullptr || !at->element) return fail(unwritten(thread, place));
  if (!waited(at->written, thread)) return fail(race(thread, at->written.by, place));
  at->read.push_back({thread, now_});
  return *at->element;
}

void SharedMemory::barrier(Scope scope) {
  ++now_.warp;
  if (scope != Scope::kWarp) ++now_.block;
  if (scope == Scope::kCluster) ++now_.cluster;
}

}  // namespace tileglot::relayout::warp
