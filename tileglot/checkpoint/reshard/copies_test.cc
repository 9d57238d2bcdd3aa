// SPDX-License-Identifier: Apache-2.0
// copies_test.cc: copies that are equal, and copies that are not.
#include "tileglot/checkpoint/reshard/copies.h"

#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <string>

#include "tileglot/checkpoint/pieces/pieced_model.h"
#include "tileglot/checkpoint/reshard/any_tile.h"
#include "tileglot/core/error.h"
#include "tileglot/io/file/changed_file.h"
#include "tileglot/io/file/temporary_folder.h"
#include "tileglot/map/box.h"

namespace tileglot::checkpoint::reshard {
namespace {

using pieces::Piece;

/// Rows 0 and 1 of u8-like [4,3] in files 0 and 1, rows 2 and 3 in file 2 only.
pieces::PiecedModel model_with_copies(const std::string& folder, std::int64_t element_bits) {
  const map::Box top = {{0, 0}, {2, 3}};
  const map::Box bottom = {{2, 0}, {4, 3}};
  pieces::PiecedModel model =
      write_model(folder, {{{4, 3}, {top, top, bottom}}}, element_bits, 3).model;
  model.arrays[0].name = "w";
  return model;
}

/// The byte after the first `bytes` of a piece, and the stamp of its file.
void flip(pieces::PiecedModel& model, const Piece& piece, std::int64_t bytes, int bits) {
  pieces::PiecedFile& file = model.files[piece.file];
  std::string text = io::read_text(file.path);
  char& byte = text[static_cast<std::size_t>(piece.begin_bytes + bytes)];
  byte = static_cast<char>(byte ^ bits);
  io::write_text(file.path, text);
  file.stamp = io::file_stamp(file.path);
}

TEST(Copies, EqualCopiesAreAccepted) {
  const io::TemporaryFolder folder;
  int asked = 0;
  const auto go_on = [&]() -> core::Status {
    ++asked;
    return {};
  };
  EXPECT_TRUE(check_copies(model_with_copies(folder / "", 16), go_on).has_value());
  EXPECT_EQ(asked, 1);
  EXPECT_TRUE(check_copies(model_with_copies(folder / "", 16)).has_value());
}

TEST(Copies, CopiesThatDisagreeAreRefused) {
  const io::TemporaryFolder folder;
  auto model = model_with_copies(folder / "", 16);
  flip(model, model.arrays[0].pieces[1], 11, 1);
  const auto checked = check_copies(model);
  ASSERT_FALSE(checked.has_value());
  EXPECT_EQ(checked.error()->code, "reshard.copies");
  EXPECT_EQ(checked.error()->message, "the element (1,2) of 'w' differs between '" + folder / "0" +
                                          "' and '" + folder / "1" +
                                          "', which have copies of one piece");
  EXPECT_EQ(checked.error()->witness, "(1,2)");
}

TEST(Copies, ThePlaceOfASmallElementIsFound) {
  const io::TemporaryFolder folder;
  auto model = model_with_copies(folder / "", 4);
  flip(model, model.arrays[0].pieces[1], 1, 0x30);
  const auto checked = check_copies(model);
  ASSERT_FALSE(checked.has_value());
  EXPECT_EQ(checked.error()->witness, "(1,0)");
}

TEST(Copies, BitsAfterTheLastElementSayNothing) {
  const io::TemporaryFolder folder;
  auto model = model_with_copies(folder / "", 1);
  flip(model, model.arrays[0].pieces[1], 0, 0x40);
  EXPECT_TRUE(check_copies(model).has_value());
  flip(model, model.arrays[0].pieces[1], 0, 0x20);
  EXPECT_FALSE(check_copies(model).has_value());
}

TEST(Copies, BlocksAreComparedToTheEnd) {
  const io::TemporaryFolder folder;
  const map::Box box = {{0}, {(1 << 20) + 2}};
  auto model = write_model(folder / "", {{box.end, {box, box}}}, 8, 2).model;
  flip(model, model.arrays[0].pieces[0], (1 << 20) + 1, 4);
  const auto checked = check_copies(model);
  ASSERT_FALSE(checked.has_value());
  EXPECT_EQ(checked.error()->witness, "(1048577)");
}

TEST(Copies, TheCheckCanBeEnded) {
  const io::TemporaryFolder folder;
  const auto stop = []() -> core::Status { return core::fail({.code = "io.interrupted"}); };
  const auto checked = check_copies(model_with_copies(folder / "", 16), stop);
  ASSERT_FALSE(checked.has_value());
  EXPECT_EQ(checked.error()->code, "io.interrupted");
}

TEST(Copies, AFileThatChangedIsRefused) {
  const io::TemporaryFolder folder;
  auto model = model_with_copies(folder / "", 16);
  io::write_text(folder / "1", "short");
  EXPECT_EQ(check_copies(model).error()->code, "io.changed");
}

}  // namespace
}  // namespace tileglot::checkpoint::reshard
