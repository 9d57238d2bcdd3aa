// SPDX-License-Identifier: Apache-2.0
// array_digest.h: the digest of an array, or of a part of one, in a buffer with any layout.
//
// What     digest_of(layout, begin, extents, bits, bytes) is the digest of the elements of the box
//          that begins at `begin` in an array of these extents; element begin + x is at offset
//          layout(x) of the buffer.
// Why      Ranks and files hold boxes of arrays, tiled, transposed and padded; their digests are
//          equal where the elements are.
// How      Contiguous runs are read where they are. From other layouts a slab at a time is moved to
//          row-major order, in a buffer that stays in the cache, and read there.
// Units    Elements below 8 bits are packed as in plan/buffers.h. Memory beyond the buffer is at
//          most slab_bytes for each thread, and the plans of a few slabs.
// Example  f32[3,5]{1,0:T(2,2)} and the same elements row-major have one digest.
//          [tests: array_digest_test.cc, "a tiled array has the digest of a row-major one"]
// Errors   relayout.element_bits, digest.part where the box leaves the array, digest.too_large where
//          the array has more than 2^63-1 bits, relayout.negative_offset,
//          relayout.buffer_too_small, relayout.cancelled where the watch ends it;
//          map.too_large_to_decide where the largest offset is not found.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "tileglot/core/error.h"
#include "tileglot/map/index_map.h"
#include "tileglot/relayout/cpu/watch.h"
#include "tileglot/relayout/digest/digest.h"

namespace tileglot::relayout::digest {

struct DigestOptions {
  int threads = 0;  ///< 0: as many as the processor can run
  /// A thread is not given fewer bytes to read.
  std::int64_t small_bytes = std::int64_t{1} << 20;
  std::int64_t slab_bytes = std::int64_t{256} << 10;
  /// Receives the bytes that have been read; the calling thread calls it.
  cpu::Watch watch = {};
};

core::Result<Digest> digest_of(const map::IndexMap& layout, const map::Coordinate& begin,
                               std::span<const std::int64_t> extents, int element_bits,
                               std::span<const std::byte> bytes, const DigestOptions& options = {});

/// Of a whole array.
core::Result<Digest> digest_of(const map::IndexMap& layout, int element_bits,
                               std::span<const std::byte> bytes, const DigestOptions& options = {});

}  // namespace tileglot::relayout::digest
