// SPDX-License-Identifier: Apache-2.0
// runs.h: copies runs of equal size between scattered addresses and a packed buffer.
//
// What     gather_runs packs runs one after the other, scatter_runs unpacks them again.
// Why      Runs of a few dozen bytes are too short for a call each.
// Units    Bytes. The buffer has kRunSlack extra bytes after the runs, which gather_runs writes and
//          scatter_runs reads; on the other side no byte outside the runs is touched.
// Example  Runs of 24 bytes at 0, 30 and 60.
//          [tests: runs_test.cc, "runs of any length come and go"]
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "tileglot/relayout/kernels/transpose.h"

namespace tileglot::relayout::kernels {

inline constexpr std::int64_t kRunSlack = 64;

/// Run i: source + offsets[i] -> buffer + i * pitch. Precondition: pitch is at least bytes.
void gather_runs(const std::byte* source, std::span<const std::int64_t> offsets, std::int64_t bytes,
                 std::byte* buffer, std::int64_t pitch);

/// Run i: buffer + i * bytes -> target + offsets[i]. Streaming is for runs of several lines.
void scatter_runs(const std::byte* buffer, std::int64_t bytes,
                  std::span<const std::int64_t> offsets, std::byte* target, Store store);

}  // namespace tileglot::relayout::kernels
