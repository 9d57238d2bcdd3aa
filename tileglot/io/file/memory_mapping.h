// SPDX-License-Identifier: Apache-2.0
// memory_mapping.h: memory pages, from a file or anonymous, that unmap themselves.
//
// What     MemoryMapping owns one mmap: of a file to read, of a file to write, or anonymous and
//          growing.
// Why      Tensors are too large to copy; and anonymous pages grow without copying and fail with an
//          error, not with an exception, so data from a pipe is held in them too. The start is
//          page-aligned in every case.
// Errors   Those of mmap and mremap as io.memory or io.permission; the name is the file's, for the
//          message.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <utility>

#include "tileglot/core/error.h"
#include "tileglot/io/file/lost_pages.h"

namespace tileglot::io {

class MemoryMapping {
 public:
  MemoryMapping() = default;
  MemoryMapping(MemoryMapping&& other) noexcept
      : bytes_(std::exchange(other.bytes_, {})), watch_(std::move(other.watch_)) {}
  MemoryMapping& operator=(MemoryMapping&& other) noexcept {
    std::swap(bytes_, other.bytes_);
    watch_ = std::move(other.watch_);
    return *this;
  }
  MemoryMapping(const MemoryMapping&) = delete;
  MemoryMapping& operator=(const MemoryMapping&) = delete;
  ~MemoryMapping();

  // Zero bytes give an empty mapping, which mmap itself would refuse.
  static core::Result<MemoryMapping> to_read(int descriptor, std::int64_t size,
                                             std::string_view name);
  static core::Result<MemoryMapping> to_write(int descriptor, std::int64_t size,
                                              std::string_view name);
  static core::Result<MemoryMapping> anonymous(std::int64_t size, std::string_view name);

  /// Grows or shrinks an anonymous mapping of at least one byte to `size` >= 1; it may move.
  core::Status resize(std::int64_t size, std::string_view name);

  /// True if pages of the file were lost when they were read: see lost_pages.h.
  bool lost_pages() const { return watch_.was_lost(); }

  /// A hint to the system, which may ignore it.
  void expect_sequential_reads() const;

  std::span<const std::byte> bytes() const { return bytes_; }
  /// Only for mappings made by to_write or anonymous ones.
  std::span<std::byte> writable_bytes() { return bytes_; }

 private:
  explicit MemoryMapping(std::span<std::byte> bytes) : bytes_(bytes) {}
  static core::Result<MemoryMapping> map(int descriptor, std::int64_t size, int protection,
                                         int flags, std::string_view name);

  std::span<std::byte> bytes_;
  PageWatch watch_;  ///< of a file's pages; anonymous ones cannot be lost
};

/// Hints that these bytes of some mapping will be read soon, so that the disk starts with them.
void expect_reads(std::span<const std::byte> bytes);

}  // namespace tileglot::io
