// SPDX-License-Identifier: Apache-2.0
// ranged_file.h: a file that several threads read at offsets.
//
// What     RangedFile::open(path) opens a regular file. read(at, bytes) fills `bytes` from the offset
//          `at`; read(at, parts) fills several spans, one after the other, from adjacent bytes.
//          map() is the whole file as memory.
// Why      Reading at an offset moves no position that threads would share, and reads as much as is
//          asked; many spans take one call of the system.
// Units    Bytes.
// Example  Of "0123456789", the parts of 2, 3 and 1 bytes at 4 are "45", "678" and "9".
//          [tests: ranged_file_test.cc, "adjacent bytes are read into several spans"]
// Errors   io.changed where the file ends before the last byte; io.not_regular for what is not a
//          file; those of os_error.h. What map() gives is under the rules of mapped_file.h.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <utility>

#include "tileglot/core/error.h"
#include "tileglot/io/file/changed_file.h"
#include "tileglot/io/file/file_descriptor.h"
#include "tileglot/io/file/memory_mapping.h"

namespace tileglot::io {

class RangedFile {
 public:
  static core::Result<RangedFile> open(const std::string& path);

  const std::string& path() const { return path_; }

  /// Precondition, here and below: at >= 0. Several threads may read at once.
  core::Status read(std::int64_t at, std::span<std::byte> bytes) const;
  core::Status read(std::int64_t at, std::span<const std::span<std::byte>> parts) const;

  core::Result<MemoryMapping> map() const;

  /// The text of MappedFile::stamp().
  std::string stamp() const { return file_stamp(file_); }

 private:
  RangedFile(std::string path, FileDescriptor file)
      : path_(std::move(path)), file_(std::move(file)) {}

  std::string path_;
  FileDescriptor file_;
};

}  // namespace tileglot::io
