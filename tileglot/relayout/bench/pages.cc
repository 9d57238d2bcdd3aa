// SPDX-License-Identifier: Apache-2.0
#include "tileglot/relayout/bench/pages.h"

#include <sys/mman.h>

#include <cstring>
#include <new>

namespace tileglot::relayout::bench {
namespace {

constexpr std::size_t kHugePage = std::size_t{2} << 20;

}  // namespace

Pages::Pages(std::int64_t bytes, bool huge)
    : size_(static_cast<std::size_t>(bytes)), mapped_size_(size_ + 2 * kHugePage) {
  void* mapped =
      mmap(nullptr, mapped_size_, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (mapped == MAP_FAILED) throw std::bad_alloc();
  mapped_ = static_cast<std::byte*>(mapped);
  const std::size_t above = reinterpret_cast<std::uintptr_t>(mapped_) % kHugePage;
  data_ = mapped_ + (above == 0 ? 0 : kHugePage - above);
  madvise(mapped_, mapped_size_, huge ? MADV_HUGEPAGE : MADV_NOHUGEPAGE);
  std::memset(data_, 1, size_);
}

Pages::~Pages() { munmap(mapped_, mapped_size_); }

}  // namespace tileglot::relayout::bench
