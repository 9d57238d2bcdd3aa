// SPDX-License-Identifier: Apache-2.0
// segments.h: a transfer as byte ranges of both buffers, for engines that move memory between machines.
//
// What     segments_of(resharding, transfer) lists what a transfer copies, as loops: `bytes` contiguous
//          bytes from source_byte of the sender's tile to target_byte of the receiver's, repeated with
//          the steps of each loop. Nothing is staged: one side's layout is written into the other's.
// Why      RDMA engines take descriptors; as loops they are a few numbers, not 400,000 lines.
// Units    Bytes.
// Example  Two rows of three f32 columns from a row-major tile of six columns into one of three: 12
//          bytes, twice, 24 bytes apart in the source and 12 in the target.
//          [tests: segments_test.cc, "columns of a row major tile"]
// Errors   Those of the layouts; reshard.bits for elements that do not begin and end at bytes;
//          reshard.table where a part of the move follows no loops.
#pragma once

#include <cstdint>
#include <vector>

#include "tileglot/core/error.h"
#include "tileglot/relayout/reshard/resharding.h"
#include "tileglot/relayout/reshard/transfer.h"

namespace tileglot::relayout::reshard {

struct SegmentLoop {
  std::int64_t count = 1;
  std::int64_t source_step_bytes = 0;
  std::int64_t target_step_bytes = 0;
  friend bool operator==(const SegmentLoop&, const SegmentLoop&) = default;
};

struct Segment {
  std::int64_t source_byte = 0;
  std::int64_t target_byte = 0;
  std::int64_t bytes = 0;
  std::vector<SegmentLoop> loops = {};  ///< outermost first
  friend bool operator==(const Segment&, const Segment&) = default;
};

/// From the tile that the sender has, or, of a forwarded transfer, from the one that it wants.
core::Result<std::vector<Segment>> segments_of(const Resharding& resharding,
                                               const Transfer& transfer);

}  // namespace tileglot::relayout::reshard
