// SPDX-License-Identifier: Apache-2.0
// threads.h: how many threads a number that the user gave stands for.
#pragma once

#include <tbb/info.h>

#include <algorithm>

namespace tileglot::relayout::cpu {

/// More would cost memory and win nothing.
inline constexpr int kMaxThreads = 1024;

/// 0 means as many as the processor runs for this process; a larger number than kMaxThreads, that.
inline int threads_meant(int threads) {
  return threads > 0 ? std::min(threads, kMaxThreads) : tbb::info::default_concurrency();
}

}  // namespace tileglot::relayout::cpu
