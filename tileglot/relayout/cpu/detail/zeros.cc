// SPDX-License-Identifier: Apache-2.0
#include "tileglot/relayout/cpu/detail/zeros.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>

#include "tileglot/core/checked.h"
#include "tileglot/relayout/cpu/detail/thread_pool.h"
#include "tileglot/relayout/kernels/stream.h"
#include "tileglot/relayout/kernels/transpose.h"
#include "tileglot/relayout/plan/plan.h"

namespace tileglot::relayout::cpu {
namespace {

using plan::Gap;
using plan::GapLoop;

/// Fewer bytes contain few or no whole lines to stream.
constexpr std::int64_t kStreamedBytes = 128;
constexpr std::int64_t kPartBytes = std::int64_t{1} << 20;

void zero(std::byte* target, std::int64_t bytes, kernels::Store store) {
  if (store == kernels::Store::kStreaming && bytes >= kStreamedBytes) {
    kernels::stream_zero(target, bytes);
  } else {
    std::memset(target, 0, static_cast<std::size_t>(bytes));
  }
}

/// Zeroes the lines of one gap.
class GapZeroer {
 public:
  GapZeroer(const Gap& gap, std::byte* target, kernels::Store store)
      : gap_(gap), target_(target), store_(store) {}

  void zero_lines(std::span<const GapLoop> loops, std::int64_t begin_bits) const {
    if (loops.empty()) return zero_line(begin_bits);
    for (std::int64_t i = 0; i < loops.front().count; ++i) {
      zero_lines(loops.subspan(1), begin_bits + i * loops.front().step_bits);
    }
  }

  void zero_line(std::int64_t begin_bits) const {
    const std::int64_t begin = begin_bits / 8;
    zero(target_ + begin, core::ceil_div(begin_bits + gap_.size_bits, 8) - begin, store_);
  }

 private:
  const Gap& gap_;
  std::byte* target_;
  kernels::Store store_;
};

/// True if no two lines share a byte.
bool is_on_bytes(const Gap& gap) {
  return gap.begin_bits % 8 == 0 && gap.size_bits % 8 == 0 &&
         std::all_of(gap.loops.begin(), gap.loops.end(),
                     [](const GapLoop& loop) { return loop.step_bits % 8 == 0; });
}

void zero_in_parts(std::byte* target, std::int64_t bytes, kernels::Store store, ThreadPool& pool) {
  pool.run(core::ceil_div(bytes, kPartBytes), [&](std::int64_t i) {
    zero(target + i * kPartBytes, std::min(kPartBytes, bytes - i * kPartBytes), store);
    kernels::stream_fence();
  });
}

/// Threads share the outermost loop.
void zero_gap(const Gap& gap, std::byte* target, kernels::Store store, ThreadPool& pool) {
  const GapZeroer zeroer(gap, target, store);
  if (!is_on_bytes(gap)) return zeroer.zero_lines(gap.loops, gap.begin_bits);
  if (gap.loops.empty())
    return zero_in_parts(target + gap.begin_bits / 8, gap.size_bits / 8, store, pool);
  const GapLoop& outer = gap.loops.front();
  const std::int64_t tasks = std::min(outer.count, pool.tasks());
  pool.run(tasks, [&](std::int64_t t) {
    const std::int64_t end = outer.count * (t + 1) / tasks;
    for (std::int64_t i = outer.count * t / tasks; i < end; ++i) {
      zeroer.zero_lines(std::span(gap.loops).subspan(1), gap.begin_bits + i * outer.step_bits);
    }
    kernels::stream_fence();
  });
}

}  // namespace

void zero_gaps(const plan::Plan& plan, std::byte* target, kernels::Store store, ThreadPool& pool) {
  for (const Gap& gap : plan.gaps) zero_gap(gap, target, store, pool);
}

}  // namespace tileglot::relayout::cpu
