// SPDX-License-Identifier: Apache-2.0
// memory_mapping.cc: mmap, mremap and munmap.
#include "tileglot/io/file/memory_mapping.h"

#include <sys/mman.h>
#include <unistd.h>

#include <cerrno>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

#include "tileglot/core/error.h"
#include "tileglot/io/file/os_error.h"

namespace tileglot::io {

MemoryMapping::~MemoryMapping() {
  watch_.end();
  if (!bytes_.empty()) ::munmap(bytes_.data(), bytes_.size());
}

core::Result<MemoryMapping> MemoryMapping::map(int descriptor, std::int64_t size, int protection,
                                               int flags, std::string_view name) {
  if (size == 0) return MemoryMapping();
  const auto length = static_cast<std::size_t>(size);
  void* start = ::mmap(nullptr, length, protection, flags, descriptor, 0);
  if (start == MAP_FAILED) return core::fail(os_error(errno, "map", name));
  MemoryMapping mapping({static_cast<std::byte*>(start), length});
  if (descriptor >= 0) mapping.watch_ = PageWatch(mapping.bytes());
  return mapping;
}

core::Result<MemoryMapping> MemoryMapping::to_read(int descriptor, std::int64_t size,
                                                   std::string_view name) {
  return map(descriptor, size, PROT_READ, MAP_PRIVATE, name);
}

core::Result<MemoryMapping> MemoryMapping::to_write(int descriptor, std::int64_t size,
                                                    std::string_view name) {
  return map(descriptor, size, PROT_READ | PROT_WRITE, MAP_SHARED, name);
}

core::Result<MemoryMapping> MemoryMapping::anonymous(std::int64_t size, std::string_view name) {
  return map(-1, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, name);
}

core::Status MemoryMapping::resize(std::int64_t size, std::string_view name) {
  const auto length = static_cast<std::size_t>(size);
  void* start = ::mremap(bytes_.data(), bytes_.size(), length, MREMAP_MAYMOVE);
  if (start == MAP_FAILED) return core::fail(os_error(errno, "hold", name));
  bytes_ = {static_cast<std::byte*>(start), length};
  return {};
}

void MemoryMapping::expect_sequential_reads() const {
  if (!bytes_.empty()) ::madvise(bytes_.data(), bytes_.size(), MADV_SEQUENTIAL);
}

void expect_reads(std::span<const std::byte> bytes) {
  if (bytes.empty()) return;
  static const auto page = static_cast<std::uintptr_t>(::sysconf(_SC_PAGESIZE));
  const std::size_t before = reinterpret_cast<std::uintptr_t>(bytes.data()) % page;
  // madvise takes a non-const pointer but does not write.
  // NOLINTNEXTLINE(cppcoreguidelines-pro-type-const-cast)
  std::byte* const begin = const_cast<std::byte*>(bytes.data()) - before;
  ::madvise(begin, bytes.size() + before, MADV_WILLNEED);
}

}  // namespace tileglot::io
