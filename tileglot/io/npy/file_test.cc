// SPDX-License-Identifier: Apache-2.0
// npy/file_test.cc: headers against the data that follows.
#include "tileglot/io/npy/file.h"

#include <gtest/gtest.h>

#include <optional>
#include <string>
#include <string_view>

#include "tileglot/core/element_type.h"
#include "tileglot/io/file/temporary_folder.h"
#include "tileglot/io/npy/text.h"

namespace tileglot::io {
namespace {

using core::ElementType;

std::string dictionary(std::string_view descr, std::string_view shape) {
  return "{'descr': '" + std::string(descr) +
         "', 'fortran_order': False, 'shape': " + std::string(shape) + ", }\n";
}

std::string code_of(const std::string& file) {
  const auto array = npy_array(bytes_of(file));
  return array ? "" : array.error()->code;
}

TEST(NpyFile, TheDataIsWhatFollowsTheHeader) {
  const TemporaryFolder folder;
  write_text(folder / "x.npy", npy_text(dictionary("<V2", "(2, 3)"), "aabbccddeeff"));
  const auto file = open_npy(folder / "x.npy", ElementType::kBf16);
  ASSERT_TRUE(file.has_value()) << file.error()->message;
  EXPECT_EQ(text_of(file->array.data), "aabbccddeeff");
  EXPECT_EQ(file->array.item.type, ElementType::kBf16);
  EXPECT_EQ(element_type_of(file->array), ElementType::kBf16);
}

TEST(NpyFile, TheDataStaysWhereItIsWhenTheFileMoves) {
  const TemporaryFolder folder;
  write_text(folder / "x.npy", npy_text(dictionary("|u1", "(3,)"), "abc"));
  auto file = open_npy(folder / "x.npy");
  const NpyFile moved = *std::move(file);
  EXPECT_EQ(text_of(moved.array.data), "abc");
}

TEST(NpyFile, AScalarHasOneElementAndAnEmptyTensorNone) {
  EXPECT_EQ(code_of(npy_text(dictionary("<f4", "()"), "abcd")), "");
  EXPECT_EQ(code_of(npy_text(dictionary("<f4", "(0, 9223372036854775807)"))), "");
}

TEST(NpyFile, MoreOrLessDataThanTheHeaderSaysIsRefused) {
  EXPECT_EQ(code_of(npy_text(dictionary("<f4", "(2,)"), "1234567")), "npy.data_short");
  EXPECT_EQ(code_of(npy_text(dictionary("<f4", "(2,)"), "12345678")), "");
  EXPECT_EQ(code_of(npy_text(dictionary("<f4", "(2,)"), "123456789")), "npy.data_long");
  EXPECT_EQ(code_of(npy_text(dictionary("<f4", "(1000000000000,)"), "1234")), "npy.data_short");
  EXPECT_EQ(code_of(npy_text(dictionary("<f4", "(4611686018427387904,)"), "1234")), "npy.overflow");
  EXPECT_EQ(code_of(npy_text(dictionary("<f4", "(0,)"), "1")), "npy.data_long");
}

TEST(NpyFile, ATypeThatNobodyNamedIsAskedFor) {
  const std::string file = npy_text(dictionary("<V2", "(1,)"), "ab");
  const auto array = npy_array(bytes_of(file));
  ASSERT_TRUE(array.has_value());
  const auto type = element_type_of(*array);
  ASSERT_FALSE(type.has_value());
  EXPECT_EQ(type.error()->code, "npy.type_unknown");
  EXPECT_EQ(type.error()->help, "name it: --dtype TYPE; NumPy writes this for bf16");
}

TEST(NpyFile, AFileThatIsRefusedShowsItsHeader) {
  const TemporaryFolder folder;
  write_text(folder / "x.npy", npy_text(dictionary(">f4", "(1,)"), "abcd"));
  const auto file = open_npy(folder / "x.npy");
  ASSERT_FALSE(file.has_value());
  ASSERT_TRUE(file.error()->line.has_value());
  EXPECT_EQ(file.error()->line->text, "{'descr': '>f4', 'fortran_order': False, 'shape': (1,), }");
  EXPECT_EQ(file.error()->line->carets, "          ^^^^^");
}

TEST(NpyFile, AMissingFileIsTheErrorOfTheFile) {
  EXPECT_EQ(open_npy("/nowhere/x.npy").error()->code, "io.not_found");
}

}  // namespace
}  // namespace tileglot::io
