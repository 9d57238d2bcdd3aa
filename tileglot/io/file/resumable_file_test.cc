// SPDX-License-Identifier: Apache-2.0
#include "tileglot/io/file/resumable_file.h"

#include <gtest/gtest.h>
#include <sys/stat.h>
#include <sys/types.h>
#include <unistd.h>

#include <string>
#include <vector>

#include "tileglot/io/file/child_process.h"
#include "tileglot/io/file/temporary_folder.h"

namespace tileglot::io {
namespace {

using Names = std::vector<std::string>;

TEST(ResumableFile, WhatWasWrittenIsFoundAgain) {
  const TemporaryFolder folder;
  {
    const auto file = ResumableFile::open(folder / "o", 4, false);
    ASSERT_TRUE(file.has_value()) << file.error()->message;
    EXPECT_TRUE(file->is_new());
    ASSERT_TRUE(file->write(0, bytes_of("ab")).has_value());
  }
  EXPECT_EQ(folder.names(), Names{".o.tileglot-partial"});
  auto again = ResumableFile::open(folder / "o", 4, false);
  ASSERT_TRUE(again.has_value());
  EXPECT_FALSE(again->is_new());
  EXPECT_EQ(text_of(again->map()->bytes()), std::string("ab\0\0", 4));
  ASSERT_TRUE(again->write(2, bytes_of("cd")).has_value());
  ASSERT_TRUE(again->commit().has_value());
  EXPECT_EQ(folder.names(), Names{"o"});
  EXPECT_EQ(read_text(folder / "o"), "abcd");
}

mode_t mode_of(const std::string& path) {
  struct stat status = {};
  EXPECT_EQ(::stat(path.c_str(), &status), 0) << path;
  return status.st_mode & 07777;
}

void write_with_umask(const std::string& path, mode_t mask) {
  const mode_t before = ::umask(mask);
  auto file = ResumableFile::open(path, 4, true);
  ::umask(before);
  ASSERT_TRUE(file.has_value());
  ASSERT_TRUE(file->commit().has_value());
}

TEST(ResumableFile, TheModeIsThatOfTheUmaskOrOfTheReplacedFile) {
  const TemporaryFolder folder;
  write_with_umask(folder / "o", 027);
  EXPECT_EQ(mode_of(folder / "o"), 0640U);
  ASSERT_EQ(::chmod((folder / "o").c_str(), 0600), 0);
  write_with_umask(folder / "o", 022);
  EXPECT_EQ(mode_of(folder / "o"), 0600U);
}

TEST(ResumableFile, AResumedFileHasTheModeOfTheRunThatEndsIt) {
  const TemporaryFolder folder;
  write_text(folder / ".o.tileglot-partial", "abcd");
  ASSERT_EQ(::chmod((folder / ".o.tileglot-partial").c_str(), 0644), 0);
  write_with_umask(folder / "o", 077);
  EXPECT_EQ(mode_of(folder / "o"), 0600U);
}

TEST(ResumableFile, AnotherSizeBeginsAnew) {
  const TemporaryFolder folder;
  write_text(folder / ".o.tileglot-partial", "abc");
  const auto file = ResumableFile::open(folder / "o", 4, false);
  ASSERT_TRUE(file.has_value());
  EXPECT_TRUE(file->is_new());
  EXPECT_EQ(text_of(file->map()->bytes()), std::string(4, '\0'));
}

TEST(ResumableFile, OneProcessWritesIt) {
  const TemporaryFolder folder;
  const auto file = ResumableFile::open(folder / "o", 4, false);
  const auto second = ResumableFile::open(folder / "o", 4, false);
  ASSERT_FALSE(second.has_value());
  EXPECT_EQ(second.error()->code, "io.busy");
}

TEST(ResumableFile, AFileThatIsThereIsKept) {
  const TemporaryFolder folder;
  write_text(folder / "o", "old");
  EXPECT_EQ(ResumableFile::open(folder / "o", 4, false).error()->code, "io.exists");
  auto file = ResumableFile::open(folder / "o", 4, true);
  ASSERT_TRUE(file.has_value());
  EXPECT_EQ(read_text(folder / "o"), "old");
  ASSERT_TRUE(file->commit().has_value());
  EXPECT_EQ(read_text(folder / "o").size(), 4U);
  auto late = ResumableFile::open(folder / "p", 4, false);
  write_text(folder / "p", "in the meantime");
  EXPECT_EQ(late->commit().error()->code, "io.exists");
  EXPECT_EQ(read_text(folder / "p"), "in the meantime");
}

TEST(ResumableFile, AFileThatHasItsNameIsReadAndKept) {
  const TemporaryFolder folder;
  EXPECT_FALSE(ResumableFile::finished(folder / "o", 4).has_value());
  write_text(folder / "o", "done");
  EXPECT_FALSE(ResumableFile::finished(folder / "o", 5).has_value());
  auto file = ResumableFile::finished(folder / "o", 4);
  ASSERT_TRUE(file.has_value());
  EXPECT_TRUE(file->is_finished());
  EXPECT_EQ(text_of(file->contents()->bytes()), "done");
  file->discard();
  ASSERT_TRUE(file->commit().has_value());
  EXPECT_EQ(folder.names(), Names{"o"});
  write_text(folder / ".o.tileglot-partial", "more");
  EXPECT_FALSE(ResumableFile::finished(folder / "o", 4).has_value());
}

TEST(ResumableFile, ALinkIsNotFollowed) {
  const TemporaryFolder folder;
  write_text(folder / "elsewhere", "kept");
  ASSERT_EQ(::symlink((folder / "elsewhere").c_str(), (folder / ".o.tileglot-partial").c_str()), 0);
  EXPECT_FALSE(ResumableFile::open(folder / "o", 4, false).has_value());
  EXPECT_EQ(read_text(folder / "elsewhere"), "kept");
}

TEST(ResumableFile, AFullDiskIsAnErrorAndLeavesNothing) {
  const TemporaryFolder folder;
  const auto file = ResumableFile::open(folder / "o", std::int64_t{1} << 60, false);
  ASSERT_FALSE(file.has_value());
  EXPECT_EQ(folder.names(), Names{});
}

}  // namespace
}  // namespace tileglot::io
