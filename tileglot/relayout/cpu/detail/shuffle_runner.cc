// SPDX-License-Identifier: Apache-2.0
#include "tileglot/relayout/cpu/detail/shuffle_runner.h"

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
#include "tileglot/relayout/kernels/transpose.h"
#include "tileglot/relayout/plan/plan.h"

namespace tileglot::relayout::cpu {
namespace {

constexpr std::int64_t kLineBytes = 64;
/// Shorter runs use ordinary stores: most of their lines are cut.
constexpr std::int64_t kStreamedBytes = 4 * kLineBytes;

/// While a part of a box is stored, a part of the next is prefetched: at once, prefetches wait for
/// one another.
constexpr std::size_t kParts = 16;

std::span<const std::int64_t> part_of(std::span<const std::int64_t> offsets, std::size_t part) {
  const std::size_t begin = offsets.size() * part / kParts;
  return offsets.subspan(begin, offsets.size() * (part + 1) / kParts - begin);
}

BoxShape shape_of(const plan::Nest& nest) {
  const std::int64_t bytes = nest.unit_bits / 8;
  std::vector<BoxLoop> loops;
  loops.reserve(nest.shuffle_loops);
  for (const plan::Loop& loop : std::span(nest.loops).last(nest.shuffle_loops))
    loops.push_back({loop.count, loop.step.f * bytes, loop.step.g * bytes});
  return {std::move(loops), bytes,
          kernels::permutes_vectors() ? Shuffles::kWholeVectors : Shuffles::kBlocks};
}

}  // namespace

ShuffleRunner::ShuffleRunner(const plan::Nest& nest, std::vector<LoopView> outer,
                             kernels::Store store)
    : ShuffleRunner(nest, std::move(outer), store, shape_of(nest)) {}

ShuffleRunner::ShuffleRunner(const plan::Nest& nest, std::vector<LoopView> outer,
                             kernels::Store store, BoxShape shape)
    : unit_bytes_(nest.unit_bits / 8),
      start_(nest.start),
      outer_(std::move(outer)),
      shape_(std::move(shape)),
      store_(shape_.target.bytes >= kStreamedBytes ? store : kernels::Store::kCached) {
  for (const LoopView& loop : outer_) outer_items_ *= loop.count;
  if (shape_.transpose) {
    transpose_ = kernels::transpose_kernel(nest.unit_bits, kernels::Store::kCached);
  } else {
    shuffle_.emplace(shape_.loops, unit_bytes_);
  }
}

/// Buffers for the source runs, for the target runs, and between two passes.
class ShuffleRunner::Buffer {
 public:
  explicit Buffer(const ShuffleRunner& runner)
      : source_(room_for(source_bytes(runner))),
        target_(room_for(target_bytes(runner))),
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
  static std::int64_t source_bytes(const ShuffleRunner& runner) {
    const std::int64_t runs = runner.shape_.pitch * std::ssize(runner.shape_.source.offsets);
    return runner.shuffle_ ? std::max(runs, runner.shuffle_->source_bytes()) : runs;
  }

  static std::int64_t target_bytes(const ShuffleRunner& runner) {
    const BoxRuns& runs = runner.shape_.target;
    return runner.shuffle_ ? runner.shuffle_->target_bytes()
                           : runs.bytes * std::ssize(runs.offsets);
  }

  static std::int64_t room_for(std::int64_t bytes) {
    return (bytes + kernels::kRunSlack + kLineBytes - 1) / kLineBytes * kLineBytes;
  }

  std::int64_t source_;
  std::int64_t target_;
  std::unique_ptr<std::byte[]> bytes_;
  std::byte* begin_ = nullptr;
};

const std::byte* ShuffleRunner::source_at(const Buffers& buffers, Move at) const {
  return buffers.source + at.f * unit_bytes_;
}

void ShuffleRunner::fetch(const std::byte* source, std::span<const std::int64_t> offsets) const {
  for (const std::int64_t offset : offsets) {
    for (std::int64_t i = 0; i < shape_.source.bytes; i += kLineBytes)
      __builtin_prefetch(source + offset + i, 0, 2);
  }
}

/// Prefetches lines that ordinary stores will write: all, or those where a run begins and ends.
void ShuffleRunner::fetch_target(const std::byte* target) const {
  const std::int64_t last = shape_.target.bytes - 1;
  const std::int64_t step =
      store_ == kernels::Store::kStreaming ? std::max<std::int64_t>(1, last) : kLineBytes;
  for (const std::int64_t offset : shape_.target.offsets) {
    const std::byte* run = target + offset;
    for (std::int64_t i = 0; i < last; i += step) __builtin_prefetch(run + i, 1, 3);
    __builtin_prefetch(run + last, 1, 3);
  }
}

void ShuffleRunner::bring_into_order(const Buffer& buffer) const {
  if (shuffle_) return shuffle_->run(buffer.source(), buffer.target(), buffer.between());
  const BoxTranspose& transpose = *shape_.transpose;
  for (std::int64_t i = 0; i < transpose.times; ++i) {
    transpose_(buffer.source() + i * transpose.columns * shape_.pitch, shape_.pitch,
               buffer.target() + i * transpose.rows * shape_.target.bytes, shape_.target.bytes,
               transpose.rows, transpose.columns, 0);
  }
}

void ShuffleRunner::store(const Buffer& buffer, std::byte* target, const std::byte* next) const {
  const std::span<const std::int64_t> runs = shape_.target.offsets;
  std::int64_t from = 0;
  for (std::size_t part = 0; part < kParts; ++part) {
    if (next != nullptr) fetch(next, part_of(shape_.source.offsets, part));
    const std::span<const std::int64_t> some = part_of(runs, part);
    kernels::scatter_runs(buffer.target() + from, shape_.target.bytes, some, target, store_);
    from += shape_.target.bytes * std::ssize(some);
  }
}

void ShuffleRunner::run(std::int64_t first, std::int64_t last, const Buffers& buffers) const {
  if (first == last) return;
  const Buffer buffer(*this);
  Odometer odometer(outer_, start_);
  odometer.seek(first);
  for (std::int64_t item = first; item < last; ++item) {
    std::byte* target = buffers.target + odometer.at().g * unit_bytes_;
    kernels::gather_runs(source_at(buffers, odometer.at()), shape_.source.offsets,
                         shape_.source.bytes, buffer.source(), shape_.pitch);
    fetch_target(target);
    const bool is_last = !odometer.next() || item + 1 == last;
    const std::byte* next = is_last ? nullptr : source_at(buffers, odometer.at());
    bring_into_order(buffer);
    store(buffer, target, next);
  }
  if (store_ == kernels::Store::kStreaming) kernels::stream_fence();
}

}  // namespace tileglot::relayout::cpu
