// SPDX-License-Identifier: Apache-2.0
// mapped_file.h: the bytes of an input file, without copying them.
//
// What     MappedFile::open(path) maps a regular file read-only; a pipe or a device is read into
//          memory up to a limit.
// Why      A tensor file can be as large as memory; the page cache already holds it. Readers see
//          one span in every case.
// Units    Bytes. The span starts at a page boundary, so data 64-aligned in the file is so in
//          memory.
// Example  MappedFile::open("w.npy")->bytes() is the whole file; opening a folder is
//          io.is_directory.
//          [tests: mapped_file_test.cc, "A file is mapped whole"]
// Errors   io.not_found, io.is_directory, io.permission, io.empty (a file of no bytes, which no
//          format here allows), io.too_large (an endless stream), io.memory, io.system. A file may
//          become shorter while it is mapped: call check() for io.changed before using a result. A
//          program that did not call catch_lost_pages() is ended by SIGBUS when it reads lost
//          pages. A file that is replaced by rename stays as it was opened.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <utility>

#include "tileglot/core/error.h"
#include "tileglot/io/file/file_descriptor.h"
#include "tileglot/io/file/memory_mapping.h"
#include "tileglot/io/file/stream.h"

namespace tileglot::io {

class MappedFile {
 public:
  /// Bytes from elsewhere, such as read_all(0, "stdin").
  MappedFile(std::string name, MemoryMapping memory)
      : name_(std::move(name)), memory_(std::move(memory)) {}

  /// Opening a named pipe waits for its writer, as it does for every program.
  static core::Result<MappedFile> open(const std::string& path,
                                       std::int64_t stream_limit_bytes = kStreamLimitBytes);

  /// Maps a file that is already open, from its beginning.
  static core::Result<MappedFile> of_file(std::string name, FileDescriptor file,
                                          std::int64_t size_bytes);

  const std::string& name() const { return name_; }
  std::span<const std::byte> bytes() const { return memory_.bytes(); }

  /// Identifies the file and its last write: its device, inode, size and times, as text. A
  /// different text later means that it was written or replaced. Empty for a stream.
  std::string stamp() const;

  /// io.changed if, since it was opened, the file became shorter or pages of it could not be read.
  core::Status check() const;

  /// Tells the system that pages will be read once, in order.
  void expect_sequential_reads() const { memory_.expect_sequential_reads(); }

 private:
  MappedFile(std::string name, MemoryMapping memory, FileDescriptor file)
      : name_(std::move(name)), memory_(std::move(memory)), file_(std::move(file)) {}

  std::string name_;
  MemoryMapping memory_;
  FileDescriptor file_;  ///< open if the bytes are mapped
};

}  // namespace tileglot::io
