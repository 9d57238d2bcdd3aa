// SPDX-License-Identifier: Apache-2.0
// watcher.h: counts the bytes that several threads have moved, and reports to a Watch.
//
// What     Each thread asks a Watcher before a piece of work whether to go on, and reports after it
//          how much has moved; finish() returns how the move ended.
// Why      Threads synchronize here at most once for each piece, and a piece is never small.
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

  /// False if the piece that was about to begin must not be moved.
  bool goes_on();
  /// Adds to the bytes moved.
  void add(std::int64_t bytes);
  /// The number of pieces to cut that many bytes into, so that reports come in time.
  std::int64_t pieces_of(std::int64_t bytes) const;
  /// Precondition: no thread is still working.
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
