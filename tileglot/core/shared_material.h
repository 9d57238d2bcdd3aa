// SPDX-License-Identifier: Apache-2.0
// shared_material.h: finds the folder of golden vectors that tests may read.
//
// What     shared_folder() is the folder named by TILEGLOT_SHARED, else `shared` beside the source.
// Why      A clone alone has no shared material: its tests skip, with a message, and never pass by
//          not running.
// Example  const auto shared = shared_folder();
//          if (!shared) GTEST_SKIP() << "no shared material: set TILEGLOT_SHARED";
//          [tests: shared_material_test.cc, "the folder that the environment names is used"]
#pragma once

#include <filesystem>
#include <optional>

namespace tileglot::core {

/// Nothing if the folder does not exist.
std::optional<std::filesystem::path> shared_folder();

}  // namespace tileglot::core
