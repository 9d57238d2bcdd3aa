// SPDX-License-Identifier: Apache-2.0
#include "tileglot/relayout/cpu/detail/transpose_runner.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "tileglot/core/checked.h"
#include "tileglot/relayout/cpu/detail/block_cut.h"
#include "tileglot/relayout/cpu/detail/nest_runner.h"
#include "tileglot/relayout/cpu/detail/odometer.h"
#include "tileglot/relayout/cpu/detail/row_buffer.h"
#include "tileglot/relayout/cpu/detail/transpose_walk.h"
#include "tileglot/relayout/kernels/cells.h"
#include "tileglot/relayout/kernels/stream.h"
#include "tileglot/relayout/kernels/transpose.h"
#include "tileglot/relayout/plan/plan.h"

namespace tileglot::relayout::cpu {
namespace {

/// The processor prefetches this many lines by itself.
constexpr std::int64_t kFewColumns = 8;
/// A block that is one contiguous stretch of the source of at most this size is prefetched while
/// the previous one is transposed.
constexpr std::int64_t kLongestStretch = 8192;
/// How many steps of a column are prefetched before they are read.
constexpr std::int64_t kStepsAhead = 2;
/// This many steps make a long line.
constexpr std::int64_t kLongLine = 8;
/// Source lines of fewer cache lines are short.
constexpr std::int64_t kShortRow = 4;
/// How much of a line that a kernel traverses is prefetched before it is read.
constexpr std::int64_t kBytesAhead = 2 * kLineBytes;

/// The loops of an axis, outermost first, with steps in bytes.
std::vector<LoopView> in_bytes(std::span<const plan::Loop> loops, int unit_bits) {
  std::vector<LoopView> views;
  views.reserve(loops.size());
  for (const plan::Loop& loop : loops) {
    views.push_back({loop.count, {loop.step.f * unit_bits / 8, loop.step.g * unit_bits / 8}, {}});
  }
  return views;
}

}  // namespace

TransposeRunner::TransposeRunner(const plan::Nest& nest, std::vector<LoopView> outer,
                                 kernels::Store store)
    : unit_bits_(nest.unit_bits),
      block_(nest.block),
      cell_bits_(nest.block.cell * nest.unit_bits),
      store_(store),
      start_(nest.start),
      outer_(std::move(outer)) {
  const std::span<const plan::Loop> loops = nest.loops;
  const std::span<const plan::Loop> leaf = loops.last(nest.leaf_loops());
  rows_ = Axis(in_bytes(leaf.first(block_.row_loops), unit_bits_), &Move::g);
  columns_ =
      Axis(in_bytes(leaf.subspan(block_.row_loops, block_.column_loops), unit_bits_), &Move::f);
  straight_ = {straight_size(), rows_.cells(), columns_.cells()};
  buffered_ = {block_.through_buffer, rows_.cells(), columns_.cells()};
  for (const LoopView& loop : outer_) outer_items_ *= loop.count;
  step_rows_ = std::max<std::int64_t>(1, kLineBytes * 8 / cell_bits_);
  steps_ = choose_steps();
  const std::int64_t stretch = rows_.cells() * columns_.cells() * cell_bits_ / 8;
  if (columns_.is_one_piece() && columns_.pitch() * columns_.cells() == stretch &&
      stretch <= kLongestStretch && store == kernels::Store::kStreaming)
    stretch_bytes_ = stretch;
  if (block_.cell == 1) {
    direct_ = kernels::transpose_kernel(unit_bits_, store);
    to_buffer_ = kernels::transpose_kernel(unit_bits_, kernels::Store::kCached);
  }
}

/// Blocks of one line of each row have two where kernels write them together, but not where source
/// lines are short: there one is faster, by measurement.
plan::BlockSize TransposeRunner::straight_size() const {
  plan::BlockSize size = block_.straight;
  const bool is_plane = block_.cell == 1 && unit_bits_ >= 8 && !block_.gathers &&
                        rows_.is_one_piece() && columns_.is_one_piece();
  if (is_plane && size.columns * unit_bits_ == kLineBytes * 8 &&
      rows_.cells() >= kShortRow * size.columns && store_ == kernels::Store::kStreaming &&
      kernels::streams_pairs_of_lines(columns_.pitch(), 2 * size.columns))
    size.columns *= 2;
  return size;
}

/// Kernels prefetch what they read next; cells that are copied are prefetched for them.
TransposeRunner::Steps TransposeRunner::choose_steps() const {
  if (block_.cell == 1 && !block_.gathers) {
    const bool is_long = rows_.cells() >= kLongLine * step_rows_;
    const bool is_plane = rows_.is_one_piece() && columns_.is_one_piece();
    return is_long && is_plane ? Steps::kSeveral : Steps::kOne;
  }
  const bool is_wide =
      columns_.cells() > kFewColumns && columns_.pitch() > rows_.cells() * cell_bits_ / 8;
  return is_wide && (block_.gathers || block_.buffered) ? Steps::kFetched : Steps::kOne;
}

bool TransposeRunner::is_buffered(const std::byte* target) const {
  if (store_ == kernels::Store::kCached) return false;
  return block_.buffered || past_line(target) != 0;
}

const BlockCut& TransposeRunner::cut_for(const Buffers& buffers) const {
  return is_buffered(buffers.target) ? buffered_ : straight_;
}

void TransposeRunner::run(std::int64_t first, std::int64_t last, const Buffers& buffers) const {
  if (is_simple(buffers)) {
    run_simply(first, last, buffers);
  } else {
    run_blocks(first, last, buffers);
  }
  if (store_ == kernels::Store::kStreaming) kernels::stream_fence();
}

void TransposeRunner::run_blocks(std::int64_t first, std::int64_t last,
                                 const Buffers& buffers) const {
  const std::optional<RowBuffer> buffer = buffer_for(buffers.target);
  TransposeWalk walk(outer_, start_, unit_bits_, cut_for(buffers), buffers);
  walk.seek(first, last);
  Offsets offsets;
  std::optional<Place> before;
  std::optional<Place> place = walk.next();
  while (place) {
    const std::optional<Place> after = walk.next();
    if (after && after->source != place->source) fetch_stretch(after->source);
    if (block_.gathers) set_offsets(place->cells.columns, offsets);
    if (buffer) {
      through_buffer(*place, after, offsets, *buffer,
                     {place->continues(before), after && after->continues(place)});
    } else {
      transpose(*place, after, offsets);
    }
    before = place;
    place = after;
  }
}

/// True if each item is one call of the kernel.
bool TransposeRunner::is_simple(const Buffers& buffers) const {
  return direct_ != nullptr && !block_.gathers && block_.row_loops == 1 &&
         block_.column_loops == 1 && straight_.blocks() == 1 && !is_buffered(buffers.target);
}

void TransposeRunner::run_simply(std::int64_t first, std::int64_t last,
                                 const Buffers& buffers) const {
  Odometer odometer(outer_, start_);
  odometer.seek(first);
  for (std::int64_t item = first; item < last; ++item) {
    const Move at = odometer.at();
    const std::byte* source = buffers.source + at.f * unit_bits_ / 8;
    const bool is_last = !odometer.next();
    fetch_stretch(source + stretch_bytes_);
    const std::int64_t ahead =
        is_last || stretch_bytes_ > 0 ? 0 : (odometer.at().f - at.f) * unit_bits_ / 8;
    direct_(source, columns_.pitch(), buffers.target + at.g * unit_bits_ / 8, rows_.pitch(),
            rows_.cells(), columns_.cells(), ahead);
  }
}

void TransposeRunner::fetch_stretch(const std::byte* source) const {
  for (std::int64_t i = 0; i < stretch_bytes_; i += kLineBytes) __builtin_prefetch(source + i);
}

/// Computes where the columns of a block begin.
void TransposeRunner::set_offsets(CellRange columns, Offsets& offsets) const {
  if (offsets.columns == columns) return;
  offsets.columns = columns;
  offsets.places.clear();
  offsets.places.reserve(static_cast<std::size_t>(columns.end - columns.begin));
  columns_.for_each_piece(columns.begin, columns.end,
                          [&](std::int64_t, std::int64_t count, std::int64_t from) {
                            for (std::int64_t c = 0; c < count; ++c)
                              offsets.places.push_back(from + c * columns_.pitch());
                          });
}

/// Prefetches step `step` of every column of a block.
void TransposeRunner::fetch(const Place& place, std::int64_t step) const {
  const BlockCells& cells = place.cells;
  const std::int64_t row = cells.rows.begin + step * step_rows_;
  if (row >= cells.rows.end) return;
  const std::byte* first = place.source + row * cell_bits_ / 8;
  const std::int64_t bytes = std::max(kLineBytes, cell_bits_ / 8);
  columns_.for_each_piece(cells.columns.begin, cells.columns.end,
                          [&](std::int64_t, std::int64_t columns, std::int64_t from) {
                            const std::byte* at = first + from;
                            for (std::int64_t c = 0; c < columns; ++c, at += columns_.pitch()) {
                              for (std::int64_t i = 0; i < bytes; i += kLineBytes)
                                __builtin_prefetch(at + i, 0, 3);
                            }
                          });
}

/// Prefetches a step of this block, or of the next block once all steps of this one are prefetched.
void TransposeRunner::fetch_step(const Place& place, const std::optional<Place>& after,
                                 std::int64_t step, std::int64_t steps) const {
  if (step < steps) {
    fetch(place, step);
  } else if (after) {
    fetch(*after, step - steps);
  }
}

/// Calls f(cells of rows) for each step through the source, and prefetches later ones.
template <class F>
void TransposeRunner::for_each_step(const Place& place, const std::optional<Place>& after,
                                    const F& f) const {
  const CellRange rows = place.cells.rows;
  if (steps_ == Steps::kOne) return f(rows);
  const std::int64_t steps = core::ceil_div(rows.end - rows.begin, step_rows_);
  std::int64_t step = kStepsAhead;
  for (std::int64_t r = rows.begin; r < rows.end; r += step_rows_, ++step) {
    if (steps_ == Steps::kFetched) fetch_step(place, after, step, steps);
    f(CellRange{r, std::min(r + step_rows_, rows.end)});
  }
}

/// The distance from the data that a kernel reads to the data that it prefetches: further along the
/// same lines, or at the next block.
std::int64_t TransposeRunner::ahead_of(const Place& place,
                                       const std::optional<Place>& after) const {
  if (!after || stretch_bytes_ > 0) return 0;
  if (after->extends(place)) return kBytesAhead;
  return (after->source + columns_.place_of(after->cells.columns.begin)) -
         (place.source + columns_.place_of(place.cells.columns.begin));
}

void TransposeRunner::transpose(const Place& place, const std::optional<Place>& after,
                                const Offsets& offsets) const {
  const CellRange columns = place.cells.columns;
  const std::int64_t ahead = ahead_of(place, after);
  const auto transpose_rows = [&](CellRange step) {
    rows_.for_each_piece(
        step.begin, step.end, [&](std::int64_t row, std::int64_t rows, std::int64_t to) {
          const std::byte* source = place.source + row * cell_bits_ / 8;
          std::byte* target = place.target + to;
          if (block_.gathers) {
            kernels::gather_cells(source, offsets.places, target + columns.begin * cell_bits_ / 8,
                                  rows_.pitch(), rows, cell_bits_ / 8);
            return;
          }
          columns_.for_each_piece(columns.begin, columns.end,
                                  [&](std::int64_t column, std::int64_t count, std::int64_t from) {
                                    transpose_piece(source + from, target + column * cell_bits_ / 8,
                                                    rows, count, ahead);
                                  });
        });
  };
  if (steps_ == Steps::kFetched) return for_each_step(place, after, transpose_rows);
  transpose_rows(place.cells.rows);
}

void TransposeRunner::transpose_piece(const std::byte* source, std::byte* target, std::int64_t rows,
                                      std::int64_t columns, std::int64_t ahead) const {
  if (direct_ != nullptr) {
    direct_(source, columns_.pitch(), target, rows_.pitch(), rows, columns, ahead);
    return;
  }
  const std::int64_t bytes = cell_bits_ / 8;
  if (store_ == kernels::Store::kCached) {
    kernels::transpose_cells(source, columns_.pitch(), target, rows_.pitch(), rows, columns, bytes);
    return;
  }
  for (std::int64_t r = 0; r < rows; ++r) {
    for (std::int64_t c = 0; c < columns; ++c) {
      kernels::stream_copy(target + r * rows_.pitch() + c * bytes,
                           source + c * columns_.pitch() + r * bytes, bytes);
    }
  }
}

/// The output of a step is written to the target while it is still in the cache.
void TransposeRunner::through_buffer(const Place& place, const std::optional<Place>& after,
                                     const Offsets& offsets, const RowBuffer& buffer,
                                     Neighbours neighbours) const {
  const std::int64_t ahead = ahead_of(place, after);
  for_each_step(place, after, [&](CellRange step) {
    fill(buffer, place, step, offsets, ahead);
    store(buffer, place, step, neighbours);
  });
}

void TransposeRunner::fill(const RowBuffer& buffer, const Place& place, CellRange step,
                           const Offsets& offsets, std::int64_t ahead) const {
  const BlockCells& cells = place.cells;
  const std::byte* source = place.source + step.begin * cell_bits_ / 8;
  std::byte* lines = buffer.line(step.begin - cells.rows.begin);
  const std::int64_t rows = step.end - step.begin;
  if (block_.gathers) {
    kernels::gather_cells(source, offsets.places, lines, buffer.pitch(), rows, cell_bits_ / 8);
    return;
  }
  columns_.for_each_piece(cells.columns.begin, cells.columns.end,
                          [&](std::int64_t column, std::int64_t count, std::int64_t from) {
                            std::byte* at = lines + (column - cells.columns.begin) * cell_bits_ / 8;
                            if (to_buffer_ != nullptr) {
                              to_buffer_(source + from, columns_.pitch(), at, buffer.pitch(), rows,
                                         count, ahead);
                            } else {
                              kernels::transpose_cells(source + from, columns_.pitch(), at,
                                                       buffer.pitch(), rows, count, cell_bits_ / 8);
                            }
                          });
}

void TransposeRunner::store(const RowBuffer& buffer, const Place& place, CellRange step,
                            Neighbours neighbours) const {
  const BlockCells& cells = place.cells;
  const std::int64_t bytes = (cells.columns.end - cells.columns.begin) * cell_bits_ / 8;
  std::byte* target = place.target + cells.columns.begin * cell_bits_ / 8;
  rows_.for_each_piece(
      step.begin, step.end, [&](std::int64_t row, std::int64_t rows, std::int64_t to) {
        buffer.store(row - cells.rows.begin, {target + to, rows_.pitch(), rows, bytes}, neighbours);
      });
}

/// std::nullopt where blocks go directly to the target.
std::optional<RowBuffer> TransposeRunner::buffer_for(const std::byte* target) const {
  if (!is_buffered(target)) return std::nullopt;
  const plan::BlockSize& size = block_.through_buffer;
  const std::int64_t columns = std::min(size.columns, columns_.cells());
  return RowBuffer(std::min(size.rows, rows_.cells()), columns * cell_bits_ / 8,
                   buffered_.column_blocks() == 1);
}

}  // namespace tileglot::relayout::cpu
