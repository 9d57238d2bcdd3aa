// SPDX-License-Identifier: Apache-2.0
#include "tileglot/relayout/cpu/detail/watcher.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <mutex>

#include "tileglot/core/checked.h"
#include "tileglot/core/error.h"
#include "tileglot/relayout/cpu/watch.h"

namespace tileglot::relayout::cpu {
namespace {

/// Fewer bytes are not worth a report or a piece of work.
constexpr std::int64_t kLeastBytes = std::int64_t{64} << 10;
constexpr std::int64_t kMostPieces = std::int64_t{1} << 16;

std::int64_t every_bytes(const Watch& watch) { return std::max(watch.every_bytes, kLeastBytes); }

}  // namespace

Watcher::Watcher(const Watch& watch, std::int64_t all_bytes)
    : watch_(watch), all_bytes_(all_bytes) {
  report(0);
}

void Watcher::report(std::int64_t done_bytes) {
  reported_bytes_ = done_bytes;
  if (watch_.report && !watch_.report({done_bytes, all_bytes_})) is_stopped_ = true;
}

void Watcher::add(std::int64_t bytes) {
  const std::int64_t done = done_bytes_ += bytes;
  if (done - reported_bytes_ < every_bytes(watch_)) return;
  // If another thread is already reporting, this one has nothing to add.
  const std::unique_lock lock(mutex_, std::try_to_lock);
  if (!lock || is_stopped_) return;
  const std::int64_t now = done_bytes_;
  if (now - reported_bytes_ >= every_bytes(watch_) && now < all_bytes_) report(now);
}

std::int64_t Watcher::pieces_of(std::int64_t bytes) const {
  return std::clamp<std::int64_t>(core::ceil_div(bytes, every_bytes(watch_)), 1, kMostPieces);
}

bool Watcher::goes_on() {
  if (!is_stopped_.load(std::memory_order_relaxed)) return true;
  is_cut_short_ = true;
  return false;
}

core::Status Watcher::finish() {
  if (!is_cut_short_ || all_bytes_ == 0) {
    if (!is_stopped_) report(all_bytes_);
    return {};
  }
  return core::fail(
      {.code = "relayout.cancelled",
       .message = fmt::format("the move was cancelled when {} of {} bytes had moved",
                              std::min<std::int64_t>(done_bytes_, all_bytes_), all_bytes_),
       .help =
           "the target holds some of the new elements and is of no use; the source is as it was"});
}

}  // namespace tileglot::relayout::cpu
