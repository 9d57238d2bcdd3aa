// SPDX-License-Identifier: Apache-2.0
// The laws of pieces in files: what is cut and written in a spelling is read as it was cut, and what
// is spoiled is refused with the first element that counting finds.
#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "tileglot/checkpoint/pieces/any_cut.h"
#include "tileglot/checkpoint/pieces/joined.h"
#include "tileglot/checkpoint/pieces/pieced_model.h"
#include "tileglot/checkpoint/pieces/read_pieces.h"
#include "tileglot/checkpoint/pieces/written_pieces.h"
#include "tileglot/core/error.h"
#include "tileglot/core/law.h"
#include "tileglot/io/file/temporary_folder.h"
#include "tileglot/map/box.h"
#include "tileglot/map/index_map.h"

namespace tileglot::checkpoint::pieces {
namespace {

using Arrays = std::vector<BoxedArray>;
using Boxes = std::vector<map::Box>;

Spelling any_spelling() {
  return *rc::gen::element(Spelling::kSharded, Spelling::kRecorded, Spelling::kRanks,
                           Spelling::kNpy);
}

BoxedArray any_array(const std::string& name) {
  const Extents extents = any_extents(3);
  return {name, extents, any_cut(extents)};
}

Boxes sorted(Boxes boxes) {
  std::ranges::sort(boxes, {}, [](const map::Box& box) { return std::tie(box.begin, box.end); });
  return boxes;
}

/// Where the arrays have the parts of ranks: the i-th box is in the file of rank i.
PlacePart words_of(const Arrays& arrays) {
  return [arrays](const RankArray& array, const RankPart& part) -> core::Result<PlaceOfPart> {
    const auto boxed = std::ranges::find(arrays, array.name, &BoxedArray::name);
    return PlaceOfPart{.extents = boxed->extents,
                       .box = boxed->boxes[static_cast<std::size_t>(part.rank)]};
  };
}

core::Result<PiecedModel> written_and_read(const std::string& folder, const Arrays& arrays,
                                           Spelling spelling) {
  write_pieces(folder, arrays, spelling);
  auto model = read_pieces(folder);
  if (model && spelling == Spelling::kRanks) return joined(*std::move(model), words_of(arrays));
  return model;
}

TEST(ReadPiecesLaw, CutsAreReadAsTheyWereCut) {
  core::check_law("pieces_are_read_as_cut", 2000, [] {
    const io::TemporaryFolder folder;
    const Arrays arrays = {any_array("a"), any_array("b.c")};
    const Spelling spelling = any_spelling();
    const auto model = written_and_read(folder / "", arrays, spelling);
    ASSERT_TRUE(model.has_value()) << model.error()->message;
    ASSERT_EQ(model->spelling, spelling);
    ASSERT_EQ(model->arrays.size(), 2U);
    for (std::size_t i = 0; i < 2; ++i) {
      ASSERT_EQ(model->arrays[i].name, arrays[i].name);
      ASSERT_EQ(model->arrays[i].extents, arrays[i].extents);
      ASSERT_EQ(boxes_of(model->arrays[i]), sorted(arrays[i].boxes));
    }
    expect_numbered(*model);
  });
}

TEST(ReadPiecesLaw, AnIndexOfPiecesIsReadAsItsFolder) {
  core::check_law("pieces_of_an_index", 500, [] {
    const io::TemporaryFolder folder;
    const Arrays arrays = {any_array("a"), any_array("b")};
    write_pieces(folder / "", arrays, Spelling::kRecorded);
    write_index(folder / "", arrays);
    for (const char* name : {"", "model.safetensors.index.json"}) {
      const auto model = read_pieces(folder / name);
      ASSERT_TRUE(model.has_value()) << model.error()->message;
      for (std::size_t i = 0; i < 2; ++i)
        ASSERT_EQ(boxes_of(model->arrays[i]), sorted(arrays[i].boxes));
      expect_numbered(*model);
    }
  });
}

struct Refusal {
  std::string code = {};
  std::string witness = {};
  friend bool operator==(const Refusal&, const Refusal&) = default;
};

std::string text_of(const map::Coordinate& x) {
  std::string text = "(";
  for (const std::int64_t i : x) text += (text.size() > 1 ? "," : "") + std::to_string(i);
  return text + ")";
}

/// Counts the holders of each element; copies count once.
std::optional<Refusal> by_elements(const Extents& extents, Boxes boxes) {
  boxes = sorted(std::move(boxes));
  const auto copies = std::ranges::unique(boxes);
  boxes.erase(copies.begin(), copies.end());
  std::optional<Refusal> refusal;
  for_each_element(extents, [&](const map::Coordinate& x) {
    if (refusal) return;
    const auto holders =
        std::ranges::count_if(boxes, [&](const map::Box& box) { return has(box, x); });
    if (holders != 1) refusal = {holders == 0 ? "pieces.hole" : "pieces.overlap", text_of(x)};
  });
  return refusal;
}

/// Where files do not say the extents.
Extents reached(const Boxes& boxes) {
  Extents extents(boxes.front().begin.size(), 0);
  for (const map::Box& box : boxes) {
    for (std::size_t k = 0; k < extents.size(); ++k) extents[k] = std::max(extents[k], box.end[k]);
  }
  return extents;
}

bool have_equal_begins(const Boxes& boxes) {
  const Boxes in_order = sorted(boxes);
  return std::ranges::adjacent_find(in_order, {}, &map::Box::begin) != in_order.end();
}

TEST(ReadPiecesLaw, WhatIsSpoiledIsRefusedWithItsFirstElement) {
  int holes = 0;
  int overlaps = 0;
  core::check_law("pieces_spoiled_are_refused", 3000, [&] {
    const io::TemporaryFolder folder;
    BoxedArray array = any_array("a");
    spoil(array.boxes, array.extents);
    const Spelling spelling = any_spelling();
    // Two files cannot have one name.
    if (spelling == Spelling::kNpy && have_equal_begins(array.boxes)) return;
    if (array.boxes.empty()) return;
    const bool is_hull = spelling == Spelling::kSharded || spelling == Spelling::kNpy;
    const Extents extents = is_hull ? reached(array.boxes) : array.extents;
    const auto expected = by_elements(extents, array.boxes);
    const auto model = written_and_read(folder / "", {array}, spelling);
    ASSERT_EQ(model.has_value(), !expected);
    if (!expected) return;
    ASSERT_EQ((Refusal{model.error()->code, model.error()->witness}), *expected);
    holes += expected->code == "pieces.hole" ? 1 : 0;
    overlaps += expected->code == "pieces.overlap" ? 1 : 0;
  });
  EXPECT_GE(holes, core::law_minimum(8));
  EXPECT_GE(overlaps, core::law_minimum(8));
}

}  // namespace
}  // namespace tileglot::checkpoint::pieces
