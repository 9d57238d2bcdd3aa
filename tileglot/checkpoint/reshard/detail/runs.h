// SPDX-License-Identifier: Apache-2.0
// runs.h: a box that lies in two row-major boxes, as runs of bits at regular steps.
//
// What     runs_of gives the runs that are contiguous on both sides: where the first begins, its
//          bits, and loops that lead to the others. copy_runs moves them between two memories.
// How      The inner dimensions that both sides have without gaps become one run, and neighbouring
//          loops with one step become one. In the source, runs ascend and do not overlap.
// Units    Bits, from the start of a piece and of a unit. Element i of b bits is bits [i*b, i*b+b) of
//          the stream, low bits of a byte first.
// Example  Columns [0:4,2:4] of a piece u32 [4,8], to a unit of [4,2]: runs of 64 bits from bit 64 on,
//          and a loop of 4 at steps of 256 bits there and 64 bits here.
//          [tests: source_test.cc, "a column is runs at regular steps"]
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "tileglot/map/box.h"

namespace tileglot::checkpoint::reshard::detail {

struct Loop {
  std::int64_t count = 1;
  std::int64_t source_step = 0;
  std::int64_t target_step = 0;
  friend bool operator==(const Loop&, const Loop&) = default;
};

using Loops = std::span<const Loop>;

struct Runs {
  std::int64_t source = 0;
  std::int64_t target = 0;
  std::int64_t bits = 0;         ///< of a run
  std::vector<Loop> loops = {};  ///< outermost first; at least one
};

/// A box of a row-major packed box.
struct Inside {
  const map::Box& box;
  const map::Box& whole;
};

/// Precondition: the two boxes have equal extents and elements, but for leading dimensions of extent
/// 1 that the target may have more; the bits of both wholes fit int64.
Runs runs_of(const Inside& source, const Inside& target, std::int64_t element_bits);

bool are_whole_bytes(const Runs& runs);

/// visit(source, target) of each run that `loops` lead to from here.
template <class Visit>
void for_each_run(Loops loops, std::int64_t source, std::int64_t target, const Visit& visit) {
  if (loops.empty()) {
    visit(source, target);
    return;
  }
  const Loop& loop = loops.front();
  for (std::int64_t i = 0; i < loop.count; ++i) {
    for_each_run(loops.subspan(1), source + i * loop.source_step, target + i * loop.target_step,
                 visit);
  }
}

/// Bits of the target beside the runs stay. Precondition: `source` and `target` have the runs.
void copy_runs(const Runs& runs, std::span<const std::byte> source, std::span<std::byte> target);

}  // namespace tileglot::checkpoint::reshard::detail
