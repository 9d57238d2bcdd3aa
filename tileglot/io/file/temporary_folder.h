// SPDX-License-Identifier: Apache-2.0
// temporary_folder.h: a folder for the files of one test.
//
// What     TemporaryFolder makes an empty folder and removes it with everything in it; the
//          functions below fill and read files.
// Why      Tests in different processes run at once; none may find the files of another.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "tileglot/io/file/scratch_folder.h"

namespace tileglot::io {

class TemporaryFolder {
 public:
  /// A test stops if the folder cannot be made.
  TemporaryFolder() : folder_(ScratchFolder::make().value()) {}

  const std::string& path() const { return folder_.path(); }
  /// The path of a file in the folder.
  std::string operator/(std::string_view name) const { return folder_.file(name); }
  /// Names of all entries, hidden files too, sorted.
  std::vector<std::string> names() const;

 private:
  ScratchFolder folder_;
};

void write_text(const std::string& path, std::string_view text);
/// Empty if the file does not exist.
std::string read_text(const std::string& path);

/// A view of the text, which must outlive it.
std::span<const std::byte> bytes_of(std::string_view text);
std::string text_of(std::span<const std::byte> bytes);

}  // namespace tileglot::io
