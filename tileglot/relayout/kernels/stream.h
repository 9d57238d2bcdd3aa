// SPDX-License-Identifier: Apache-2.0
// stream.h: copies and zeros that go past the caches.
//
// What     stream_copy and stream_zero write whole lines of the cache by streaming stores; a head
//          and a tail that share a line with others are written as usual.
// Why      An ordinary store reads the line first and drives others out of the cache; for a target
//          that no cache holds, streaming saves a third of the traffic.
// Units    Bytes; neither side needs alignment, and the sides do not overlap.
// Example  100 bytes to an address 8 bytes before a line: 8 bytes as usual, one line of 64, then 28
//          as usual. [tests: stream_test.cc, "any length and alignment is copied"]
#pragma once

#include <cstddef>
#include <cstdint>

namespace tileglot::relayout::kernels {

void stream_copy(std::byte* target, const std::byte* source, std::int64_t bytes);

void stream_zero(std::byte* target, std::int64_t bytes);

/// A part of several rows of the target, in a small buffer where each row has a line of the cache in
/// front of it, for the end of the part before.
struct RowParts {
  std::byte* parts;
  std::int64_t pitch;
  std::byte* target;
  std::int64_t target_pitch;
  std::int64_t rows;
  std::int64_t bytes;  ///< of each part: whole lines
};

/// Writes the lines of each row that are complete, with the end of the part before; what shares a
/// line with the part after goes to the front of the row.
void stream_parts(const RowParts& parts);

/// Before another thread (or the caller) reads what streaming stores wrote.
void stream_fence();

}  // namespace tileglot::relayout::kernels
