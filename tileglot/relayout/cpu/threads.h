// SPDX-License-Identifier: Apache-2.0
// threads.h: how many threads a number that the user gave stands for.
#pragma once

#include <tbb/info.h>

namespace tileglot::relayout::cpu {

/// 0 means as many as the processor runs for this process.
inline int threads_meant(int threads) {
  return threads > 0 ? threads : tbb::info::default_concurrency();
}

}  // namespace tileglot::relayout::cpu
