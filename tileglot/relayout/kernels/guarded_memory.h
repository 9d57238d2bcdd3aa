// SPDX-License-Identifier: Apache-2.0
// guarded_memory.h: memory for tests, between two protected pages.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace tileglot::relayout::kernels {

class GuardedMemory {
 public:
  explicit GuardedMemory(std::int64_t capacity_bytes);
  GuardedMemory(const GuardedMemory&) = delete;
  GuardedMemory& operator=(const GuardedMemory&) = delete;
  ~GuardedMemory();

  /// `bytes` bytes, directly after the first guard.
  [[nodiscard]] std::span<std::byte> at_begin(std::int64_t bytes) const;

  /// `bytes` bytes, directly before the second guard.
  [[nodiscard]] std::span<std::byte> at_end(std::int64_t bytes) const;

 private:
  std::size_t capacity_;
  std::byte* memory_ = nullptr;
};

/// Fills the bytes with pseudorandom values, the same each time.
void fill_randomly(std::span<std::byte> bytes, std::uint32_t seed);

}  // namespace tileglot::relayout::kernels
