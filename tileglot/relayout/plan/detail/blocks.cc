// SPDX-License-Identifier: Apache-2.0
#include "tileglot/relayout/plan/detail/blocks.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <numeric>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "tileglot/core/checked.h"
#include "tileglot/relayout/plan/detail/loops.h"
#include "tileglot/relayout/plan/plan.h"

namespace tileglot::relayout::plan {
namespace {

/// The minimum that a block writes of a target line and reads of a source line.
constexpr std::int64_t kColumnBits = 8 * kLineBits;
constexpr std::int64_t kRowBits = 4 * kLineBits;
/// For tuples, which are made of few lines that are read at once.
constexpr std::int64_t kTupleRowBits = 64 * kLineBits;
/// Where all lines of the target are whole, this much of a column is enough.
constexpr std::int64_t kWholeColumnBits = 2 * kLineBits;
/// What a block takes of a target line through a buffer, of a source line, and in total.
constexpr std::int64_t kBufferedBits = 8 * kLineBits;
constexpr std::int64_t kRowBlockBits = 16 * kLineBits;
/// How many lines of the source are read concurrently, and how far at a time.
constexpr std::int64_t kStreams = 16;
constexpr std::int64_t kStreamBits = 64 * kLineBits;
constexpr std::int64_t kLeastBlockBits = std::int64_t{32} * 1024 * kByteBits;
constexpr std::int64_t kBlockBits = std::int64_t{128} * 1024 * kByteBits;
/// A run of at least this length is copied by itself.
constexpr std::int64_t kLongRunBits = 32 * kLineBits;
/// The amount that a gather takes at a time.
constexpr std::int64_t kGatherBits = 16 * kLineBits;
/// A kernel call costs as much as copying this much cell by cell.
constexpr std::int64_t kCallBits = 2 * kLineBits;
constexpr std::int64_t kFewCells = 32;
/// Lines and pieces for which a box is worth its copies, by measurement; tuples for which it is
/// not.
constexpr std::int64_t kShortBits = kLineBits / 2;
constexpr std::int64_t kFewColumns = 8;
constexpr std::int64_t kTupleBits = 2 * kLineBits;
constexpr int kPackedBits = 4;

/// Loops that are contiguous on one side.
struct Chain {
  std::int64_t Move::* side;
  std::int64_t units;  ///< of all its loops, and of a cell
  int unit_bits;
  std::vector<Loop> loops = {};  ///< innermost first

  std::int64_t bits() const { return units * unit_bits; }
  bool fills_lines() const { return bits() % kLineBits == 0 && bits() >= kWholeColumnBits; }

  /// Takes the loop that continues where the chain ends, if there is one.
  bool take(std::vector<Loop>& from) {
    const auto next = std::find_if(from.begin(), from.end(), [&](const Loop& loop) {
      return loop.is_strided() && loop.step.*side == units && loop.count > 1;
    });
    if (next == from.end()) return false;
    units *= next->count;
    loops.push_back(std::move(*next));
    from.erase(next);
    return true;
  }
};

struct Chains {
  Chain rows;
  Chain columns;

