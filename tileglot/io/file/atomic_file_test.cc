// SPDX-License-Identifier: Apache-2.0
// atomic_file_test.cc: what is there after success, failure and interference.
#include "tileglot/io/file/atomic_file.h"

#include <gtest/gtest.h>
#include <sched.h>
#include <sys/mount.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "tileglot/io/file/child_process.h"
#include "tileglot/io/file/temporary_folder.h"

namespace tileglot::io {
namespace {

using Names = std::vector<std::string>;

/// Every test runs with unnamed temporary files, where the file system has them, and with named
/// ones.
class AtomicFileTest : public testing::TestWithParam<bool> {
 protected:
  AtomicFileOptions keeping() const { return {.replace = false, .named_temporary = GetParam()}; }
  AtomicFileOptions replacing() const { return {.replace = true, .named_temporary = GetParam()}; }

  std::string code_of_writing(const std::string& path, AtomicFileOptions options) {
    const core::Status status = write_file(path, bytes_of("new"), options);
    return status ? "" : status.error()->code;
  }

  TemporaryFolder folder;
};

mode_t mode_of(const std::string& path) {
  struct stat status = {};
  EXPECT_EQ(::stat(path.c_str(), &status), 0) << path;
  return status.st_mode & 07777;
}

TEST_P(AtomicFileTest, ACommittedFileHoldsTheBytes) {
  auto file = AtomicFile::create(folder / "o", 4, keeping());
  ASSERT_TRUE(file.has_value()) << file.error()->message;
  EXPECT_EQ(text_of(file->bytes()), std::string(4, '\0'));
  std::ranges::copy(bytes_of("data"), file->bytes().begin());
  ASSERT_TRUE(file->commit().has_value());
  EXPECT_EQ(read_text(folder / "o"), "data");
  EXPECT_EQ(folder.names(), Names{"o"});
}

TEST_P(AtomicFileTest, WithoutCommitNothingIsLeft) {
  {
    auto file = AtomicFile::create(folder / "o", 4, keeping());
    ASSERT_TRUE(file.has_value());
    EXPECT_EQ(folder.names().size(), GetParam() ? 1U : 0U);
    const AtomicFile moved = *std::move(file);
  }
  EXPECT_EQ(folder.names(), Names{});
}

TEST_P(AtomicFileTest, AnExistingFileIsKeptUnlessItMayBeReplaced) {
  write_text(folder / "o", "old");
  EXPECT_EQ(code_of_writing(folder / "o", keeping()), "io.exists");
  EXPECT_EQ(read_text(folder / "o"), "old");
  EXPECT_EQ(code_of_writing(folder / "o", replacing()), "");
  EXPECT_EQ(read_text(folder / "o"), "new");
  EXPECT_EQ(folder.names(), Names{"o"});
}

TEST_P(AtomicFileTest, AFileThatAppearsMeanwhileIsKept) {
  auto file = AtomicFile::create(folder / "o", 3, keeping());
  write_text(folder / "o", "other");
  EXPECT_EQ(file->commit().error()->code, "io.exists");
  EXPECT_EQ(read_text(folder / "o"), "other");
}

TEST_P(AtomicFileTest, ReplacingIsAllowedWhereThereIsNothingToReplace) {
  EXPECT_EQ(code_of_writing(folder / "o", replacing()), "");
  EXPECT_EQ(read_text(folder / "o"), "new");
}

TEST_P(AtomicFileTest, AFileIsReplacedOnlyAtCommit) {
  write_text(folder / "o", "old");
  auto file = AtomicFile::create(folder / "o", 3, replacing());
  EXPECT_EQ(read_text(folder / "o"), "old");
  ASSERT_TRUE(file->commit().has_value());
  EXPECT_EQ(read_text(folder / "o"), std::string(3, '\0'));
}

TEST_P(AtomicFileTest, TheModeIsThatOfTheUmaskOrOfTheReplacedFile) {
  const mode_t before = ::umask(027);
  EXPECT_EQ(code_of_writing(folder / "o", keeping()), "");
  EXPECT_EQ(mode_of(folder / "o"), 0640U);
  ::chmod((folder / "o").c_str(), 0604);
  EXPECT_EQ(code_of_writing(folder / "o", replacing()), "");
  EXPECT_EQ(mode_of(folder / "o"), 0604U);
  ::umask(before);
}

TEST_P(AtomicFileTest, ASymbolicLinkStaysAndItsFileIsReplaced) {
  write_text(folder / "real", "old");
  ASSERT_EQ(::symlink("real", (folder / "link").c_str()), 0);
  EXPECT_EQ(code_of_writing(folder / "link", keeping()), "io.exists");
  EXPECT_EQ(code_of_writing(folder / "link", replacing()), "");
  EXPECT_EQ(read_text(folder / "real"), "new");
  EXPECT_EQ(folder.names(), (Names{"link", "real"}));
}

TEST_P(AtomicFileTest, AnEmptyFileCanBeWritten) {
  ASSERT_TRUE(write_file(folder / "o", {}, keeping()).has_value());
  EXPECT_EQ(folder.names(), Names{"o"});
}

TEST_P(AtomicFileTest, ANameOfTheGreatestLengthCanBeWritten) {
  const std::string name(255, 'x');
  EXPECT_EQ(code_of_writing(folder / name, keeping()), "");
  EXPECT_EQ(code_of_writing(folder / name, replacing()), "");
  EXPECT_EQ(folder.names(), Names{name});
}

TEST_P(AtomicFileTest, WhatIsNotAPlaceForAFileIsRefused) {
  EXPECT_EQ(code_of_writing(folder.path(), keeping()), "io.is_directory");
  EXPECT_EQ(code_of_writing(folder.path(), replacing()), "io.is_directory");
  EXPECT_EQ(code_of_writing(folder / "o/", keeping()), "io.is_directory");
  EXPECT_EQ(code_of_writing("", keeping()), "io.not_found");
  EXPECT_EQ(code_of_writing(folder / "missing/o", keeping()), "io.not_found");
  EXPECT_EQ(code_of_writing("/dev/null", keeping()), "io.not_regular");
  EXPECT_EQ(code_of_writing("/dev/null", replacing()), "io.not_regular");
  EXPECT_EQ(folder.names(), Names{});
}

TEST_P(AtomicFileTest, ALinkToNoFileIsRefused) {
  ASSERT_EQ(::symlink("missing", (folder / "o").c_str()), 0);
  for (const AtomicFileOptions& options : {keeping(), replacing()}) {
    const auto file = AtomicFile::create(folder / "o", 4, options);
    ASSERT_FALSE(file.has_value());
    EXPECT_EQ(file.error()->code, "io.not_found");
    EXPECT_TRUE(file.error()->message.ends_with("a symbolic link to a file that does not exist"));
  }
  EXPECT_EQ(folder.names(), Names{"o"});
}

TEST_P(AtomicFileTest, AFolderThatMayNotBeWrittenIsRefused) {
  constexpr int kStillRoot = 2;
  ::chmod(folder.path().c_str(), 0555);
  const auto refused = in_child([&] {
    if (!become_nobody()) return kStillRoot;
    return code_of_writing(folder / "o", keeping()) == "io.permission" ? 0 : 1;
  });
  ::chmod(folder.path().c_str(), 0755);
  if (refused == kStillRoot) GTEST_SKIP() << "SKIP: root cannot become another user here";
  EXPECT_EQ(refused, 0);
}

TEST_P(AtomicFileTest, MoreThanAnyDiskHoldsIsRefusedAtTheStart) {
  const auto file = AtomicFile::create(folder / "o", std::int64_t{1} << 62, keeping());
  ASSERT_FALSE(file.has_value());
  EXPECT_EQ(file.error()->code, "io.no_space");
  EXPECT_NE(file.error()->message.find("4611686018427387904 bytes are needed"), std::string::npos)
      << file.error()->message;
  EXPECT_EQ(file.error()->message.find(", 0 are free"), std::string::npos);
  EXPECT_EQ(folder.names(), Names{});
}

TEST_P(AtomicFileTest, TheLimitOnTheSizeOfAFileIsAnErrorNotASignal) {
  const auto refused = in_child([&] {
    const struct rlimit limit = {4096, 4096};
    ::setrlimit(RLIMIT_FSIZE, &limit);
    const bool fits = AtomicFile::create(folder / "o", 4096, keeping()).has_value();
    const auto larger = AtomicFile::create(folder / "o", 4097, keeping());
    return fits && !larger && larger.error()->code == "io.no_space" ? 0 : 1;
  });
  EXPECT_EQ(refused, 0);
}

TEST_P(AtomicFileTest, AFullDiskIsRefusedBeforeAnythingIsWritten) {
  constexpr int kCannotMount = 2;
  const auto refused = in_child([&] {
    if (::unshare(CLONE_NEWNS) != 0) return kCannotMount;
    if (::mount("none", "/", nullptr, MS_REC | MS_PRIVATE, nullptr) != 0) return kCannotMount;
    if (::mount("none", folder.path().c_str(), "tmpfs", 0, "size=64k") != 0) return kCannotMount;
    const auto larger = AtomicFile::create(folder / "o", 65537, keeping());
    const bool is_told =
        !larger && larger.error()->message.ends_with("65537 bytes are needed, 65536 are free");
    const bool nothing_left = folder.names().empty();
    const bool fits = AtomicFile::create(folder / "o", 32768, keeping()).has_value();
    return !larger && larger.error()->code == "io.no_space" && is_told && nothing_left && fits ? 0
                                                                                               : 1;
  });
  if (refused == kCannotMount) GTEST_SKIP() << "SKIP: a small disk cannot be mounted here";
  EXPECT_EQ(refused, 0);
}

INSTANTIATE_TEST_SUITE_P(Temporary, AtomicFileTest, testing::Bool(),
                         [](const auto& named) { return named.param ? "Named" : "Unnamed"; });

}  // namespace
}  // namespace tileglot::io
