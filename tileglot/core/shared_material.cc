// SPDX-License-Identifier: Apache-2.0
// shared_material.cc: finds the folder of golden vectors that tests may read.
#include "tileglot/core/shared_material.h"

#include <cstdlib>
#include <filesystem>
#include <optional>
#include <system_error>

namespace tileglot::core {

std::optional<std::filesystem::path> shared_folder() {
  const char* named = std::getenv("TILEGLOT_SHARED");
  const bool is_named = named != nullptr && *named != '\0';
  const std::filesystem::path folder =
      is_named ? std::filesystem::path(named)
               : std::filesystem::path(TILEGLOT_SOURCE_DIR).parent_path() / "shared";
  std::error_code error;
  if (!std::filesystem::is_directory(folder, error)) return std::nullopt;
  return folder;
}

}  // namespace tileglot::core
