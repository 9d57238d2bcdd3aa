// SPDX-License-Identifier: Apache-2.0
#include "tileglot/relayout/cpu/detail/box_runner.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <utility>
#include <vector>

#include "tileglot/relayout/cpu/detail/nest_runner.h"
#include "tileglot/relayout/cpu/detail/odometer.h"
#include "tileglot/relayout/kernels/runs.h"
#include "tileglot/relayout/kernels/shuffle.h"
#include "tileglot/relayout/kernels/stream.h"
#include "tileglot/relayout/kernels/turn.h"
#include "tileglot/relayout/plan/plan.h"

namespace tileglot::relayout::cpu {
namespace {

constexpr std::int64_t kLineBytes = 64;
/// Gaps up to this are read along with the runs around them.
constexpr std::int64_t kGapBytes = kLineBytes;
/// Shorter runs are stored as usual: most of their lines are cut.
constexpr std::int64_t kStreamedBytes = 4 * kLineBytes;

/// A loop of the box in bytes, and its step in the buffer.
struct BoxLoop {
  std::int64_t count;
  std::int64_t source;
  std::int64_t target;
  std::int64_t buffer = 0;
};

using BoxLoops = std::vector<BoxLoop>;

BoxLoops sorted(BoxLoops loops, std::int64_t BoxLoop::* side) {
  std::sort(loops.begin(), loops.end(),
            [&](const BoxLoop& a, const BoxLoop& b) { return a.*side < b.*side; });
  return loops;
}

/// Where runs begin: every combination of the loops that are not part of a run, the first fastest.
std::vector<std::int64_t> offsets_of(std::span<const BoxLoop> loops, std::int64_t BoxLoop::* side) {
  std::vector<std::int64_t> offsets{0};
  for (const BoxLoop& loop : loops) {
    const std::size_t inner = offsets.size();
    for (std::int64_t i = 1; i < loop.count; ++i) {
      for (std::size_t k = 0; k < inner; ++k) offsets.push_back(offsets[k] + i * loop.*side);
    }
  }
  return offsets;
}

/// Runs of the source, small gaps in them included; sets where each loop goes in the buffer.
BoxRuns source_runs(BoxLoops& loops, std::int64_t unit_bytes) {
  loops = sorted(std::move(loops), &BoxLoop::source);
  BoxRuns runs{unit_bytes};
  std::size_t i = 0;
  for (; i < loops.size() && loops[i].source <= runs.bytes + kGapBytes; ++i) {
    loops[i].buffer = loops[i].source;
    runs.bytes += (loops[i].count - 1) * loops[i].source;
  }
  std::int64_t step = runs.bytes;
  for (std::size_t k = i; k < loops.size(); ++k) {
    loops[k].buffer = step;
    step *= loops[k].count;
  }
  runs.offsets = offsets_of(std::span(loops).subspan(i), &BoxLoop::source);
  return runs;
}

/// Runs of the target, where there is no byte between units.
BoxRuns target_runs(BoxLoops& loops, std::int64_t unit_bytes) {
  loops = sorted(std::move(loops), &BoxLoop::target);
  BoxRuns runs{unit_bytes};
  std::size_t i = 0;
  for (; i < loops.size() && loops[i].target == runs.bytes; ++i) runs.bytes *= loops[i].count;
  runs.offsets = offsets_of(std::span(loops).subspan(i), &BoxLoop::target);
  return runs;
}

}  // namespace

BoxRunner::Parts BoxRunner::parts_of(const plan::Nest& nest) {
  const std::int64_t bytes = nest.unit_bits / 8;
  BoxLoops loops;
  loops.reserve(nest.box_loops);
  for (const plan::Loop& loop : std::span(nest.loops).last(nest.box_loops))
    loops.push_back({loop.count, loop.step.f * bytes, loop.step.g * bytes});
  Parts parts;
  parts.source = source_runs(loops, bytes);
  parts.target = target_runs(loops, bytes);
  for (const BoxLoop& loop : loops) parts.loops.push_back({loop.count, loop.buffer});
  return parts;
}

BoxRunner::BoxRunner(const plan::Nest& nest, std::vector<LoopView> outer, kernels::Store store)
    : BoxRunner(nest, std::move(outer), store, parts_of(nest)) {}

BoxRunner::BoxRunner(const plan::Nest& nest, std::vector<LoopView> outer, kernels::Store store,
                     Parts parts)
    : unit_bytes_(nest.unit_bits / 8),
      start_(nest.start),
      outer_(std::move(outer)),
      source_(std::move(parts.source)),
      target_(std::move(parts.target)),
      shuffle_(parts.loops, unit_bytes_),
      store_(target_.bytes >= kStreamedBytes ? store : kernels::Store::kCached) {
  for (const LoopView& loop : outer_) outer_items_ *= loop.count;
}

/// Room for the source runs, for the target runs, and between two passes.
class BoxRunner::Buffer {
 public:
  explicit Buffer(const BoxRunner& runner)
      : source_(room_for(std::max(runner.shuffle_.source_bytes(),
                                  runner.source_.bytes * std::ssize(runner.source_.offsets)))),
        target_(room_for(runner.shuffle_.target_bytes())),
        bytes_(std::make_unique_for_overwrite<std::byte[]>(
            static_cast<std::size_t>(source_ + 2 * target_ + kLineBytes))) {
    void* begin = bytes_.get();
    auto room = static_cast<std::size_t>(source_ + 2 * target_ + kLineBytes);
    begin_ = static_cast<std::byte*>(std::align(kLineBytes, 1, begin, room));
  }

  std::byte* source() const { return begin_; }
  std::byte* target() const { return begin_ + source_; }
  std::byte* between() const { return begin_ + source_ + target_; }

 private:
  static std::int64_t room_for(std::int64_t bytes) {
    return (bytes + kernels::kRunSlack + kLineBytes - 1) / kLineBytes * kLineBytes;
  }

  std::int64_t source_;
  std::int64_t target_;
  std::unique_ptr<std::byte[]> bytes_;
  std::byte* begin_ = nullptr;
};

const std::byte* BoxRunner::source_at(const Buffers& buffers, Move at) const {
  return buffers.source + at.f * unit_bytes_;
}

void BoxRunner::fetch(const std::byte* source) const {
  for (const std::int64_t offset : source_.offsets) {
    for (std::int64_t i = 0; i < source_.bytes; i += kLineBytes)
      __builtin_prefetch(source + offset + i, 0, 3);
  }
}

void BoxRunner::run(std::int64_t first, std::int64_t last, const Buffers& buffers) const {
  if (first == last) return;
  const Buffer buffer(*this);
  Odometer odometer(outer_, start_);
  odometer.seek(first);
  for (std::int64_t item = first; item < last; ++item) {
    std::byte* target = buffers.target + odometer.at().g * unit_bytes_;
    kernels::gather_runs(source_at(buffers, odometer.at()), source_.offsets, source_.bytes,
                         buffer.source());
    if (odometer.next() && item + 1 < last) fetch(source_at(buffers, odometer.at()));
    shuffle_.run(buffer.source(), buffer.target(), buffer.between());
    kernels::scatter_runs(buffer.target(), target_.bytes, target_.offsets, target, store_);
  }
  if (store_ == kernels::Store::kStreaming) kernels::stream_fence();
}

}  // namespace tileglot::relayout::cpu
