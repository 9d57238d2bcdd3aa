// SPDX-License-Identifier: Apache-2.0
// npy/writer_test.cc: writing and reading back.
#include "tileglot/io/npy/writer.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "tileglot/core/checked.h"
#include "tileglot/io/file/temporary_folder.h"
#include "tileglot/io/npy/file.h"

namespace tileglot::io {
namespace {

using Shape = std::vector<std::int64_t>;

TEST(NpyWriter, AWrittenFileIsReadBack) {
  const TemporaryFolder folder;
  auto writer = NpyWriter::create(folder / "o.npy", "<V2", true, Shape{2, 3});
  ASSERT_TRUE(writer.has_value()) << writer.error()->message;
  ASSERT_EQ(writer->data().size(), 12U);
  EXPECT_EQ(reinterpret_cast<std::uintptr_t>(writer->data().data()) % 64, 0U);
  std::ranges::copy(bytes_of("aabbccddeeff"), writer->data().begin());
  ASSERT_TRUE(writer->commit().has_value());
  const auto file = open_npy(folder / "o.npy");
  ASSERT_TRUE(file.has_value()) << file.error()->message;
  EXPECT_EQ(text_of(file->array.data), "aabbccddeeff");
  EXPECT_EQ(file->array.header.descr, "<V2");
  EXPECT_TRUE(file->array.header.fortran_order);
  EXPECT_EQ(file->array.header.shape, (Shape{2, 3}));
}

TEST(NpyWriter, WhatIsWrittenIsChecked) {
  const TemporaryFolder folder;
  const auto code = [&](std::string_view descr, const Shape& shape) {
    const auto writer = NpyWriter::create(folder / "o.npy", descr, false, shape);
    return writer ? "" : writer.error()->code;
  };
  EXPECT_EQ(code("<f4', 'x': '", {1}), "npy.descr");
  EXPECT_EQ(code("<f4", {-1}), "npy.shape");
  EXPECT_EQ(code("<f4", {core::kInt64Max}), "npy.overflow");
  EXPECT_EQ(code("|u1", {core::kInt64Max}), "io.no_space");
  EXPECT_EQ(folder.names(), std::vector<std::string>{});
}

TEST(NpyWriter, AFileIsReplacedOnlyWhenAsked) {
  const TemporaryFolder folder;
  write_text(folder / "o.npy", "old");
  const Shape shape = {1};
  EXPECT_EQ(NpyWriter::create(folder / "o.npy", "<f4", false, shape).error()->code, "io.exists");
  EXPECT_TRUE(
      NpyWriter::create(folder / "o.npy", "<f4", false, shape, {.replace = true}).has_value());
  EXPECT_EQ(read_text(folder / "o.npy"), "old");
}

}  // namespace
}  // namespace tileglot::io
