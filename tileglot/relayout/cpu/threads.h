// SPDX-License-Identifier: Apache-2.0
// threads.h: the number of threads meant by a number that the user gave.
#pragma once

#include <tbb/info.h>

#include <algorithm>

namespace tileglot::relayout::cpu {

/// More would cost memory and gain nothing.
inline constexpr int kMaxThreads = 1024;

/// 0 means as many as the processor runs for this process; numbers above kMaxThreads mean
/// kMaxThreads.
inline int threads_meant(int threads) {
  return threads > 0 ? std::min(threads, kMaxThreads) : tbb::info::default_concurrency();
}

}  // namespace tileglot::relayout::cpu
