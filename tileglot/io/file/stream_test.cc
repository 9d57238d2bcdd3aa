// SPDX-License-Identifier: Apache-2.0
// stream_test.cc: whole streams, bounded streams, full disks.
#include "tileglot/io/file/stream.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <array>
#include <cstdint>
#include <string>
#include <thread>

#include "tileglot/io/file/file_descriptor.h"
#include "tileglot/io/file/temporary_folder.h"

namespace tileglot::io {
namespace {

/// What read_all gives of a pipe into which write_all puts the text.
core::Result<std::string> through_pipe(const std::string& text, std::int64_t limit_bytes) {
  std::array<int, 2> ends = {};
  EXPECT_EQ(::pipe2(ends.data(), O_CLOEXEC), 0);
  const FileDescriptor reader(ends[0]);
  std::thread writer([&text, end = ends[1]] {
    const FileDescriptor closing(end);
    EXPECT_TRUE(write_all(end, "pipe", bytes_of(text)).has_value());
  });
  const auto memory = read_all(reader.number(), "pipe", limit_bytes);
  // What is left has to be read, or the writer waits for ever.
  std::array<char, 4096> rest = {};
  while (::read(reader.number(), rest.data(), rest.size()) > 0) continue;
  writer.join();
  return memory.map([](const MemoryMapping& m) { return text_of(m.bytes()); });
}

std::string numbered_text(std::size_t size) {
  std::string text;
  for (int i = 0; text.size() < size; ++i) text += std::to_string(i) + ' ';
  text.resize(size);
  return text;
}

TEST(Stream, EverythingIsReadWhateverItsLength) {
  for (const std::size_t size : {0U, 1U, 4095U, 65535U, 65536U, 65537U, 131072U, 1000000U}) {
    EXPECT_EQ(through_pipe(numbered_text(size), kStreamLimitBytes), numbered_text(size)) << size;
  }
}

TEST(Stream, TheLimitIsTheLastLengthThatIsRead) {
  EXPECT_EQ(through_pipe("12345", 5), "12345");
  const auto refused = through_pipe("123456", 5);
  ASSERT_FALSE(refused.has_value());
  EXPECT_EQ(refused.error()->code, "io.too_large");
  EXPECT_EQ(refused.error()->message,
            "'pipe' is a stream of more than 5 bytes, the most that is held in memory");
  EXPECT_EQ(through_pipe(numbered_text(200000), 150000).error()->code, "io.too_large");
}

TEST(Stream, AnEndlessStreamIsRefused) {
  const FileDescriptor zeros(::open("/dev/zero", O_RDONLY | O_CLOEXEC));
  EXPECT_EQ(read_all(zeros.number(), "/dev/zero", 1 << 20).error()->code, "io.too_large");
}

TEST(Stream, AFullDiskIsAnError) {
  const FileDescriptor full(::open("/dev/full", O_WRONLY | O_CLOEXEC));
  if (!full.is_open()) GTEST_SKIP() << "SKIP: there is no /dev/full here";
  EXPECT_EQ(write_all(full.number(), "stdout", bytes_of("x")).error()->code, "io.no_space");
}

}  // namespace
}  // namespace tileglot::io
