// SPDX-License-Identifier: Apache-2.0
// transpose.h: transposes a plane in vector registers: lines of the source become columns of the target.
//
// What     transpose_kernel returns the function that moves columns lines of rows units each to rows
//          lines of columns units each, for this processor and this unit.
// Why      A transpose that moves one unit at a time costs a load and a store each; one that
//          transposes squares of vectors costs them once for a whole cache line.
// Units    rows and columns count units, pitches count bytes, any of them from 1 on. A unit has 8,
//          16, 32, 64 or 128 bits; or 4, packed low half first, where rows and columns are even.
//          Buffers need no alignment and do not overlap. No byte outside the lines is touched.
// Example  Two source lines of 128 bf16, 28672 bytes apart, become 128 pairs: rows 128, columns 2,
//          source_pitch 28672, target_pitch 4. [tests: transpose_test.cc, "two lines become pairs"]
#pragma once

#include <cstddef>
#include <cstdint>

namespace tileglot::relayout::kernels {

/// How a kernel writes. Streaming stores bypass the caches: right for a target larger than any
/// cache. They need lines that begin at the same offset in a cache line (target_pitch a multiple of
/// 64 bytes, or tuples without gaps); everything else is stored as usual. Long rows and at least
/// 256 bytes of columns in one call suit them best.
enum class Store { kCached, kStreaming };

/// `columns` lines of the source, each of `rows` contiguous units and source_pitch bytes apart,
/// become `rows` lines of the target, each of `columns` contiguous units and target_pitch bytes
/// apart.
/// Unit (r, c): source + c * source_pitch + r * unit -> target + r * target_pitch + c * unit.
/// With each cache line that it reads, the one `ahead` bytes further on is prefetched; 0: none.
using TransposeKernel = void (*)(const std::byte* source, std::int64_t source_pitch,
                                 std::byte* target, std::int64_t target_pitch, std::int64_t rows,
                                 std::int64_t columns, std::int64_t ahead);

/// The fastest for this processor, selected once: a call of it makes no further checks. After
/// streaming stores, stream_fence() of stream.h is required before another thread reads.
TransposeKernel transpose_kernel(int unit_bits, Store store);

/// True if streaming kernels write two cache lines of a row together where so many columns fill
/// them: vectors are narrower than a line, and source lines with this pitch stay in the cache. A row
/// is then written much faster than line by line. Not of 4-bit units.
bool streams_pairs_of_lines(std::int64_t source_pitch, std::int64_t columns);

}  // namespace tileglot::relayout::kernels
