// SPDX-License-Identifier: Apache-2.0
// shares.h: how threads share many moves.
//
// What     A move that is a large part of the total runs on all threads, one such move at a time;
//          the others run on one thread each.
#pragma once

#include <cstdint>

#include "tileglot/core/checked.h"
#include "tileglot/relayout/cpu/detail/program.h"
#include "tileglot/relayout/cpu/execute.h"

namespace tileglot::relayout::cpu {

class Shares {
 public:
  Shares(std::int64_t all_bytes, const ExecuteOptions& options)
      : threads_(threads_for(all_bytes, options)),
        most_bytes_(threads_ == 1 ? core::kInt64Max : all_bytes / threads_ / kPartsOfShare) {}

  int threads() const { return threads_; }
  bool is_large(std::int64_t bytes) const { return bytes > most_bytes_; }

  /// The options for a move of `bytes` bytes.
  ExecuteOptions options_for(std::int64_t bytes, ExecuteOptions options) const {
    if (!is_large(bytes)) options.threads = 1;
    return options;
  }

 private:
  /// A move is large if it exceeds 1 / kPartsOfShare of a thread's share.
  static constexpr std::int64_t kPartsOfShare = 4;

  int threads_;
  std::int64_t most_bytes_;
};

}  // namespace tileglot::relayout::cpu
