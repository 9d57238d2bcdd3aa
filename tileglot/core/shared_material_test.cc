// SPDX-License-Identifier: Apache-2.0
// shared_material_test.cc: where the golden vectors are looked for.
#include "tileglot/core/shared_material.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <optional>
#include <string>

namespace tileglot::core {
namespace {

TEST(SharedMaterial, TheFolderThatTheEnvironmentNamesIsUsed) {
  const char* before = std::getenv("TILEGLOT_SHARED");
  const std::optional<std::string> kept =
      before != nullptr ? std::optional<std::string>(before) : std::nullopt;
  setenv("TILEGLOT_SHARED", TILEGLOT_SOURCE_DIR, 1);
  EXPECT_EQ(shared_folder(), std::filesystem::path(TILEGLOT_SOURCE_DIR));
  setenv("TILEGLOT_SHARED", TILEGLOT_SOURCE_DIR "/no such folder", 1);
  EXPECT_EQ(shared_folder(), std::nullopt);
  setenv("TILEGLOT_SHARED", TILEGLOT_SOURCE_DIR "/README.md", 1);
  EXPECT_EQ(shared_folder(), std::nullopt) << "a file is not a folder";
  kept ? setenv("TILEGLOT_SHARED", kept->c_str(), 1) : unsetenv("TILEGLOT_SHARED");
}

}  // namespace
}  // namespace tileglot::core
