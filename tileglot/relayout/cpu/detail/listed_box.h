// SPDX-License-Identifier: Apache-2.0
// listed_box.h: a box of loops with tables: its runs on both sides, and the order between them.
//
// What     ListedBox(loops) lists the offsets of the box once: the runs of the source, small gaps
//          included, that are packed into a buffer; the runs of the target; and from where in the
//          buffer each unit of the target's runs comes, in order.
// Why      Tiles that do not divide one another move by tables. Within their common period every
//          box has the same lists.
// Units    Bytes, from the origin. A unit of less than a byte counts as one. Precondition: at most
//          32 KiB of units. Gaps at most double that, so a position in the buffer has 16 bits.
// Example  Three pairs of bytes at 0, 2, 4 that go to 0, 4, 2: one run on either side, and pieces
//          0, 4, 2.
//          [tests: listed_box_test.cc, "small gaps are read and adjacent units are pieces"]
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "tileglot/relayout/cpu/detail/nest_runner.h"
#include "tileglot/relayout/kernels/picks.h"

namespace tileglot::relayout::cpu {

struct ListedRun {
  std::int64_t offset = 0;
  std::int64_t bytes = 0;
  friend bool operator==(const ListedRun&, const ListedRun&) = default;
};

struct ListedBox {
  ListedBox(std::span<const LoopView> loops, std::int64_t unit_bytes);

  /// The smallest offset of each side, in units: all runs begin there or later.
  Move origin = {};
  std::vector<ListedRun> source;
  std::vector<ListedRun> target;
  std::int64_t source_bytes = 0;  ///< of all runs together
  std::int64_t target_bytes = 0;
  /// One of the two: units one by one, or pieces where many units are adjacent on both sides.
  std::vector<std::uint16_t> units;
  std::vector<kernels::PickedPiece> pieces;
};

}  // namespace tileglot::relayout::cpu
