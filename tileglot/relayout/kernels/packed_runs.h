// SPDX-License-Identifier: Apache-2.0
// packed_runs.h: runs of units of less than a byte, to and from one byte for each.
//
// What     unpack_run writes each unit of a run to a byte of its own; pack_run writes bytes back as a
//          run.
// Why      Bits move one by one, bytes by vectors: a box of packed units is unpacked in the cache,
//          shuffled as bytes and packed again.
// Units    1, 2 or 4 bits, packed as in unit.h; positions and counts in units. The bits around a
//          packed run are kept. unpack_run writes, and pack_run reads, up to kUnpackedSlack bytes
//          after those of the run.
// How      From SSE4 on, the bytes of a word are repeated in a vector, one for each unit, and masked;
//          back, neighbours are joined in lanes of twice the width. Elsewhere, and at the ends of a
//          run, eight units are spread over a word in three steps: halves, quarters, eighths.
// Example  Four units of 2 bits at 1 of the bytes 0xE4 0x02: 1, 2, 3, 2.
//          [tests: packed_runs_test.cc, "runs come back, and nothing around them changes"]
#pragma once

#include <cstddef>
#include <cstdint>

namespace tileglot::relayout::kernels {

inline constexpr std::int64_t kUnpackedSlack = 7;

using UnpackRun = void (*)(const std::byte* source, std::int64_t from, std::int64_t count,
                           std::byte* bytes);
using PackRun = void (*)(const std::byte* bytes, std::int64_t count, std::byte* target,
                         std::int64_t to);

UnpackRun unpack_run(int unit_bits);
PackRun pack_run(int unit_bits);

}  // namespace tileglot::relayout::kernels
