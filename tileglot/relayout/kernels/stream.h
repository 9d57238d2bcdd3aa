// SPDX-License-Identifier: Apache-2.0
// stream.h: copies and zero fills that bypass the caches.
//
// What     stream_copy and stream_zero write whole cache lines by streaming (non-temporal) stores;
//          a head and a tail that share a line with other data are written by ordinary stores.
// Why      An ordinary store reads the line first and evicts others from the cache; for a target
//          larger than any cache, streaming saves a third of the traffic.
// Units    Bytes; neither side needs alignment, and the sides do not overlap.
// Example  100 bytes to an address 8 bytes before a line: 8 bytes by ordinary stores, one line of
//          64, then 28 by ordinary stores.
//          [tests: stream_test.cc, "any length and alignment is copied"]
#pragma once

#include <cstddef>
#include <cstdint>

namespace tileglot::relayout::kernels {

void stream_copy(std::byte* target, const std::byte* source, std::int64_t bytes);

void stream_zero(std::byte* target, std::int64_t bytes);

/// A part of several rows of the target, in a small buffer where each row has a cache line in front
/// of it, for the end of the previous part.
struct RowParts {
  std::byte* parts;
  std::int64_t pitch;
  std::byte* target;
  std::int64_t target_pitch;
  std::int64_t rows;
  std::int64_t bytes;  ///< of each part: whole lines
};

/// Writes the complete lines of each row, with the end of the previous part; bytes that share a
/// line with the next part go to the front of the row.
void stream_parts(const RowParts& parts);

/// Required before another thread (or the caller) reads bytes written by streaming stores.
void stream_fence();

}  // namespace tileglot::relayout::kernels
