// SPDX-License-Identifier: Apache-2.0
#include "tileglot/checkpoint/reshard/detail/reads.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>

#include "tileglot/checkpoint/reshard/detail/runs.h"
#include "tileglot/checkpoint/reshard/source.h"
#include "tileglot/core/checked.h"

namespace tileglot::checkpoint::reshard::detail {
namespace {

struct BlockLimits {
  std::int64_t gap_bits = 0;
  bool is_dense = false;  ///< at most twice what is wanted
  std::int64_t block_bits = core::kInt64Max;
  std::int64_t runs = core::kInt64Max;
};

/// From the first to the last bit of `count` iterations.
std::int64_t reach(const Loop& loop, std::int64_t one_bits, std::int64_t count) {
  return (count - 1) * loop.source_step + one_bits;
}

/// How many iterations of a loop over blocks of `one_bits`, with `runs` in each, are one block.
std::int64_t group_of(const Loop& loop, std::int64_t one_bits, std::int64_t runs,
                      std::int64_t run_bits, const BlockLimits& limits) {
  if (loop.count == 1) return 1;
  if (loop.source_step - one_bits > limits.gap_bits) return 1;
  const std::int64_t wanted = loop.count * runs * run_bits;
  if (limits.is_dense && reach(loop, one_bits, loop.count) - wanted > wanted) return 1;
  const std::int64_t fit =
      1 + std::max<std::int64_t>(limits.block_bits - one_bits, 0) / loop.source_step;
  return std::max<std::int64_t>(std::min({loop.count, fit, limits.runs / runs}), 1);
}

Blocks joined(const Runs& runs, const BlockLimits& limits) {
  Blocks blocks = {.loop = runs.loops.size() - 1, .group = 1, .one_bits = runs.bits};
  std::int64_t in_one = 1;
  while (true) {
    const Loop& loop = runs.loops[blocks.loop];
    blocks.group = group_of(loop, blocks.one_bits, in_one, runs.bits, limits);
    if (blocks.group < loop.count || blocks.loop == 0) return blocks;
    blocks.one_bits = reach(loop, blocks.one_bits, loop.count);
    in_one *= loop.count;
    --blocks.loop;
  }
}

/// As many blocks of `iterations` as there are for each iteration of the loops outside.
struct SomeBlocks {
  std::int64_t iterations = 0;
  std::int64_t count = 0;
  std::int64_t first = 0;  ///< the iteration where the first begins
};

std::array<SomeBlocks, 2> full_and_last(const Loop& loop, std::int64_t group) {
  const std::int64_t full = loop.count / group;
  const std::int64_t rest = loop.count % group;
  return {{{group, full, 0}, {rest, rest == 0 ? 0 : 1, full * group}}};
}

/// How many positions have each remainder by 8.
using Remainders = std::array<std::int64_t, 8>;

Remainders stepped(const Remainders& before, std::int64_t count, std::int64_t step) {
  Remainders after = {};
  for (std::size_t i = 0; i < 8; ++i) {
    const auto turn = static_cast<std::int64_t>(i);
    const std::int64_t times = count / 8 + (turn < count % 8 ? 1 : 0);
    for (std::size_t r = 0; r < 8; ++r)
      after[(r + i * static_cast<std::size_t>(step % 8)) % 8] += before[r] * times;
  }
  return after;
}

Remainders begins_of(const Runs& runs, const Blocks& blocks, const SomeBlocks& some) {
  const Loop& loop = runs.loops[blocks.loop];
  Remainders begins = {};
  begins[static_cast<std::size_t>((runs.source + some.first * loop.source_step) % 8)] = 1;
  for (std::size_t k = 0; k < blocks.loop; ++k)
    begins = stepped(begins, runs.loops[k].count, runs.loops[k].source_step);
  return stepped(begins, some.count, some.iterations * loop.source_step);
}

/// The whole bytes that have the bits of each block.
std::int64_t bytes_of_blocks(const Remainders& begins, std::int64_t bits) {
  std::int64_t bytes = 0;
  for (std::size_t r = 0; r < 8; ++r) {
    const std::int64_t each = core::ceil_div(static_cast<std::int64_t>(r) + bits, 8);
    bytes = core::saturating_add(bytes, core::saturating_mul(begins[r], each));
  }
  return bytes;
}

std::int64_t in_pages(std::int64_t at, std::int64_t bytes, std::int64_t page) {
  return core::ceil_div(at % page + bytes, page) * page;
}

ReadCost cost_of_blocks(const Runs& runs, const Blocks& blocks, std::int64_t begin_bytes,
                        std::int64_t page) {
  const Loop& loop = runs.loops[blocks.loop];
  ReadCost cost;
  for (const SomeBlocks& some : full_and_last(loop, blocks.group)) {
    if (some.count == 0) continue;
    const std::int64_t bits = block_bits(runs, blocks, some.iterations);
    const Remainders begins = begins_of(runs, blocks, some);
    const std::int64_t first = runs.source + some.first * loop.source_step;
    std::int64_t count = some.count;
    for (std::size_t k = 0; k < blocks.loop; ++k) count *= runs.loops[k].count;
    cost +=
        {.read_bytes = bytes_of_blocks(begins, bits),
         .page_bytes = core::saturating_mul(
             count, in_pages(begin_bytes + first / 8, core::ceil_div(first % 8 + bits, 8), page)),
         .reads = count};
  }
  return cost;
}

/// Blocks of adjacent pages.
Blocks paged(const Runs& runs, std::int64_t page) {
  return joined(runs, {.gap_bits = 8 * (page - 1)});
}

bool is_mapped(const Runs& runs, const Limits& limits) {
  const std::int64_t gap = runs.loops.back().source_step - runs.bits;
  std::int64_t count = 1;
  for (const Loop& loop : runs.loops) count *= loop.count;
  return runs.bits < 8 * limits.page_bytes && gap <= 8 * limits.gap_bytes &&
         count >= limits.fewest_mapped;
}

/// Each run by itself.
Blocks apart(const Runs& runs) { return {.loop = runs.loops.size() - 1, .one_bits = runs.bits}; }

}  // namespace

std::int64_t block_bits(const Runs& runs, const Blocks& blocks, std::int64_t iterations) {
  return reach(runs.loops[blocks.loop], blocks.one_bits, iterations);
}

Reads reads_of(const Runs& runs, const Limits& limits) {
  const bool is_direct = runs.bits >= 8 * limits.direct_bytes && are_whole_bytes(runs);
  BlockLimits of_block = {.gap_bits = 8 * limits.gap_bytes, .is_dense = true};
  of_block.block_bits = 8 * (is_direct ? limits.direct_block_bytes : limits.staged_block_bytes);
  if (is_direct) of_block.runs = limits.direct_block_runs;
  const Blocks blocks = joined(runs, of_block);
  if (is_mapped(runs, limits)) return {Means::kMapped, blocks};
  return {is_direct ? Means::kDirect : Means::kStaged, blocks};
}

ReadCost cost_of(const Runs& runs, const Reads& reads, std::int64_t begin_bytes,
                 const Limits& limits) {
  const std::int64_t page = limits.page_bytes;
  if (reads.means != Means::kMapped) return cost_of_blocks(runs, reads.blocks, begin_bytes, page);
  ReadCost cost = cost_of_blocks(runs, paged(runs, page), begin_bytes, page);
  cost.read_bytes = cost_of_blocks(runs, apart(runs), begin_bytes, page).read_bytes;
  return cost;
}

}  // namespace tileglot::checkpoint::reshard::detail
