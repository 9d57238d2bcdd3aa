// SPDX-License-Identifier: Apache-2.0
// reads.h: how runs of a file are read: which of them together, and by what means.
//
// What     reads_of(runs) decides; cost_of says what that takes, without visiting the runs;
//          for_each_block names the reads.
// How      Many runs shorter than a page, with gaps of at most gap_bytes, are copied out of mapped
//          memory (kMapped): a call of the system for each, or a copy from a buffer that all of them
//          are read to, takes longer. The system then reads the pages that have them.
//          Others are read in blocks. From the innermost loop outwards, the runs of a loop are one
//          block while the gaps between them are at most gap_bytes and a block is at most twice what
//          is wanted of it; where it would be too long, it is several. A block is read at once: into
//          place where runs are long (kDirect), through a buffer otherwise (kStaged).
// Units    Bits, as in runs.h; bytes where names say so.
// Example  Columns [0:4,2:4] of u32 [4,8] are 8 of every 32 bytes: four reads. Columns [0:4,0:4] are
//          half of the bytes: one read of 112 bytes.
//          [tests: source_test.cc, "runs are read at once up to twice their bytes"]
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "tileglot/checkpoint/reshard/detail/runs.h"
#include "tileglot/checkpoint/reshard/source.h"

namespace tileglot::checkpoint::reshard::detail {

/// Laws take smaller ones, which small files meet.
struct Limits {
  std::int64_t page_bytes = 4096;
  std::int64_t gap_bytes = std::int64_t{64} << 10;
  /// Shorter runs are copied from a buffer, which is faster than a vector for each.
  std::int64_t direct_bytes = 2048;
  /// Of a block that is read through a buffer, which should stay in the cache.
  std::int64_t staged_block_bytes = std::int64_t{256} << 10;
  std::int64_t direct_block_bytes = std::int64_t{1} << 20;
  /// Of a block that is read into place: with the gaps, as many vectors as one call takes.
  std::int64_t direct_block_runs = 512;
  /// Fewer runs are not worth a mapping.
  std::int64_t fewest_mapped = 16;
};

enum class Means : std::uint8_t { kDirect, kStaged, kMapped };

/// Blocks of runs: the loops after `loop` are within a block, as are `group` iterations of
/// `loop`, but for a last block with what remains of them.
struct Blocks {
  std::size_t loop = 0;
  std::int64_t group = 1;
  std::int64_t one_bits = 0;  ///< from begin to end of one iteration of `loop`
};

struct Reads {
  Means means = Means::kDirect;
  Blocks blocks = {};
};

Reads reads_of(const Runs& runs, const Limits& limits = {});

/// All but wanted_bytes, which need not be whole here. `begin_bytes` is where the piece begins in
/// its file. page_bytes is estimated as if all blocks began in their pages where the first does,
/// which is right within a page for each read, or two where elements are below 8 bits. Of kMapped, a
/// read is a run of adjacent pages.
ReadCost cost_of(const Runs& runs, const Reads& reads, std::int64_t begin_bytes,
                 const Limits& limits = {});

/// From the first to the last bit of a block of `iterations`.
std::int64_t block_bits(const Runs& runs, const Blocks& blocks, std::int64_t iterations);

/// visit(source, target, iterations) of each block.
template <class Visit>
void for_each_block(const Runs& runs, const Blocks& blocks, const Visit& visit) {
  const Loop& loop = runs.loops[blocks.loop];
  for_each_run(Loops(runs.loops).first(blocks.loop), runs.source, runs.target,
               [&](std::int64_t source, std::int64_t target) {
                 for (std::int64_t i = 0; i < loop.count; i += blocks.group) {
                   visit(source + i * loop.source_step, target + i * loop.target_step,
                         loop.count - i < blocks.group ? loop.count - i : blocks.group);
                 }
               });
}

}  // namespace tileglot::checkpoint::reshard::detail
