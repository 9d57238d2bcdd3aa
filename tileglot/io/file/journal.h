// SPDX-License-Identifier: Apache-2.0
// journal.h: a file of lines that survive a kill; partial lines are ignored.
//
// What     Journal::open reads the existing lines; begin() empties it and writes a first one,
//          go_on() keeps them; append() adds one. Every line carries its checksum: a line that a
//          kill cut off, and all lines after it, do not count.
// Why      Finished work is recorded while the rest goes on, and the next run reads it.
// How      The file is locked while it is open, so it also keeps a second run from the same work.
//          Journal::read only looks, and takes no lock.
// Example  begin("job"), append("done 1"): the next open has these two lines.
//          [tests: journal_test.cc, "lines are found again"]
// Errors   Those of locked_file.h.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "tileglot/core/error.h"
#include "tileglot/io/file/file_descriptor.h"

namespace tileglot::io {

class Journal {
 public:
  /// `output` is named in messages: the file that the work produces.
  static core::Result<Journal> open(const std::string& path, const std::string& output);

  /// The lines of a journal that another process may be writing; none if there is no such file.
  static core::Result<std::vector<std::string>> read(const std::string& path);

  /// The lines at the time of opening.
  const std::vector<std::string>& lines() const { return lines_; }

  core::Status begin(std::string_view line);
  core::Status go_on();
  core::Status append(std::string_view line);
  /// Makes the lines durable.
  core::Status sync() const;
  void remove();

 private:
  Journal(std::string path, FileDescriptor file, std::vector<std::string> lines)
      : path_(std::move(path)), file_(std::move(file)), lines_(std::move(lines)) {}

  core::Status cut(std::int64_t bytes);

  std::string path_;
  FileDescriptor file_;
  std::vector<std::string> lines_;
};

}  // namespace tileglot::io
