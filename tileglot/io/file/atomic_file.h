// SPDX-License-Identifier: Apache-2.0
// atomic_file.h: an output file that appears whole or not at all.
//
// What     AtomicFile::create makes a file of a known size, without a name yet, and maps it
//          writable; commit() gives it the name. Without commit, for whatever reason, nothing
//          remains.
// Why      A half-written tensor file looks like a good one. The space is reserved before the first
//          byte is written, so a full disk is an error here and never a SIGBUS in the middle of a
//          copy.
// How      The temporary file has no name at all (O_TMPFILE), so a killed process leaves nothing.
//          At commit it is linked under the target's name. A link never replaces a file, which is
//          right without `replace`: a file that appeared in the meantime is kept, without a race.
//          With `replace` the link gets a hidden name beside the target and is renamed over it;
//          only a kill between these two calls leaves that (complete) hidden file. On file systems
//          without O_TMPFILE the file has a hidden name from the start, and a kill leaves it.
// Units    Bytes.
// Example  create("o.npy", 4), fill bytes(), commit(): o.npy has 4 bytes. Without commit there is
//          no o.npy.
//          [tests: atomic_file_test.cc, "A committed file holds the bytes"]
// Errors   io.exists, io.is_directory, io.not_regular (a device or pipe as target), io.not_found
//          (its folder), io.permission, io.no_space, io.system. A copy-on-write file system may
//          still run out of space after it promised not to; commit reports what fsync reports.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <utility>

#include "tileglot/core/error.h"
#include "tileglot/io/file/file_descriptor.h"
#include "tileglot/io/file/memory_mapping.h"
#include "tileglot/io/file/temporary_name.h"

namespace tileglot::io {

struct AtomicFileOptions {
  bool replace = false;  ///< replaces an existing file; the new one takes over its mode
  bool named_temporary =
      false;  ///< as on a file system without O_TMPFILE, so that tests cover that path
};

class AtomicFile {
 public:
  /// Precondition: size_bytes >= 0. A symbolic link as target stays; the file it points to is
  /// replaced.
  static core::Result<AtomicFile> create(const std::string& path, std::int64_t size_bytes,
                                         AtomicFileOptions options = {});

  /// Zero until written.
  std::span<std::byte> bytes() { return memory_.writable_bytes(); }

  /// Makes the bytes durable and gives the file its name. Call it once; bytes() is empty
  /// afterwards.
  core::Status commit();

 private:
  AtomicFile(std::string path, bool replace) : path_(std::move(path)), replace_(replace) {}

  std::string folder() const;
  std::string hidden_path() const;
  core::Status open_temporary(bool named);
  core::Status open_named_temporary();
  core::Status publish();
  core::Status publish_unnamed();
  core::Status replace_with_unnamed();
  core::Status publish_named();

  std::string path_;
  bool replace_;
  FileDescriptor file_;
  TemporaryName temporary_;
  MemoryMapping memory_;
};

/// All of this in one call, for contents that already exist.
core::Status write_file(const std::string& path, std::span<const std::byte> contents,
                        AtomicFileOptions options = {});

}  // namespace tileglot::io