  /// So few columns that rows interleave without gaps: a kernel fills lines of them.
  bool interleave() const {
    const std::int64_t tuple = columns.units;
    return columns.loops.size() == 1 && !rows.loops.empty() && rows.loops.front().step.g == tuple &&
           (tuple == 2 || tuple == 3 || tuple == 4 || tuple == 8);
  }
};

/// Whether all lines of the target are whole: then a few of them are enough for a column.
enum class Lines { kWhole, kCut };

/// Both chains as long as lines require. Columns first: partial lines cost more on the written
/// side.
Chains chains_of(std::vector<Loop>& loops, std::int64_t cell, int unit_bits, Lines lines) {
  Chains chains{{&Move::f, cell, unit_bits}, {&Move::g, cell, unit_bits}};
  const auto wants_columns = [&] {
    const Chain& columns = chains.columns;
    const bool enough = lines == Lines::kWhole && columns.fills_lines();
    return columns.loops.empty() || (columns.bits() < kColumnBits && !enough);
  };
  const auto wants_rows = [&] {
    const std::int64_t enough = chains.interleave() ? kTupleRowBits : kRowBits;
    return chains.rows.loops.empty() || chains.rows.bits() < enough;
  };
  while (true) {
    const bool wider = wants_columns() && chains.columns.take(loops);
    const bool taller = wants_rows() && chains.rows.take(loops);
    if (!wider && !taller) return chains;
  }
}

bool is_even(Move move) { return move.f % 2 == 0 && move.g % 2 == 0; }

/// Two packed units share each byte: lines have to begin and end on bytes.
bool is_on_bytes(const Nest& nest, const Chains& chains) {
  const auto moves_even = [](const Loop& loop) {
    return is_even(loop.step) && std::all_of(loop.table.begin(), loop.table.end(), is_even);
  };
  const auto rest_even = [&](const Chain& chain) {
    const std::vector<Loop>& loops = chain.loops;
    const Loop& first = loops.front();
    // One of its steps is 1.
    return first.count % 2 == 0 && (first.step.f + first.step.g) % 2 != 0 &&
           std::all_of(loops.begin() + 1, loops.end(), moves_even);
  };
  const bool walks = std::any_of(nest.loops.begin(), nest.loops.end(),
                                 [](const Loop& loop) { return loop.walk.has_value(); });
  return !walks && is_even(nest.start) && rest_even(chains.rows) && rest_even(chains.columns) &&
         std::all_of(nest.loops.begin(), nest.loops.end(), moves_even);
}

/// Cells that a kernel would transpose in one call.
std::int64_t cells_in_piece(const Nest& nest, const Chains& chains) {
  const std::int64_t cell_bits = nest.block.cell * nest.unit_bits;
  const std::int64_t rows = std::min(std::max<std::int64_t>(1, kLineBits / cell_bits),
                                     chains.rows.units / nest.block.cell);
  return rows * chains.columns.loops.front().count;
}

/// True if copying each cell costs less than the calls.
bool has_short_pieces(const Nest& nest, const Chains& chains) {
  const std::int64_t cell_bits = nest.block.cell * nest.unit_bits;
  return nest.unit_bits >= kByteBits && chains.columns.loops.size() > 1 &&
         cells_in_piece(nest, chains) * cell_bits < kCallBits;
}

/// True if even both chains together are not worth a block.
bool has_few_cells(const Nest& nest, const Chains& chains) {
  const std::int64_t cells =
      chains.rows.units / nest.block.cell * (chains.columns.units / nest.block.cell);
  return nest.unit_bits >= kByteBits && !nest.loops.empty() && !chains.columns.loops.empty() &&
         cells < kFewCells && cells * nest.block.cell * nest.unit_bits < kColumnBits;
}

/// Pieces so short that neither side has lines to transpose: everything contiguous in the target,
/// cell by cell.
Chains gathered_chains(std::vector<Loop>& loops, std::int64_t cell, int unit_bits) {
  Chains chains{{&Move::f, cell, unit_bits}, {&Move::g, cell, unit_bits}};
  const std::int64_t enough = kGatherBits;
  while (chains.columns.bits() < enough && chains.columns.take(loops)) {
  }
  return chains;
}

/// Whether the chains make a block, and not just a copy or a gather.
bool is_block(const Nest& nest, const Chains& chains, std::int64_t cell) {
  if (cell > 1) {
    const bool is_one = chains.rows.loops.empty() && chains.columns.loops.empty();
    return !is_one && nest.unit_bits >= kByteBits;
  }
  if (chains.columns.loops.empty()) return false;
  if (chains.rows.loops.empty())
    return nest.unit_bits >= kByteBits && chains.columns.loops.size() > 1;
  return nest.unit_bits >= kByteBits ||
         (nest.unit_bits == kPackedBits && is_on_bytes(nest, chains));
}

/// The number of cells that are at most `room_bits` long and end on a line boundary.
std::int64_t cells_in(std::int64_t room_bits, std::int64_t cell_bits, std::int64_t all) {
  const std::int64_t lines = kLineBits / std::gcd(kLineBits, cell_bits);
  const std::int64_t cells = room_bits / cell_bits;
  return std::min(all, std::max(lines, cells / lines * lines));
}

bool is_whole_lines(std::int64_t units, int unit_bits) {
  return units * unit_bits % kLineBits == 0;
}

/// More columns where there are few rows.
BlockSize squarish(std::int64_t cell_bits, std::int64_t all_rows, std::int64_t all_columns) {
  BlockSize size;
  size.columns = cells_in(kBufferedBits, cell_bits, all_columns);
  const std::int64_t row_bits = std::max(kRowBlockBits, kLeastBlockBits / size.columns);
  size.rows = cells_in(std::min(row_bits, kBlockBits / size.columns), cell_bits, all_rows);
  size.columns =
      cells_in(std::max(kBufferedBits, kLeastBlockBits / size.rows), cell_bits, all_columns);
  return size;
}

/// A few lines of the source that are read from end to end: the processor can track this many at
/// once.
BlockSize streams(std::int64_t cell_bits, std::int64_t all_rows, std::int64_t all_columns) {
  BlockSize size{.rows = 1, .columns = 1, .rows_first = true};
  const std::int64_t column_bits = std::max(kLineBits, kStreams * cell_bits);
  size.columns = cells_in(column_bits, cell_bits, all_columns);
  size.rows = cells_in(std::max(kStreamBits, kLeastBlockBits / size.columns), cell_bits, all_rows);
  size.columns =
      cells_in(std::max(column_bits, kLeastBlockBits / size.rows), cell_bits, all_columns);
  return size;
}

BlockSize straight_size(const Nest& nest, std::int64_t all_rows, std::int64_t all_columns) {
  const std::int64_t cell_bits = nest.block.cell * nest.unit_bits;
  // One by one, in the source's order: each is streamed to its place.
  if (nest.block.cell > 1 && is_whole_lines(nest.block.cell, nest.unit_bits)) return {all_rows, 1};
  return streams(cell_bits, all_rows, all_columns);
}

/// True if the innermost rows are so few that a transpose of them alone would read parts of lines.
bool has_short_rows(const Nest& nest, const Chain& rows) {
  return rows.loops.size() > 1 &&
         rows.loops.front().count * nest.block.cell * nest.unit_bits < kLineBits;
}

/// Lines of the source that are traversed, and lines of the target that are completed part by part.
BlockSize buffered_size(const Nest& nest, const Chains& chains) {
  const std::int64_t cell_bits = nest.block.cell * nest.unit_bits;
  const std::int64_t all_rows = chains.rows.units / nest.block.cell;
  const std::int64_t all_columns = chains.columns.units / nest.block.cell;
  const bool one_piece = chains.rows.loops.size() == 1 && chains.columns.loops.size() == 1;
  const bool by_kernel = nest.block.cell == 1 && !nest.block.gathers;
  const std::int64_t row_bits = all_rows * cell_bits;
  if (!one_piece || !by_kernel || row_bits < kRowBlockBits / 2 || row_bits > kStreamBits)
    return squarish(cell_bits, all_rows, all_columns);
  return {all_rows, cells_in(std::max(kLineBits, kStreams * cell_bits), cell_bits, all_columns)};
}

void set_sizes(Nest& nest, const Chains& chains) {
  Block& block = nest.block;
  const std::int64_t cell_bits = block.cell * nest.unit_bits;
  const std::int64_t all_rows = chains.rows.units / block.cell;
  const std::int64_t all_columns = chains.columns.units / block.cell;
  block.straight = straight_size(nest, all_rows, all_columns);
  block.through_buffer = buffered_size(nest, chains);
  // One list of offsets suffices for every block.
  if (block.gathers && all_columns * all_rows * cell_bits <= kBlockBits)
    block.through_buffer = {all_rows, all_columns};
}

/// The amount that a kernel writes at a time, where no two calls may share a line.
std::int64_t units_in_order(const Nest& nest, const Chains& chains) {
  if (nest.block.cell > 1) return nest.block.cell;
  if (!chains.interleave()) return chains.columns.loops.front().count;
  return std::gcd(chains.rows.loops.front().count, nest.block.straight.rows) * chains.columns.units;
}

/// True if every kernel call begins and ends on a line boundary of the target, if the buffer does.
bool writes_whole_lines(const Nest& nest, const Chains& chains) {
  const auto on_lines = [&](const Loop& loop) {
    const auto whole = [&](Move move) { return is_whole_lines(move.g, nest.unit_bits); };
    return !loop.walk && whole(loop.step) &&
           std::all_of(loop.table.begin(), loop.table.end(), whole);
  };
  const std::vector<Loop>& rows = chains.rows.loops;
  const std::vector<Loop>& columns = chains.columns.loops;
  const bool joined = nest.block.cell == 1 && chains.interleave();
  return is_whole_lines(nest.start.g, nest.unit_bits) &&
         is_whole_lines(units_in_order(nest, chains), nest.unit_bits) &&
         std::all_of(rows.begin() + (joined ? 1 : 0), rows.end(), on_lines) &&
         std::all_of(columns.begin() + (columns.empty() ? 0 : 1), columns.end(), on_lines) &&
         std::all_of(nest.loops.begin(), nest.loops.end(), on_lines);
}

void append(std::vector<Loop>& to, Chain& chain) {
  std::move(chain.loops.rbegin(), chain.loops.rend(), std::back_inserter(to));
}

/// Takes the loop over a run out of the nest, if there is one.
std::optional<Loop> take_run(Nest& nest) {
  const auto run = std::find_if(nest.loops.begin(), nest.loops.end(), is_run);
  if (run == nest.loops.end()) return std::nullopt;
  Loop loop = std::move(*run);
  nest.loops.erase(run);
  return loop;
}

std::optional<Nest> with_blocks(Nest nest, Lines lines) {
  std::optional<Loop> cell = take_run(nest);
  nest.block.cell = cell ? cell->count : 1;
  if (nest.block.cell * nest.unit_bits >= kLongRunBits) return std::nullopt;
  const std::vector<Loop> all = nest.loops;
  Chains chains = chains_of(nest.loops, nest.block.cell, nest.unit_bits, lines);
  if (has_few_cells(nest, chains)) {
    nest.loops = all;
    chains = gathered_chains(nest.loops, nest.block.cell, nest.unit_bits);
  }
  if (!is_block(nest, chains, nest.block.cell)) return std::nullopt;

  nest.kernel = Kernel::kTranspose;
  nest.block.gathers = has_short_pieces(nest, chains);
  set_sizes(nest, chains);
  nest.block.cuts_lines = !writes_whole_lines(nest, chains);
  nest.block.buffered = nest.block.cuts_lines || has_short_rows(nest, chains.rows);
  nest.block.row_loops = chains.rows.loops.size();
  nest.block.column_loops = chains.columns.loops.size();
  append(nest.loops, chains.rows);
  append(nest.loops, chains.columns);
  if (cell) nest.loops.push_back(*std::move(cell));
  return nest;
}

/// The innermost loops of a kTranspose nest, and the total length of its rows.
struct Leaf {
  Loop rows;
  Loop columns;
  std::int64_t all_rows = 1;
  const Nest* transpose = nullptr;

