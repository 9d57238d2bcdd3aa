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

namespace tileglot::io {

class TemporaryFolder {
 public:
  TemporaryFolder();
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;
  ~TemporaryFolder();

  const std::string& path() const { return path_; }
  /// The path of a file in the folder.
  std::string operator/(std::string_view name) const { return path_ + "/" + std::string(name); }
  /// Names of all entries, hidden files too, sorted.
  std::vector<std::string> names() const;

 private:
  std::string path_;
};

void write_text(const std::string& path, std::string_view text);
/// Empty if the file does not exist.
std::string read_text(const std::string& path);

/// A view of the text, which must outlive it.
std::span<const std::byte> bytes_of(std::string_view text);
std::string text_of(std::span<const std::byte> bytes);

}  // namespace tileglot::io
