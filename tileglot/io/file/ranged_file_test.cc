// SPDX-License-Identifier: Apache-2.0
// ranged_file_test.cc: bytes at offsets, into one span and into many.
#include "tileglot/io/file/ranged_file.h"

#include <gtest/gtest.h>
#include <sys/stat.h>

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <thread>
#include <vector>

#include "tileglot/io/file/mapped_file.h"
#include "tileglot/io/file/temporary_folder.h"

namespace tileglot::io {
namespace {

using Spans = std::vector<std::span<std::byte>>;

std::string code_of_opening(const std::string& path) {
  const auto file = RangedFile::open(path);
  return file ? "" : file.error()->code;
}

/// 2 bytes hold each number, so that no part is like another.
std::string numbered_text(std::size_t bytes) {
  std::string text(bytes, ' ');
  for (std::size_t i = 0; i < bytes; ++i)
    text[i] = static_cast<char>((i / 2 >> (i % 2 * 8)) & 0xFF);
  return text;
}

TEST(RangedFile, BytesAreReadAtAnOffset) {
  const TemporaryFolder folder;
  write_text(folder / "x", "0123456789");
  const auto file = RangedFile::open(folder / "x");
  ASSERT_TRUE(file.has_value());
  std::vector<std::byte> bytes(3);
  ASSERT_TRUE(file->read(4, bytes).has_value());
  EXPECT_EQ(text_of(bytes), "456");
  EXPECT_TRUE(file->read(10, std::span<std::byte>{}).has_value());
  EXPECT_EQ(file->path(), folder / "x");
}

TEST(RangedFile, AdjacentBytesAreReadIntoSeveralSpans) {
  const TemporaryFolder folder;
  write_text(folder / "x", "0123456789");
  const auto file = RangedFile::open(folder / "x");
  ASSERT_TRUE(file.has_value());
  std::vector<std::byte> bytes(6);
  const std::span<std::byte> all = bytes;
  const Spans parts = {all.subspan(4), all.subspan(0, 0), all.subspan(1, 3), all.subspan(0, 1)};
  ASSERT_TRUE(file->read(4, parts).has_value());
  EXPECT_EQ(text_of(bytes), "967845");
}

TEST(RangedFile, MoreSpansThanTheSystemTakesAreReadInTurn) {
  constexpr std::size_t kParts = 5000;
  const TemporaryFolder folder;
  const std::string text = numbered_text(3 * kParts + 1);
  write_text(folder / "x", text);
  const auto file = RangedFile::open(folder / "x");
  ASSERT_TRUE(file.has_value());
  std::vector<std::byte> bytes(3 * kParts);
  Spans parts;
  parts.reserve(kParts);
  for (std::size_t i = 0; i < kParts; ++i) parts.push_back(std::span(bytes).subspan(3 * i, 3));
  ASSERT_TRUE(file->read(1, parts).has_value());
  EXPECT_EQ(text_of(bytes), text.substr(1));
}

TEST(RangedFile, AFileThatEndsBeforeTheLastByteHasChanged) {
  const TemporaryFolder folder;
  write_text(folder / "x", "0123456789");
  const auto file = RangedFile::open(folder / "x");
  ASSERT_TRUE(file.has_value());
  std::vector<std::byte> bytes(4);
  for (const std::int64_t at : {7, 10, 100}) {
    const auto read = file->read(at, bytes);
    ASSERT_FALSE(read.has_value());
    EXPECT_EQ(read.error()->code, "io.changed");
    EXPECT_EQ(read.error()->message, "'" + folder / "x" + "' became shorter while it was read");
  }
}

TEST(RangedFile, SeveralThreadsReadAtOnce) {
  const TemporaryFolder folder;
  const std::string text = numbered_text(1 << 16);
  write_text(folder / "x", text);
  const auto file = RangedFile::open(folder / "x");
  ASSERT_TRUE(file.has_value());
  std::vector<std::byte> bytes(text.size());
  const auto read_half = [&](std::size_t half) {
    for (std::size_t at = half << 15; at < (half + 1) << 15; at += 64)
      EXPECT_TRUE(file->read(static_cast<std::int64_t>(at), std::span(bytes).subspan(at, 64)));
  };
  std::thread other(read_half, 1);
  read_half(0);
  other.join();
  EXPECT_EQ(text_of(bytes), text);
}

TEST(RangedFile, ItIsMappedWhole) {
  const TemporaryFolder folder;
  write_text(folder / "x", "some bytes");
  write_text(folder / "empty", "");
  EXPECT_EQ(text_of(RangedFile::open(folder / "x")->map()->bytes()), "some bytes");
  EXPECT_TRUE(RangedFile::open(folder / "empty")->map()->bytes().empty());
}

TEST(RangedFile, ItsStampIsThatOfAMappedFile) {
  const TemporaryFolder folder;
  write_text(folder / "x", "abc");
  const auto file = RangedFile::open(folder / "x");
  ASSERT_TRUE(file.has_value());
  const std::string before = file->stamp();
  EXPECT_EQ(before, MappedFile::open(folder / "x")->stamp());
  EXPECT_EQ(before, file_stamp(folder / "x"));
  write_text(folder / "x", "abd.");
  EXPECT_NE(file->stamp(), before);
  EXPECT_EQ(file_stamp(folder / "gone"), "");
}

TEST(RangedFile, WhatIsNotAFileIsRefused) {
  const TemporaryFolder folder;
  ASSERT_EQ(::mkfifo((folder / "pipe").c_str(), 0600), 0);
  EXPECT_EQ(code_of_opening(folder / "missing"), "io.not_found");
  EXPECT_EQ(code_of_opening(folder.path()), "io.is_directory");
  EXPECT_EQ(code_of_opening("/dev/null"), "io.not_regular");
  EXPECT_EQ(code_of_opening(folder / "pipe"), "io.not_regular");
}

}  // namespace
}  // namespace tileglot::io
