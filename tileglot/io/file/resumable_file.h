// SPDX-License-Identifier: Apache-2.0
// resumable_file.h: an output file under a temporary name that a later run can resume.
//
// What     ResumableFile::open creates .NAME.tileglot-partial beside the output file, or takes the
//          one that an earlier run left; write() puts bytes anywhere; commit() gives it the name. A
//          partial file of another size is started anew. finished() is a file that already has its
//          final name: an earlier run may have ended between renaming several files.
// Why      A checkpoint takes minutes to write. After a kill the next run continues where this one
//          was; under the final name there is a whole file or none (atomic_file.h keeps nothing).
//          Bytes of an earlier run are not trusted: is_new() reports whether there are any, and the
//          caller verifies them.
// How      A new file has the mode that the umask leaves, one that replaces a file that file's, also
//          where an earlier run made the partial file for another target.
// Units    Bytes. The space is reserved before the first byte is written. The file is locked while
//          it is open, so that two runs never write the same one.
// Example  open("o", 4), write(0, "ab"), and the end of the process: the next open("o", 4) is not
//          new, and has "ab".
//          [tests: resumable_file_test.cc, "what was written is found again"]
// Errors   Those of locked_file.h and output_target.h.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <utility>

#include "tileglot/core/error.h"
#include "tileglot/io/file/file_descriptor.h"
#include "tileglot/io/file/memory_mapping.h"

namespace tileglot::io {

class ResumableFile {
 public:
  static core::Result<ResumableFile> open(const std::string& path, std::int64_t size_bytes,
                                          bool replace);

  /// The file of this name and size, for reading; nothing if it does not exist, or a partial one
  /// exists beside it. Who wrote it is not known.
  static std::optional<ResumableFile> finished(const std::string& path, std::int64_t size_bytes);

  bool is_new() const { return is_new_; }
  bool is_finished() const { return is_finished_; }
  const std::string& path() const { return path_; }
  const std::string& partial_path() const { return partial_path_; }

  /// Several threads may write different ranges. Precondition: within the size, and not finished.
  core::Status write(std::int64_t at, std::span<const std::byte> bytes) const;
  /// Maps the whole file to read and write; valid while this object lives. Precondition: not
  /// finished.
  core::Result<MemoryMapping> map() const;
  /// Maps the whole file to read.
  core::Result<MemoryMapping> contents() const;

  /// Makes the bytes durable; with several files, call it on all before the first gets its name.
  core::Status sync() const;
  core::Status commit();
  /// Removes the partial file; a finished file stays.
  void discard();

 private:
  ResumableFile(std::string path, std::string partial_path, std::int64_t size_bytes, bool replace)
      : path_(std::move(path)),
        partial_path_(std::move(partial_path)),
        size_bytes_(size_bytes),
        replace_(replace) {}

  core::Status take_size();

  std::string path_;
  std::string partial_path_;
  std::int64_t size_bytes_;
  bool replace_;
  bool is_new_ = true;
  bool is_finished_ = false;
  FileDescriptor file_;
};

/// The path of a file kept beside `path`, such as the partial file: .NAME.tileglot-WHAT.
std::string beside(const std::string& path, const std::string& what);

}  // namespace tileglot::io
