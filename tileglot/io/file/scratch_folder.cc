// SPDX-License-Identifier: Apache-2.0
#include "tileglot/io/file/scratch_folder.h"

#include <cerrno>
#include <cstdlib>
#include <filesystem>
#include <string>
#include <system_error>
#include <utility>

#include "tileglot/core/error.h"
#include "tileglot/io/file/os_error.h"

namespace tileglot::io {

core::Result<std::filesystem::path> temporary_directory() {
  std::error_code error;
  std::filesystem::path folder = std::filesystem::temp_directory_path(error);
  if (!error) return folder;
  const char* const named = std::getenv("TMPDIR");
  return core::fail(os_error(error.value(), "use the folder for temporary files",
                             named == nullptr ? "/tmp" : named));
}

core::Result<ScratchFolder> ScratchFolder::make() {
  TILEGLOT_TRY(folder, temporary_directory());
  std::string path = (folder / "tileglot-XXXXXX").string();
  if (::mkdtemp(path.data()) != nullptr) return ScratchFolder(std::move(path));
  return core::fail(os_error(errno, "make a folder in", folder.string()));
}

ScratchFolder::ScratchFolder(ScratchFolder&& other) noexcept
    : path_(std::exchange(other.path_, {})) {}

ScratchFolder::~ScratchFolder() {
  std::error_code ignored;
  if (!path_.empty()) std::filesystem::remove_all(path_, ignored);
}

}  // namespace tileglot::io
