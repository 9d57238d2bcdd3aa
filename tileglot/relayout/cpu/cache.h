// SPDX-License-Identifier: Apache-2.0
// cache.h: the cache size of one core.
//
// What     core_cache_bytes() is the size of a core's second-level cache, as the system reports it;
//          1 MiB if it does not.
// Why      A target that fits is written by ordinary stores and stays in the cache; one that does
//          not would be read into the cache, evict other data, and be written back: streaming
//          stores save the first two.
#pragma once

#include <cstdint>

namespace tileglot::relayout::cpu {

/// The system is queried once.
std::int64_t core_cache_bytes();

}  // namespace tileglot::relayout::cpu
