// SPDX-License-Identifier: Apache-2.0
// machine.h: the processor under measurement.
//
// What     this_machine() reads its name, the processors that this process may run on, the sizes of
//          its caches and how it pages memory.
// Why      GB/s mean little without it; and the amount to flush depends on the largest cache.
// Units    Bytes. A cache size that the system does not report counts as kUnknown*.
// Source   Linux: /proc/cpuinfo, /sys/devices/system/cpu/cpu0/cache,
//          /sys/kernel/mm/transparent_hugepage.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace tileglot::relayout::bench {

struct Machine {
  std::string name = {};
  std::vector<int> processors = {};  ///< processors that this process may run on
  std::int64_t l1_bytes = 0;         ///< of one core, data
  std::int64_t l2_bytes = 0;         ///< of one core
  std::int64_t last_level_bytes = 0;
  std::string huge_pages = {};  ///< "always", "madvise" or "never"
};

Machine this_machine();

}  // namespace tileglot::relayout::bench
