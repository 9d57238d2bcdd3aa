// SPDX-License-Identifier: Apache-2.0
// mapped_file_test.cc: files, pipes and what is neither.
#include "tileglot/io/file/mapped_file.h"

#include <gtest/gtest.h>
#include <sys/stat.h>

#include <string>
#include <thread>

#include "tileglot/io/file/child_process.h"
#include "tileglot/io/file/temporary_folder.h"

namespace tileglot::io {
namespace {

std::string code_of_opening(const std::string& path) {
  const auto file = MappedFile::open(path, 1 << 20);
  return file ? "" : file.error()->code;
}

TEST(MappedFile, AFileIsMappedWhole) {
  const TemporaryFolder folder;
  write_text(folder / "x", "some bytes");
  const auto file = MappedFile::open(folder / "x");
  ASSERT_TRUE(file.has_value());
  file->expect_sequential_reads();
  EXPECT_EQ(text_of(file->bytes()), "some bytes");
  EXPECT_EQ(file->name(), folder / "x");
}

TEST(MappedFile, APipeIsRead) {
  const TemporaryFolder folder;
  ASSERT_EQ(::mkfifo((folder / "pipe").c_str(), 0600), 0);
  std::thread writer([&] { write_text(folder / "pipe", "through a pipe"); });
  const auto file = MappedFile::open(folder / "pipe");
  writer.join();
  ASSERT_TRUE(file.has_value());
  EXPECT_EQ(text_of(file->bytes()), "through a pipe");
}

TEST(MappedFile, AFileThatHidesItsSizeIsRead) {
  const auto file = MappedFile::open("/proc/self/status");
  if (!file) GTEST_SKIP() << "SKIP: there is no /proc here";
  EXPECT_TRUE(text_of(file->bytes()).starts_with("Name:"));
}

TEST(MappedFile, AFileThatIsReplacedStaysAsItWasOpened) {
  const TemporaryFolder folder;
  write_text(folder / "x", "old");
  write_text(folder / "y", "new");
  const auto file = MappedFile::open(folder / "x");
  ASSERT_EQ(::rename((folder / "y").c_str(), (folder / "x").c_str()), 0);
  EXPECT_EQ(text_of(file->bytes()), "old");
}

TEST(MappedFile, WhatIsNotAFileIsRefused) {
  const TemporaryFolder folder;
  write_text(folder / "empty", "");
  EXPECT_EQ(code_of_opening(folder / "missing"), "io.not_found");
  EXPECT_EQ(code_of_opening(""), "io.not_found");
  EXPECT_EQ(code_of_opening(folder / "empty/x"), "io.not_found");
  EXPECT_EQ(code_of_opening(folder.path()), "io.is_directory");
  EXPECT_EQ(code_of_opening(folder / "empty"), "io.empty");
  EXPECT_EQ(code_of_opening("/dev/null"), "io.empty");
  EXPECT_EQ(code_of_opening("/dev/zero"), "io.too_large");
  EXPECT_EQ(code_of_opening(folder / std::string(300, 'x')), "io.system");
}

TEST(MappedFile, AnUnreadableFileIsRefused) {
  constexpr int kStillRoot = 2;
  const TemporaryFolder folder;
  write_text(folder / "x", "secret");
  ::chmod(folder.path().c_str(), 0755);
  ::chmod((folder / "x").c_str(), 0);
  const auto refused = in_child([&] {
    if (!become_nobody()) return kStillRoot;
    return code_of_opening(folder / "x") == "io.permission" ? 0 : 1;
  });
  if (refused == kStillRoot) GTEST_SKIP() << "SKIP: root cannot become another user here";
  EXPECT_EQ(refused, 0);
}

TEST(MappedFile, AFileThatIsWrittenHasAnotherStamp) {
  const TemporaryFolder folder;
  write_text(folder / "w", "abc");
  const auto file = MappedFile::open(folder / "w");
  ASSERT_TRUE(file.has_value());
  const std::string before = file->stamp();
  EXPECT_EQ(MappedFile::open(folder / "w")->stamp(), before);
  write_text(folder / "w", "abd.");
  EXPECT_NE(file->stamp(), before);
}

}  // namespace
}  // namespace tileglot::io
