// SPDX-License-Identifier: Apache-2.0
#include "tileglot/relayout/cpu/detail/turn_runner.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "tileglot/core/checked.h"
#include "tileglot/relayout/cpu/detail/block_cut.h"
#include "tileglot/relayout/cpu/detail/nest_runner.h"
#include "tileglot/relayout/cpu/detail/odometer.h"
#include "tileglot/relayout/kernels/cells.h"
#include "tileglot/relayout/kernels/stream.h"
#include "tileglot/relayout/kernels/turn.h"
#include "tileglot/relayout/plan/plan.h"

namespace tileglot::relayout::cpu {
namespace {

constexpr std::int64_t kLineBytes = 64;

/// So many lines the processor fetches by itself.
constexpr std::int64_t kFewColumns = 8;
/// A block that is one stretch of the source, and so short, is fetched while the one before is turned.
constexpr std::int64_t kLongestStretch = 8192;
/// How many steps of a column are fetched before they are read.
constexpr std::int64_t kStepsAhead = 2;

struct alignas(kLineBytes) Line {
  std::array<std::byte, kLineBytes> bytes;
};

using Buffer = std::unique_ptr<Line[]>;

/// Null where nothing goes through a buffer.
Buffer buffer_of(std::int64_t bytes) {
  if (bytes == 0) return nullptr;
  return std::make_unique_for_overwrite<Line[]>(
      static_cast<std::size_t>(core::ceil_div(bytes, kLineBytes)));
}

/// The loops of an axis, outermost first, with steps in bytes.
std::vector<LoopView> in_bytes(std::span<const plan::Loop> loops, int unit_bits) {
  std::vector<LoopView> views;
  views.reserve(loops.size());
  for (const plan::Loop& loop : loops) {
    views.push_back({loop.count, {loop.step.f * unit_bits / 8, loop.step.g * unit_bits / 8}, {}});
  }
  return views;
}

/// Bytes from the last border of cache lines.
std::int64_t past_line(const std::byte* place) {
  // NOLINTNEXTLINE(cppcoreguidelines-pro-type-reinterpret-cast): alignment is a number.
  return static_cast<std::int64_t>(reinterpret_cast<std::uintptr_t>(place) % kLineBytes);
}

}  // namespace

TurnRunner::TurnRunner(const plan::Nest& nest, std::vector<LoopView> outer, kernels::Store store)
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
  straight_ = {block_.straight, rows_.cells(), columns_.cells()};
  through_buffer_ = {block_.through_buffer, rows_.cells(), columns_.cells()};
  for (const LoopView& loop : outer_) outer_items_ *= loop.count;
  step_rows_ = std::max<std::int64_t>(1, kLineBytes * 8 / cell_bits_);
  by_step_ = columns_.cells() > kFewColumns && (block_.cell == 1 || block_.buffered) &&
             columns_.pitch() > rows_.cells() * cell_bits_ / 8;
  const std::int64_t stretch = rows_.cells() * columns_.cells() * cell_bits_ / 8;
  if (columns_.is_one_piece() && columns_.pitch() * columns_.cells() == stretch &&
      stretch <= kLongestStretch && store == kernels::Store::kStreaming)
    stretch_bytes_ = stretch;
  if (block_.cell == 1) {
    direct_ = kernels::turn_kernel(unit_bits_, store);
    to_buffer_ = kernels::turn_kernel(unit_bits_, kernels::Store::kCached);
  }
}

bool TurnRunner::is_buffered(const std::byte* target) const {
  if (store_ == kernels::Store::kCached) return false;
  return block_.buffered || past_line(target) != 0;
}

const BlockCut& TurnRunner::cut_for(const Buffers& buffers) const {
  return is_buffered(buffers.target) ? through_buffer_ : straight_;
}

/// The blocks from one item to another, one after the other.
class TurnRunner::Walk {
 public:
  Walk(const TurnRunner& runner, std::int64_t first, std::int64_t last, const Buffers& buffers)
      : runner_(runner),
        cut_(runner.cut_for(buffers)),
        buffers_(buffers),
        odometer_(runner.outer_, runner.start_),
        item_(first),
        last_(last) {
    odometer_.seek(first / cut_.blocks());
  }

