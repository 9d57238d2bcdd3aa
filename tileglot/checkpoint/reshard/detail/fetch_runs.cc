// SPDX-License-Identifier: Apache-2.0
#include "tileglot/checkpoint/reshard/detail/fetch_runs.h"

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "tileglot/checkpoint/reshard/detail/open_files.h"
#include "tileglot/checkpoint/reshard/detail/reads.h"
#include "tileglot/checkpoint/reshard/detail/runs.h"
#include "tileglot/core/checked.h"
#include "tileglot/core/error.h"
#include "tileglot/io/file/changed_file.h"
#include "tileglot/io/file/memory_mapping.h"

namespace tileglot::checkpoint::reshard::detail {
namespace {

/// The memory of a thread, kept from fetch to fetch.
struct Workspace {
  std::vector<std::byte> staged = {};
  std::vector<std::span<std::byte>> parts = {};
};

Workspace& workspace() {
  thread_local Workspace mine;
  return mine;
}

/// Some bytes of a piece, and where they go.
struct Move {
  const OpenFile& file;
  std::int64_t begin_bytes;  ///< of the piece
  const Runs& runs;
  std::span<std::byte> target;
};

/// The runs of one block, which begins at `source` and `target`.
Runs runs_of_block(const Runs& runs, const Blocks& blocks, std::int64_t iterations) {
  Runs block{.bits = runs.bits};
  block.loops.assign(runs.loops.begin() + static_cast<std::ptrdiff_t>(blocks.loop),
                     runs.loops.end());
  block.loops.front().count = iterations;
  return block;
}

/// Memory that nobody reads.
std::span<std::byte> gap(std::size_t bytes) {
  thread_local std::vector<std::byte> memory(static_cast<std::size_t>(Limits().gap_bytes));
  return std::span(memory).first(bytes);
}

/// Into place, but for what lies between runs.
core::Status read_direct(const Move& move, const Runs& block) {
  Workspace& work = workspace();
  work.parts.clear();
  std::int64_t at = block.source;
  for_each_run(
      block.loops, block.source, block.target, [&](std::int64_t source, std::int64_t target) {
        if (source > at) work.parts.push_back(gap(static_cast<std::size_t>(source - at) / 8));
        work.parts.push_back(move.target.subspan(static_cast<std::size_t>(target / 8),
                                                 static_cast<std::size_t>(block.bits / 8)));
        at = source + block.bits;
      });
  return move.file.ranged().read(move.begin_bytes + block.source / 8, work.parts);
}

/// Through a buffer that has `bits` from the block's begin on.
core::Status read_staged(const Move& move, Runs& block, std::int64_t bits) {
  std::vector<std::byte>& staged = workspace().staged;
  const std::int64_t first = block.source / 8;
  block.source %= 8;
  const auto bytes = static_cast<std::size_t>(core::ceil_div(block.source + bits, 8));
  if (staged.size() < bytes) staged.resize(bytes);
  TILEGLOT_TRY_STATUS(
      move.file.ranged().read(move.begin_bytes + first, std::span(staged).first(bytes)));
  copy_runs(block, staged, move.target);
  return {};
}

core::Status read_blocks(const Move& move, const Reads& reads) {
  core::Status status;
  Runs block = runs_of_block(move.runs, reads.blocks, reads.blocks.group);
  for_each_block(move.runs, reads.blocks,
                 [&](std::int64_t source, std::int64_t target, std::int64_t iterations) {
                   if (!status) return;
                   block.source = source;
                   block.target = target;
                   block.loops.front().count = iterations;
                   status = reads.means == Means::kDirect
                                ? read_direct(move, block)
                                : read_staged(move, block,
                                              block_bits(move.runs, reads.blocks, iterations));
                 });
  return status;
}

/// The bit after the last run.
std::int64_t end_of(const Runs& runs) {
  std::int64_t end = runs.source + runs.bits;
  for (const Loop& loop : runs.loops) end += (loop.count - 1) * loop.source_step;
  return end;
}

core::Status copy_mapped(const Move& move, const io::MemoryMapping& mapping) {
  const std::string& path = move.file.ranged().path();
  // The file may have been cut after it was opened.
  if (core::ceil_div(end_of(move.runs), 8) > std::ssize(mapping.bytes()) - move.begin_bytes)
    return core::fail(io::changed_file(path, "became shorter"));
  copy_runs(move.runs, mapping.bytes().subspan(static_cast<std::size_t>(move.begin_bytes)),
            move.target);
  if (!mapping.lost_pages()) return {};
  return core::fail(io::changed_file(path, "could not be read in every place"));
}

}  // namespace

core::Status fetch_runs(const OpenFile& file, std::int64_t begin_bytes, const Runs& runs,
                        std::span<std::byte> target, const Limits& limits) {
  const Move move = {file, begin_bytes, runs, target};
  const Reads reads = reads_of(runs, limits);
  if (reads.means != Means::kMapped) return read_blocks(move, reads);
  const io::MemoryMapping* mapping = file.mapped();
  return mapping != nullptr ? copy_mapped(move, *mapping) : read_blocks(move, reads);
}

}  // namespace tileglot::checkpoint::reshard::detail
