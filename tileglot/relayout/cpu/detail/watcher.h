// SPDX-License-Identifier: Apache-2.0
// watcher.h: counts what several threads have moved, and tells a Watch.
//
// What     A Watcher is asked by each thread before a piece of work whether to go on, and told
//          after it what has moved; finish() says how the move ended.
// Why      Threads meet here at most once for each piece, and a piece is never small.
#pragma once

#include <atomic>
#include <cstdint>
#include <mutex>

#include "tileglot/core/error.h"
#include "tileglot/relayout/cpu/watch.h"

namespace tileglot::relayout::cpu {

class Watcher {
 public:
  /// Reports that nothing has moved yet. Keeps a reference to the watch.
  Watcher(const Watch& watch, std::int64_t all_bytes);

  /// False where the piece that was about to begin is not to be moved any more.
  bool goes_on();
  /// More has moved.
  void add(std::int64_t bytes);
  /// Into how many pieces to cut so many bytes, so that reports come in time.
  std::int64_t pieces_of(std::int64_t bytes) const;
  /// Precondition: no thread is at work any more.
  core::Status finish();

 private:
  void report(std::int64_t done_bytes);

  const Watch& watch_;
  std::int64_t all_bytes_;
  std::atomic<std::int64_t> done_bytes_ = 0;
  std::atomic<std::int64_t> reported_bytes_ = 0;
  std::atomic<bool> is_stopped_ = false;
  std::atomic<bool> is_cut_short_ = false;
  std::mutex mutex_;
};

}  // namespace tileglot::relayout::cpu
