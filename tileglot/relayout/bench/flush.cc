// SPDX-License-Identifier: Apache-2.0
#include "tileglot/relayout/bench/flush.h"

#include <algorithm>
#include <cstddef>
#include <cstring>
#include <span>

namespace tileglot::relayout::bench {
namespace {

std::uint64_t sum_of_lines(std::span<const std::byte> bytes) {
  constexpr std::size_t kLine = 64;
  std::uint64_t sum = 0;
  for (std::size_t i = 0; i < bytes.size(); i += kLine) {
    sum += static_cast<std::uint64_t>(bytes[i]);
  }
  return sum;
}

}  // namespace

Flush::Flush(PinnedThreadPool& pool, const Machine& machine) : pool_(&pool) {
  const std::int64_t part =
      std::max(2 * machine.last_level_bytes / pool.threads(), 4 * machine.l2_bytes);
  parts_.reserve(static_cast<std::size_t>(pool.threads()));
  for (int thread = 0; thread < pool.threads(); ++thread) {
    parts_.push_back(std::make_unique<Pages>(part, true));
  }
}

void Flush::run() {
  pool_->run([this](int thread) {
    const std::span<std::byte> bytes = parts_[static_cast<std::size_t>(thread)]->bytes();
    std::memset(bytes.data(), static_cast<int>(sum_.load() & 0x7F), bytes.size());
    sum_ += sum_of_lines(bytes);
  });
}

}  // namespace tileglot::relayout::bench
