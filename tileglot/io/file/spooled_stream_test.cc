// SPDX-License-Identifier: Apache-2.0
#include "tileglot/io/file/spooled_stream.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <array>
#include <string>
#include <thread>

#include "tileglot/io/file/file_descriptor.h"
#include "tileglot/io/file/stream.h"
#include "tileglot/io/file/temporary_folder.h"

namespace tileglot::io {
namespace {

TEST(SpooledStream, AStreamIsAFileOfItsBytes) {
  std::array<int, 2> ends{};
  ASSERT_EQ(::pipe(ends.data()), 0);
  const FileDescriptor out(ends[0]);
  std::string text(3 << 20, 'x');
  text += "the end";
  std::thread writer([&text, in = ends[1]] {
    const FileDescriptor closes(in);
    EXPECT_TRUE(write_all(in, "the pipe", bytes_of(text)).has_value());
  });
  const auto first = read_first(out.number(), "the pipe", 16);
  ASSERT_TRUE(first.has_value());
  EXPECT_EQ(first->size(), 16U);
  const auto file = spooled_stream(out.number(), "the pipe", *first);
  writer.join();
  ASSERT_TRUE(file.has_value());
  EXPECT_EQ(file->name(), "the pipe");
  EXPECT_EQ(text_of(file->bytes()), text);
  EXPECT_TRUE(file->check().has_value());
}

TEST(SpooledStream, AStreamThatCannotBeReadIsAnError) {
  const auto file = spooled_stream(-1, "nothing", {});
  ASSERT_FALSE(file.has_value());
  EXPECT_EQ(file.error()->code, "io.system");
}

}  // namespace
}  // namespace tileglot::io
