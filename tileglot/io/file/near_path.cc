// SPDX-License-Identifier: Apache-2.0
#include "tileglot/io/file/near_path.h"

#include <algorithm>
#include <cstddef>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <system_error>
#include <vector>

#include "tileglot/core/near_miss.h"
#include "tileglot/io/file/output_target.h"

namespace tileglot::io {
namespace {

constexpr std::size_t kMostEntries = 4096;

/// In order; empty where they are too many or cannot be listed.
std::vector<std::string> names_in(const std::string& folder) {
  std::error_code error;
  std::vector<std::string> names;
  std::filesystem::directory_iterator entries(folder, error);
  for (; !error && entries != std::filesystem::directory_iterator(); entries.increment(error)) {
    if (names.size() == kMostEntries) return {};
    names.push_back(entries->path().filename().string());
  }
  std::ranges::sort(names);
  return names;
}

}  // namespace

std::optional<std::string> nearest_file(const std::string& path) {
  const std::size_t name_begin = path.rfind('/') == std::string::npos ? 0 : path.rfind('/') + 1;
  const std::vector<std::string> names = names_in(folder_of_file(path));
  const std::vector<std::string_view> words(names.begin(), names.end());
  const auto near = core::near_miss(std::string_view(path).substr(name_begin), words);
  if (!near) return std::nullopt;
  return path.substr(0, name_begin) + std::string(*near);
}

}  // namespace tileglot::io
