// SPDX-License-Identifier: Apache-2.0
#include "tileglot/relayout/kernels/guarded_memory.h"

#include <sys/mman.h>
#include <unistd.h>

#include <cstddef>
#include <cstdint>
#include <new>
#include <random>
#include <span>

namespace tileglot::relayout::kernels {
namespace {

std::size_t page_bytes() { return static_cast<std::size_t>(sysconf(_SC_PAGESIZE)); }

}  // namespace

GuardedMemory::GuardedMemory(std::int64_t capacity_bytes)
    : capacity_((static_cast<std::size_t>(capacity_bytes) + page_bytes() - 1) / page_bytes() *
                page_bytes()) {
  void* pages =
      mmap(nullptr, capacity_ + 2 * page_bytes(), PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (pages == MAP_FAILED) throw std::bad_alloc();
  memory_ = static_cast<std::byte*>(pages) + page_bytes();
  if (mprotect(memory_, capacity_, PROT_READ | PROT_WRITE) != 0) throw std::bad_alloc();
}

GuardedMemory::~GuardedMemory() { munmap(memory_ - page_bytes(), capacity_ + 2 * page_bytes()); }

std::span<std::byte> GuardedMemory::at_begin(std::int64_t bytes) const {
  return {memory_, static_cast<std::size_t>(bytes)};
}

std::span<std::byte> GuardedMemory::at_end(std::int64_t bytes) const {
  const auto count = static_cast<std::size_t>(bytes);
  return {memory_ + capacity_ - count, count};
}

void fill_randomly(std::span<std::byte> bytes, std::uint32_t seed) {
  std::mt19937 numbers(seed);
  for (std::byte& byte : bytes) byte = std::byte(numbers() & 0xFF);
}

}  // namespace tileglot::relayout::kernels
