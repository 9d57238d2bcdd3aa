// SPDX-License-Identifier: Apache-2.0
#include "tileglot/relayout/cpu/cache.h"

#if __has_include(<unistd.h>)
#include <unistd.h>
#endif

#include <cstdint>

namespace tileglot::relayout::cpu {
namespace {

constexpr std::int64_t kUsualBytes = std::int64_t{1} << 20;

std::int64_t second_cache_bytes() {
#ifdef _SC_LEVEL2_CACHE_SIZE
  if (const auto bytes = static_cast<std::int64_t>(sysconf(_SC_LEVEL2_CACHE_SIZE)); bytes > 0)
    return bytes;
#endif
  return kUsualBytes;
}

}  // namespace

std::int64_t core_cache_bytes() {
  static const std::int64_t bytes = second_cache_bytes();
  return bytes;
}

}  // namespace tileglot::relayout::cpu