  std::optional<Place> next() {
    if (item_ == last_) return std::nullopt;
    const std::int64_t number = item_ % cut_.blocks();
    const Move at = odometer_.at();
    const Place place{buffers_.source + at.f * runner_.unit_bits_ / 8,
                      buffers_.target + at.g * runner_.unit_bits_ / 8, cut_.block(number)};
    if (number + 1 == cut_.blocks()) odometer_.next();
    ++item_;
    return place;
  }

 private:
  const TurnRunner& runner_;
  const BlockCut& cut_;
  const Buffers& buffers_;
  Odometer odometer_;
  std::int64_t item_;
  std::int64_t last_;
};

void TurnRunner::run(std::int64_t first, std::int64_t last, const Buffers& buffers) const {
  if (is_simple(buffers)) return run_simply(first, last, buffers);
  const Buffer buffer = buffer_of(is_buffered(buffers.target) ? buffer_bytes() : 0);
  Walk walk(*this, first, last, buffers);
  Offsets offsets;
  std::optional<Place> before;
  std::optional<Place> place = walk.next();
  while (place) {
    const std::optional<Place> after = walk.next();
    if (after && after->source != place->source) fetch_stretch(after->source);
    if (block_.gathers) set_offsets(place->cells.columns, offsets);
    if (buffer) {
      fill_buffer(*place, after, offsets, buffer[0].bytes.data());
      store_rows(buffer[0].bytes.data(), *place,
                 {continues(before, *place), after && continues(place, *after)});
    } else {
      turn(*place, after, offsets);
    }
    before = place;
    place = after;
  }
  if (store_ == kernels::Store::kStreaming) kernels::stream_fence();
}

/// Each item is one call of the kernel.
bool TurnRunner::is_simple(const Buffers& buffers) const {
  return direct_ != nullptr && !by_step_ && !block_.gathers && block_.row_loops == 1 &&
         block_.column_loops == 1 && straight_.blocks() == 1 && !is_buffered(buffers.target);
}

void TurnRunner::run_simply(std::int64_t first, std::int64_t last, const Buffers& buffers) const {
  Odometer odometer(outer_, start_);
  odometer.seek(first);
  for (std::int64_t item = first; item < last; ++item, odometer.next()) {
    const std::byte* source = buffers.source + odometer.at().f * unit_bits_ / 8;
    fetch_stretch(source + stretch_bytes_);
    direct_(source, columns_.pitch(), buffers.target + odometer.at().g * unit_bits_ / 8,
            rows_.pitch(), rows_.cells(), columns_.cells());
  }
  if (store_ == kernels::Store::kStreaming) kernels::stream_fence();
}

void TurnRunner::fetch_stretch(const std::byte* source) const {
  for (std::int64_t i = 0; i < stretch_bytes_; i += kLineBytes) __builtin_prefetch(source + i);
}

bool TurnRunner::continues(const std::optional<Place>& before, const Place& place) {
  return before && before->target == place.target &&
         before->cells.rows.begin == place.cells.rows.begin &&
         before->cells.columns.end == place.cells.columns.begin;
}

/// Where the columns of a block begin.
void TurnRunner::set_offsets(CellRange columns, Offsets& offsets) const {
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

/// Step `step` of every column of a block is on its way.
void TurnRunner::fetch(const Place& place, std::int64_t step) const {
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

/// Calls f(cells of rows) for each step through the source, and fetches those that come later.
template <class F>
void TurnRunner::for_each_step(const Place& place, const std::optional<Place>& after, bool by_step,
                               const F& f) const {
  const CellRange rows = place.cells.rows;
  if (!by_step) return f(rows);
  const std::int64_t steps = core::ceil_div(rows.end - rows.begin, step_rows_);
  std::int64_t step = kStepsAhead;
  for (std::int64_t r = rows.begin; r < rows.end; r += step_rows_, ++step) {
    if (step < steps) {
      fetch(place, step);
    } else if (after) {
      fetch(*after, step - steps);
    }
    f(CellRange{r, std::min(r + step_rows_, rows.end)});
  }
}

void TurnRunner::turn(const Place& place, const std::optional<Place>& after,
                      const Offsets& offsets) const {
  const CellRange columns = place.cells.columns;
  for_each_step(place, after, by_step_ && !block_.collides, [&](CellRange step) {
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
                                    turn_piece(source + from, target + column * cell_bits_ / 8,
                                               rows, count);
                                  });
        });
  });
}

