// SPDX-License-Identifier: Apache-2.0
// watched_stores.h: what a test sees of streaming stores.
//
// A cache line that streaming stores fill only in part is open: it waits in one of the few
// write-combining buffers of the processor, and goes to memory in pieces once they are full. So the
// stores that fill a line follow one another, and none is left open.
#pragma once

#include <cstddef>
#include <cstdint>

#include "tileglot/relayout/kernels/transpose.h"

namespace tileglot::relayout::kernels::detail {

/// Kernels of this store exist in the test only.
inline constexpr Store kWatched{2};

constexpr bool is_streaming(Store store) { return store != Store::kCached; }

/// Called for each store of such a kernel.
inline thread_local void (*on_watched_store)(const std::byte* to, std::int64_t bytes) = nullptr;

}  // namespace tileglot::relayout::kernels::detail