  /// True if both sides are one stretch, in any number of lines: a kernel's calls are all alike.
  bool is_square() const {
    const Block& block = transpose->block;
    const std::int64_t bits = block.cell * transpose->unit_bits;
    return !block.cuts_lines && block.row_loops == 1 && block.column_loops == 1 &&
           std::min(rows.count, columns.count) * bits >= kShortBits &&
           columns.step.f == rows.count * block.cell && rows.step.g == columns.count * block.cell;
  }

  /// A kernel for tuples needs long lines on one side only.
  bool is_tuples() const {
    const Block& block = transpose->block;
    const std::int64_t enough = kTupleBits / (block.cell * transpose->unit_bits);
    const bool makes = block.column_loops == 1 && rows.step.g == columns.count * block.cell;
    const bool takes = block.row_loops == 1 && columns.step.f == rows.count * block.cell;
    return (makes && rows.count >= enough) || (takes && columns.count >= enough);
  }
};

Leaf leaf_of(const Nest& transpose) {
  const std::span<const Loop> loops =
      std::span(transpose.loops).subspan(transpose.loops.size() - transpose.leaf_loops());
  const std::span<const Loop> rows = loops.first(transpose.block.row_loops);
  Leaf leaf{rows.back(), loops[rows.size() + transpose.block.column_loops - 1]};
  for (const Loop& loop : rows) leaf.all_rows *= loop.count;
  leaf.transpose = &transpose;
  return leaf;
}

}  // namespace

std::optional<Nest> with_blocks(const Nest& nest) {
  std::optional<Nest> transpose = with_blocks(nest, Lines::kWhole);
  return transpose && transpose->block.cuts_lines ? with_blocks(nest, Lines::kCut) : transpose;
}

bool has_short_lines(const Nest& transpose) {
  if (transpose.block.gathers) return true;
  if (transpose.unit_bits < kByteBits) return false;
  const std::int64_t bits = transpose.block.cell * transpose.unit_bits;
  if (transpose.block.row_loops == 0 || transpose.block.column_loops == 0) return bits < kShortBits;
  const Leaf leaf = leaf_of(transpose);
  if (leaf.is_square()) return false;
  if (leaf.is_tuples()) return false;
  if (leaf.columns.count < kFewColumns || leaf.all_rows * bits <= kShortBits) return true;
  return leaf.columns.count == kFewColumns && kFewColumns * bits <= kShortBits;
}

}  // namespace tileglot::relayout::plan
