// SPDX-License-Identifier: Apache-2.0
#include "tileglot/relayout/cpu/detail/nest_runner.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "tileglot/core/checked.h"
#include "tileglot/relayout/cpu/detail/odometer.h"
#include "tileglot/relayout/kernels/plane.h"
#include "tileglot/relayout/kernels/stream.h"
#include "tileglot/relayout/kernels/transpose.h"
#include "tileglot/relayout/kernels/unit.h"

namespace tileglot::relayout::cpu {
namespace {

constexpr std::int64_t kLineBytes = 64;
/// Runs are copied in pieces of this size; with each, the same piece of the next run is prefetched.
constexpr std::int64_t kPieceBytes = 1024;
/// In longer runs the processor's prefetcher is sufficient.
constexpr std::int64_t kLongRunBytes = std::int64_t{32} << 10;

constexpr int kByteBits = 8;

kernels::PlaneKernel function_of(plan::Kernel kernel, int unit_bits) {
  switch (kernel) {
    case plan::Kernel::kRun: return kernels::run_kernel(unit_bits);
    case plan::Kernel::kPlane: return kernels::plane_kernel(unit_bits);
    case plan::Kernel::kBlockedPlane: return kernels::blocked_plane_kernel(unit_bits);
    case plan::Kernel::kTranspose:
    case plan::Kernel::kShuffle:
    case plan::Kernel::kTable: return nullptr;
  }
  return nullptr;
}

template <int Bits>
void move_table(std::span<const Move> table, Move at, const Buffers& buffers) {
  for (const Move move : table) {
    kernels::copy_unit<Bits>(buffers.source, at.f + move.f, buffers.target, at.g + move.g);
  }
}

void move_table(int unit_bits, std::span<const Move> table, Move at, const Buffers& buffers) {
  switch (unit_bits) {
    case 1: return move_table<1>(table, at, buffers);
    case 2: return move_table<2>(table, at, buffers);
    case 4: return move_table<4>(table, at, buffers);
    case 8: return move_table<8>(table, at, buffers);
    case 16: return move_table<16>(table, at, buffers);
    case 32: return move_table<32>(table, at, buffers);
    case 64: return move_table<64>(table, at, buffers);
    default: return move_table<128>(table, at, buffers);
  }
}

std::int64_t product_of(std::span<const LoopView> loops) {
  std::int64_t product = 1;
  for (const LoopView& loop : loops) product *= loop.count;
  return product;
}

/// Prefetches into the second-level cache, so that the first-level cache keeps the data being read.
void fetch(const std::byte* source, std::int64_t bytes) {
  for (std::int64_t i = 0; i < bytes; i += kLineBytes) __builtin_prefetch(source + i, 0, 2);
}

/// Also prefetches the data `ahead` bytes further on.
void stream_pieces(std::byte* target, const std::byte* source, std::int64_t bytes,
                   std::int64_t ahead) {
  for (std::int64_t i = 0; i < bytes; i += kPieceBytes) {
    const std::int64_t piece = std::min(kPieceBytes, bytes - i);
    fetch(source + i + ahead, piece);
    kernels::stream_copy(target + i, source + i, piece);
  }
}

/// How far a loop moves in the target, and the minimum distance between two of its entries.
/// Precondition: entries ascend.
struct Spread {
  std::int64_t reach = 0;
  std::int64_t gap = core::kInt64Max;
};

Spread spread_of(const LoopView& loop) {
  Spread spread{loop.entry(loop.count - 1).g - loop.entry(0).g};
  if (loop.table.empty()) {
    spread.gap = loop.step.g;
    return spread;
  }
  for (std::size_t i = 1; i < loop.table.size(); ++i) {
    spread.gap = std::min(spread.gap, loop.table[i].g - loop.table[i - 1].g);
  }
  return spread;
}

}  // namespace

std::vector<LoopView> views_of(const plan::Nest& nest) {
  std::vector<LoopView> views;
  views.reserve(nest.loops.size());
  for (const plan::Loop& loop : nest.loops) views.push_back({loop.count, loop.step, loop.table});
  return views;
}

NestRunner::NestRunner(const plan::Nest& nest, std::vector<LoopView> loops, kernels::Store store)
    : unit_bits_(nest.unit_bits),
      streams_(store == kernels::Store::kStreaming && nest.kernel == plan::Kernel::kRun &&
               nest.unit_bits >= kByteBits),
      start_(nest.start),
      outer_(std::move(loops)),
      kernel_(function_of(nest.kernel, nest.unit_bits)) {
  const LoopView columns = outer_.back();
  outer_.pop_back();
  plane_.columns = columns.count;
  plane_.source_column = columns.step.f;
  plane_.target_column = columns.step.g;
  table_ = columns.table;
  item_reach_ = spread_of(columns).reach;
  if (nest.leaf_loops() == 2) {
    plane_.rows = outer_.back().count;
    plane_.source_row = outer_.back().step.f;
    plane_.target_row = outer_.back().step.g;
    outer_.pop_back();
  }
  split_rows_ = plane_.rows > 1;
  if (unit_bits_ < kByteBits) find_safe_loops();
  outer_items_ = product_of(outer_);
}

// Items have to be consecutive in the target, so that only adjacent ones can share a byte. Loops
// that are not further apart than the reach of all loops within them become part of an item.
void NestRunner::find_safe_loops() {
  const std::int64_t rows_reach = (plane_.rows - 1) * plane_.target_row;
  split_rows_ = plane_.rows > 1 && plane_.target_row > item_reach_;
  std::int64_t reach = item_reach_ + rows_reach;
  std::size_t safe = outer_.size();
  for (std::size_t i = outer_.size(); i-- > 0;) {
    const Spread spread = spread_of(outer_[i]);
    if (spread.gap <= reach) {
      safe = i;
      item_reach_ = reach + spread.reach;
      split_rows_ = false;
    }
    reach += spread.reach;
  }
  if (safe == outer_.size() && !split_rows_) item_reach_ += rows_reach;
  inner_.assign(outer_.begin() + static_cast<std::ptrdiff_t>(safe), outer_.end());
  outer_.resize(safe);
}

Move NestRunner::start_of(std::int64_t item) const {
  const std::int64_t rows = split_rows_ ? plane_.rows : 1;
  Odometer odometer(outer_, start_);
  odometer.seek(item / rows);
  return odometer.at() + Move{plane_.source_row, plane_.target_row} * (item % rows);
}

bool NestRunner::is_cut(std::int64_t i) const {
  if (unit_bits_ >= kByteBits) return true;
  const std::int64_t last_bit = (start_of(i - 1).g + item_reach_ + 1) * unit_bits_ - 1;
  const std::int64_t first_bit = start_of(i).g * unit_bits_;
  return last_bit / kByteBits < first_bit / kByteBits;
}

void NestRunner::run(std::int64_t first, std::int64_t last, const Buffers& buffers) const {
  const std::int64_t rows = split_rows_ ? plane_.rows : 1;
  Odometer odometer(outer_, start_);
  odometer.seek(first / rows);
  for (std::int64_t item = first; item < last;) {
    const std::int64_t row = item % rows;
    const std::int64_t count = std::min(rows - row, last - item);
    const Move at = odometer.at();
    item += count;
    const bool is_last = !odometer.next() || item == last;
    if (streams_) {
      stream_run(at, is_last ? at : odometer.at(), buffers);
    } else {
      run_inner(at, row, split_rows_ ? count : plane_.rows, buffers);
    }
  }
  if (streams_) kernels::stream_fence();
}

void NestRunner::stream_run(Move at, Move next, const Buffers& buffers) const {
  const std::int64_t unit = unit_bits_ / kByteBits;
  const std::int64_t bytes = plane_.columns * unit;
  std::byte* target = buffers.target + at.g * unit;
  const std::byte* source = buffers.source + at.f * unit;
  if (bytes >= kLongRunBytes || next.f == at.f) return kernels::stream_copy(target, source, bytes);
  stream_pieces(target, source, bytes, (next.f - at.f) * unit);
}

void NestRunner::run_inner(Move at, std::int64_t row, std::int64_t rows,
                           const Buffers& buffers) const {
  Odometer odometer(inner_, at);
  do {
    run_leaf(odometer.at(), row, rows, buffers);
  } while (odometer.next());
}

void NestRunner::run_leaf(Move at, std::int64_t row, std::int64_t rows,
                          const Buffers& buffers) const {
  if (kernel_ == nullptr) {
    move_table(unit_bits_, table_, at, buffers);
    return;
  }
  kernels::Plane plane = plane_;
  plane.rows = rows;
  kernel_(buffers.source, at.f + row * plane.source_row, buffers.target,
          at.g + row * plane.target_row, plane);
}

}  // namespace tileglot::relayout::cpu
