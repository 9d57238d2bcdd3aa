// SPDX-License-Identifier: Apache-2.0
#include "tileglot/io/file/locked_file.h"

#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <atomic>
#include <cstdio>
#include <string>
#include <thread>

#include "tileglot/io/file/file_descriptor.h"
#include "tileglot/io/file/temporary_folder.h"

namespace tileglot::io {
namespace {

TEST(LockedFile, OneProcessHasIt) {
  const TemporaryFolder folder;
  {
    const auto first = open_locked(folder / "f", "o");
    ASSERT_TRUE(first.has_value()) << first.error()->message;
    const auto second = open_locked(folder / "f", "o");
    ASSERT_FALSE(second.has_value());
    EXPECT_EQ(second.error()->code, "io.busy");
    EXPECT_EQ(second.error()->message, "another process is writing 'o'");
  }
  EXPECT_TRUE(open_locked(folder / "f", "o").has_value());
}

TEST(LockedFile, WhatIsNotAFileIsRefused) {
  const TemporaryFolder folder;
  ASSERT_EQ(::mkfifo((folder / "pipe").c_str(), 0600), 0);
  ASSERT_EQ(::mkdir((folder / "folder").c_str(), 0700), 0);
  ASSERT_EQ(::symlink("f", (folder / "link").c_str()), 0);
  for (const char* const name : {"pipe", "folder", "link"}) {
    const auto file = open_locked(folder / name, "o");
    ASSERT_FALSE(file.has_value()) << name;
    EXPECT_EQ(file.error()->code, "io.not_regular") << name;
    EXPECT_NE(file.error()->message.find(name), std::string::npos) << file.error()->message;
  }
}

TEST(LockedFile, ANameIsOfOneFile) {
  const TemporaryFolder folder;
  const auto file = open_locked(folder / "f", "o");
  ASSERT_TRUE(file.has_value());
  EXPECT_TRUE(has_name(*file, folder / "f"));
  ASSERT_EQ(std::rename((folder / "f").c_str(), (folder / "o").c_str()), 0);
  EXPECT_FALSE(has_name(*file, folder / "f"));
  EXPECT_TRUE(has_name(*file, folder / "o"));
  write_text(folder / "f", "another");
  EXPECT_FALSE(has_name(*file, folder / "f"));
}

/// The thread that gets the lock has the file of that name, however often the other renames its own.
TEST(LockedFile, AFileThatLostItsNameIsNotTaken) {
  const TemporaryFolder folder;
  std::atomic<int> wrong = 0;
  const auto finish_many = [&](char letter) {
    for (int i = 0; i < 2000; ++i) {
      const auto file = open_locked(folder / "f", "o");
      if (!file) continue;
      if (::lseek(file->number(), 0, SEEK_END) != 0) ++wrong;
      if (::write(file->number(), &letter, 1) != 1) ++wrong;
      if (std::rename((folder / "f").c_str(), (folder / "o").c_str()) != 0) ++wrong;
    }
  };
  {
    const std::jthread one(finish_many, 'a');
    const std::jthread other(finish_many, 'b');
  }
  EXPECT_EQ(wrong, 0);
}

}  // namespace
}  // namespace tileglot::io
