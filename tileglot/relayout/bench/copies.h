// SPDX-License-Identifier: Apache-2.0
// copies.h: plain copies by all threads of a pool, the baselines of every move.
//
// What     copy_memory is memcpy, a part of whole pages for each thread. stream_memory is a copy
//          with streaming stores, which bypass the caches.
// Why      memcpy is the best cost of a move without knowing more than the system's library. A
//          streaming copy does not read the target first, which memcpy does below its threshold:
//          nothing that reads and writes all bytes is faster.
// Units    Bytes.
#pragma once

#include <cstddef>
#include <span>
#include <string_view>

#include "tileglot/relayout/bench/pinned_thread_pool.h"

namespace tileglot::relayout::bench {

/// Precondition of both: equal sizes, both begin on a page.
void copy_memory(PinnedThreadPool& pool, std::span<const std::byte> source,
                 std::span<std::byte> target);
void stream_memory(PinnedThreadPool& pool, std::span<const std::byte> source,
                   std::span<std::byte> target);

/// The instruction set of the streaming stores: "avx512", "sse2", or "none": then it is memcpy.
std::string_view streaming_target();

}  // namespace tileglot::relayout::bench
