// SPDX-License-Identifier: Apache-2.0
#include "tileglot/relayout/bench/machine.h"

#include <sched.h>

#include <algorithm>
#include <cstddef>
#include <fstream>
#include <string>
#include <string_view>

namespace tileglot::relayout::bench {
namespace {

constexpr std::int64_t kUnknownL1 = std::int64_t{32} << 10;
constexpr std::int64_t kUnknownL2 = std::int64_t{1} << 20;

std::string first_line(const std::string& path) {
  std::ifstream file(path);
  std::string line;
  std::getline(file, line);
  return line;
}

std::string processor_name() {
  std::ifstream file("/proc/cpuinfo");
  for (std::string line; std::getline(file, line);) {
    if (line.starts_with("model name")) return line.substr(line.find(':') + 2);
  }
  return "unknown";
}

/// "2048K" is 2097152.
std::int64_t size_of_text(const std::string& text) {
  std::int64_t size = 0;
  for (const char c : text) {
    if (c >= '0' && c <= '9') size = 10 * size + (c - '0');
    if (c == 'K') size <<= 10;
    if (c == 'M') size <<= 20;
  }
  return size;
}

/// Instruction caches have no size here.
std::int64_t cache_bytes(int index, int level) {
  const std::string folder =
      "/sys/devices/system/cpu/cpu0/cache/index" + std::to_string(index) + "/";
  if (first_line(folder + "level") != std::to_string(level)) return 0;
  if (first_line(folder + "type") == "Instruction") return 0;
  return size_of_text(first_line(folder + "size"));
}

std::int64_t level_bytes(int level) {
  constexpr int kIndices = 8;
  std::int64_t size = 0;
  for (int index = 0; index < kIndices; ++index) size = std::max(size, cache_bytes(index, level));
  return size;
}

std::vector<int> allowed_processors() {
  cpu_set_t allowed;
  CPU_ZERO(&allowed);
  if (sched_getaffinity(0, sizeof(allowed), &allowed) != 0) return {0};
  std::vector<int> processors;
  for (std::size_t cpu = 0; cpu < CPU_SETSIZE; ++cpu) {
    if (CPU_ISSET(cpu, &allowed)) processors.push_back(static_cast<int>(cpu));
  }
  return processors;
}

/// "always [madvise] never" is "madvise".
std::string huge_pages() {
  const std::string line = first_line("/sys/kernel/mm/transparent_hugepage/enabled");
  const std::size_t begin = line.find('[');
  const std::size_t end = line.find(']');
  if (begin == std::string::npos || end == std::string::npos) return "never";
  return line.substr(begin + 1, end - begin - 1);
}

}  // namespace

Machine this_machine() {
  const std::int64_t l1 = level_bytes(1);
  const std::int64_t l2 = std::max(level_bytes(2), l1);
  Machine machine{.name = processor_name(),
                  .processors = allowed_processors(),
                  .l1_bytes = l1 > 0 ? l1 : kUnknownL1,
                  .l2_bytes = l2 > 0 ? l2 : kUnknownL2,
                  .huge_pages = huge_pages()};
  machine.last_level_bytes = std::max({level_bytes(3), level_bytes(4), machine.l2_bytes});
  return machine;
}

}  // namespace tileglot::relayout::bench
