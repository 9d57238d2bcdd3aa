// SPDX-License-Identifier: Apache-2.0
// scratch_folder.h: where temporary files go, and a folder of one's own there.
//
// What     temporary_directory() is $TMPDIR, or /tmp. ScratchFolder::make() is a new, empty folder
//          in it that is removed with everything in it.
// Why      Other programs are given files to read and write, and streams are kept on disk.
// Example  auto folder = ScratchFolder::make(); folder->file("model.lp") is a path in it.
//          [tests: scratch_folder_test.cc, "a scratch folder goes with its files"]
// Errors   Those of os_error.h, with the folder's name.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <utility>

#include "tileglot/core/error.h"

namespace tileglot::io {

core::Result<std::filesystem::path> temporary_directory();

class ScratchFolder {
 public:
  static core::Result<ScratchFolder> make();

  ScratchFolder(ScratchFolder&& other) noexcept;
  ScratchFolder& operator=(ScratchFolder&&) = delete;
  ScratchFolder(const ScratchFolder&) = delete;
  ScratchFolder& operator=(const ScratchFolder&) = delete;
  ~ScratchFolder();

  const std::string& path() const { return path_; }
  std::string file(std::string_view name) const { return path_ + "/" + std::string(name); }

 private:
  explicit ScratchFolder(std::string path) : path_(std::move(path)) {}
  std::string path_;  ///< empty after a move
};

}  // namespace tileglot::io
