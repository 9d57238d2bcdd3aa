// SPDX-License-Identifier: Apache-2.0
// journal.h: lines that survive a kill, and only whole ones.
//
// What     Journal::open reads the lines that are there; begin() empties it and writes a first one;
//          append() adds one. Every line carries its checksum: what a kill cut off, and all behind
//          it, does not count.
// Why      What is finished is written down while the work goes on, and the next run reads it.
// Example  begin("job"), append("done 1"): the next open has these two lines.
//          [tests: journal_test.cc, "lines are found again"]
// Errors   Those of os_error.h.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "tileglot/core/error.h"
#include "tileglot/io/file_descriptor.h"

namespace tileglot::io {

class Journal {
 public:
  static core::Result<Journal> open(const std::string& path);

  /// As they were when it was opened.
  const std::vector<std::string>& lines() const { return lines_; }

  core::Status begin(std::string_view line);
  core::Status append(std::string_view line);
  void remove();

 private:
  Journal(std::string path, FileDescriptor file, std::vector<std::string> lines)
      : path_(std::move(path)), file_(std::move(file)), lines_(std::move(lines)) {}

  std::string path_;
  FileDescriptor file_;
  std::vector<std::string> lines_;
};

}  // namespace tileglot::io
