// SPDX-License-Identifier: Apache-2.0
// cache.h: how much of the caches one core may call its own.
//
// What     core_cache_bytes() is the size of the second-level cache of a core, as the system says;
//          1 MiB where it does not.
// Why      A target that fits is written by ordinary stores and stays near; one that does not would
//          be read into the cache, drive others out, and be written back: streaming stores save the
//          first two.
#pragma once

#include <cstdint>

namespace tileglot::relayout::cpu {

/// Asked of the system once.
std::int64_t core_cache_bytes();

}  // namespace tileglot::relayout::cpu
