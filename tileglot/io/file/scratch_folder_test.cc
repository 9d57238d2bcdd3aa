// SPDX-License-Identifier: Apache-2.0
#include "tileglot/io/file/scratch_folder.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <optional>
#include <string>
#include <utility>

#include "tileglot/io/file/temporary_folder.h"

namespace tileglot::io {
namespace {

TEST(ScratchFolder, AScratchFolderGoesWithItsFiles) {
  std::string path;
  {
    auto made = ScratchFolder::make();
    ASSERT_TRUE(made);
    const ScratchFolder folder = *std::move(made);
    path = folder.path();
    write_text(folder.file("a"), "text");
    EXPECT_EQ(read_text(path + "/a"), "text");
  }
  EXPECT_FALSE(std::filesystem::exists(path));
}

TEST(ScratchFolder, TheErrorNamesTheFolderThatIsNotThere) {
  const char* const set = std::getenv("TMPDIR");
  const std::optional<std::string> before = set == nullptr ? std::nullopt : std::optional(set);
  ::setenv("TMPDIR", "/no/such/folder", 1);
  const auto made = ScratchFolder::make();
  if (before) {
    ::setenv("TMPDIR", before->c_str(), 1);
  } else {
    ::unsetenv("TMPDIR");
  }
  ASSERT_FALSE(made);
  EXPECT_EQ(made.error()->code, "io.not_found");
  EXPECT_NE(made.error()->message.find("/no/such/folder"), std::string::npos);
}

}  // namespace
}  // namespace tileglot::io
