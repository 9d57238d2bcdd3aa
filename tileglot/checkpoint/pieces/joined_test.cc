// SPDX-License-Identifier: Apache-2.0
#include "tileglot/checkpoint/pieces/joined.h"

#include <gtest/gtest.h>

#include <cstddef>
#include <string>
#include <utility>
#include <vector>

#include "tileglot/checkpoint/pieces/file_name.h"
#include "tileglot/checkpoint/pieces/pieced_model.h"
#include "tileglot/checkpoint/pieces/read_pieces.h"
#include "tileglot/checkpoint/pieces/written_pieces.h"
#include "tileglot/core/error.h"
#include "tileglot/io/file/temporary_folder.h"
#include "tileglot/map/box.h"

namespace tileglot::checkpoint::pieces {
namespace {

using Places = std::vector<PlaceOfPart>;

const map::Box kUpper = {{0, 0}, {2, 4}};
const map::Box kLower = {{2, 0}, {4, 4}};

/// Two ranks that have [2,4] of w each, in the places given.
core::Result<PiecedModel> joined_at(const Places& places) {
  const io::TemporaryFolder folder;
  write_tensors(folder / rank_file_name(0, 0), {{"w", kUpper, {4, 4}}});
  write_tensors(folder / rank_file_name(1, 0), {{"w", kLower, {4, 4}}});
  auto model = read_pieces(folder.path());
  EXPECT_TRUE(model.has_value());
  return joined(*std::move(model), [&](const RankArray&, const RankPart& part) {
    return core::Result<PlaceOfPart>(places[static_cast<std::size_t>(part.rank)]);
  });
}

std::string code_at(const Places& places) {
  const auto model = joined_at(places);
  return model ? "fine" : model.error()->code;
}

TEST(Joined, WordsSayHowPartsJoin) {
  const auto rows =
      joined_at({{.extents = {4, 4}, .box = kUpper}, {.extents = {4, 4}, .box = kLower}});
  ASSERT_TRUE(rows.has_value()) << rows.error()->message;
  EXPECT_TRUE(rows->rank_arrays.empty());
  EXPECT_EQ(rows->arrays[0].extents, (Extents{4, 4}));
  EXPECT_EQ(boxes_of(rows->arrays[0]), (std::vector<map::Box>{kUpper, kLower}));
  const auto copies =
      joined_at({{.extents = {2, 4}, .box = kUpper}, {.extents = {2, 4}, .box = kUpper}});
  ASSERT_TRUE(copies.has_value());
  EXPECT_EQ(copies->arrays[0].pieces[1].file, 1U);
}

TEST(Joined, PartsOfSeveralNamesMayBeOneArray) {
  const auto two = joined_at({{.array = "a", .extents = {2, 4}, .box = kUpper},
                              {.array = "b", .extents = {2, 4}, .box = kUpper}});
  ASSERT_TRUE(two.has_value());
  EXPECT_EQ(two->arrays.size(), 2U);
  EXPECT_EQ(two->arrays[1].name, "b");
}

TEST(Joined, WrongWordsAreRefused) {
  EXPECT_EQ(code_at({{.extents = {4, 4}, .box = kUpper}, {.extents = {4, 4}, .box = kUpper}}),
            "pieces.hole");
  EXPECT_EQ(
      code_at({{.extents = {3, 4}, .box = kUpper}, {.extents = {3, 4}, .box = {{1, 0}, {3, 4}}}}),
      "pieces.overlap");
  EXPECT_EQ(code_at({{.extents = {4, 4}, .box = kUpper}, {.extents = {4, 5}, .box = kLower}}),
            "pieces.disagree");
  EXPECT_EQ(code_at({{.extents = {4, 4}, .box = kUpper}, {.extents = {3, 4}, .box = kLower}}),
            "pieces.disagree");
  const auto wide = joined_at({{.extents = {2, 8}, .box = {{0, 0}, {2, 3}}}, {}});
  ASSERT_FALSE(wide.has_value());
  EXPECT_EQ(wide.error()->code, "pieces.part_shape");
  EXPECT_NE(wide.error()->message.find("rank 0 has [2,4] of 'w' in"), std::string::npos);
  EXPECT_EQ(code_at({{.extents = {4}, .box = {{0}, {4}}}, {}}), "pieces.part_shape");
  EXPECT_EQ(code_at({{.extents = {4, 4}, .box = {{0}, {2, 4}}}, {}}), "pieces.part_shape");
  EXPECT_EQ(code_at({{.extents = {4, 4}, .box = {{-2, 0}, {0, 4}}}, {}}), "pieces.part_shape");
}

TEST(Joined, WhatIsAskedMayRefuse) {
  const io::TemporaryFolder folder;
  write_tensors(folder / rank_file_name(0, 0), {{"w", kUpper, {4, 4}}});
  const auto model =
      joined(*read_pieces(folder.path()),
             [](const RankArray& array, const RankPart&) -> core::Result<PlaceOfPart> {
               return core::fail({.code = "test.none", .message = "no rule for " + array.name});
             });
  ASSERT_FALSE(model.has_value());
  EXPECT_EQ(model.error()->code, "test.none");
}

TEST(Joined, OtherModelsStayAsTheyAre) {
  const io::TemporaryFolder folder;
  write_tensors(folder / "m.safetensors", {{"w", kUpper, {2, 4}}});
  const auto model = joined(*read_pieces(folder.path()), {});
  ASSERT_TRUE(model.has_value());
  EXPECT_EQ(model->arrays.size(), 1U);
}

}  // namespace
}  // namespace tileglot::checkpoint::pieces