void TurnRunner::turn_piece(const std::byte* source, std::byte* target, std::int64_t rows,
                            std::int64_t columns) const {
  if (direct_ != nullptr) {
    direct_(source, columns_.pitch(), target, rows_.pitch(), rows, columns);
    return;
  }
  const std::int64_t bytes = cell_bits_ / 8;
  if (store_ == kernels::Store::kCached) {
    kernels::turn_cells(source, columns_.pitch(), target, rows_.pitch(), rows, columns, bytes);
    return;
  }
  for (std::int64_t r = 0; r < rows; ++r) {
    for (std::int64_t c = 0; c < columns; ++c) {
      kernels::stream_copy(target + r * rows_.pitch() + c * bytes,
                           source + c * columns_.pitch() + r * bytes, bytes);
    }
  }
}

/// Lines of the buffer have room in front for what the block before left there.
void TurnRunner::fill_buffer(const Place& place, const std::optional<Place>& after,
                             const Offsets& offsets, std::byte* buffer) const {
  const BlockCells& cells = place.cells;
  const std::int64_t pitch = buffer_pitch();
  for_each_step(place, after, by_step_, [&](CellRange step) {
    const std::byte* source = place.source + step.begin * cell_bits_ / 8;
    std::byte* target = buffer + kLineBytes + (step.begin - cells.rows.begin) * pitch;
    const std::int64_t rows = step.end - step.begin;
    if (block_.gathers) {
      kernels::gather_cells(source, offsets.places, target, pitch, rows, cell_bits_ / 8);
      return;
    }
    columns_.for_each_piece(cells.columns.begin, cells.columns.end,
                            [&](std::int64_t column, std::int64_t count, std::int64_t from) {
                              std::byte* at =
                                  target + (column - cells.columns.begin) * cell_bits_ / 8;
                              if (to_buffer_ != nullptr) {
                                to_buffer_(source + from, columns_.pitch(), at, pitch, rows, count);
                              } else {
                                kernels::turn_cells(source + from, columns_.pitch(), at, pitch,
                                                    rows, count, cell_bits_ / 8);
                              }
                            });
  });
}

/// Rows that follow one another in the target leave as one.
void TurnRunner::store_rows(std::byte* buffer, const Place& place, Neighbours neighbours) const {
  const BlockCells& cells = place.cells;
  const std::int64_t bytes = (cells.columns.end - cells.columns.begin) * cell_bits_ / 8;
  const std::int64_t pitch = buffer_pitch();
  std::byte* target = place.target + cells.columns.begin * cell_bits_ / 8;
  buffer += kLineBytes;
  rows_.for_each_piece(
      cells.rows.begin, cells.rows.end, [&](std::int64_t row, std::int64_t rows, std::int64_t to) {
        std::byte* line = buffer + (row - cells.rows.begin) * pitch;
        if (pitch == bytes && rows_.pitch() == bytes) {
          kernels::stream_copy(target + to, line, rows * bytes);
          return;
        }
        for (std::int64_t r = 0; r < rows; ++r) {
          store_row(line + r * pitch, target + to + r * rows_.pitch(), bytes, neighbours);
        }
      });
}

/// What shares a line of the cache with the next block stays in front of the buffer's line until
/// that block is there.
void TurnRunner::store_row(std::byte* line, std::byte* target, std::int64_t bytes,
                           Neighbours neighbours) {
  const std::int64_t before = neighbours.follows ? past_line(target) : 0;
  const std::int64_t after = neighbours.leads ? past_line(target + bytes) : 0;
  kernels::stream_copy(target - before, line - before, before + bytes - after);
  if (neighbours.leads) std::memcpy(line - kLineBytes, line + bytes - kLineBytes, kLineBytes);
}

std::int64_t TurnRunner::buffer_pitch() const {
  const std::int64_t bytes =
      std::min(block_.through_buffer.columns, columns_.cells()) * cell_bits_ / 8;
  return through_buffer_.column_blocks() == 1 ? bytes : bytes + kLineBytes;
}

std::int64_t TurnRunner::buffer_bytes() const {
  const std::int64_t line = block_.through_buffer.columns * cell_bits_ / 8 + kLineBytes;
  return kLineBytes + block_.through_buffer.rows * line;
}

}  // namespace tileglot::relayout::cpu
