// SPDX-License-Identifier: Apache-2.0
#include "tileglot/render/view/fold.h"

#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "tileglot/core/law.h"
#include "tileglot/map/index_map.h"

namespace tileglot::render {
namespace {

const std::vector<map::Dim> kFour = map::dims_of({2, 3, 4, 5});
const std::vector<map::Dim> kNamed = {{2, "register"}, {32, "lane"}, {4, "warp"}};

void expect_fold(std::string_view text, const std::vector<map::Dim>& dims, const Fold& expected) {
  const auto fold = parse_fold(text, dims);
  ASSERT_TRUE(fold.has_value()) << text << ": " << fold.error()->message;
  EXPECT_EQ((Fold{fold->slices, fold->rows, fold->columns}), expected) << text;
}

void expect_refused(std::string_view text, const std::vector<map::Dim>& dims,
                    std::string_view message, core::Span span) {
  const auto fold = parse_fold(text, dims);
  ASSERT_FALSE(fold.has_value()) << text;
  EXPECT_EQ(fold.error()->code, "render.fold");
  EXPECT_EQ(fold.error()->message, message);
  ASSERT_TRUE(fold.error()->span.has_value());
  EXPECT_EQ(*fold.error()->span, span) << text;
}

TEST(Fold, WordsAreNamesNumbersOrNewNames) {
  expect_fold("0 2 | 1", map::dims_of({2, 3, 4}), {.rows = {0, 2}, .columns = {1}});
  expect_fold("n h w c: n h | w c", kFour, {.rows = {0, 1}, .columns = {2, 3}});
  expect_fold("x1 dim0|3 2", kFour, {.rows = {1, 0}, .columns = {3, 2}});
  expect_fold("warp lane | register", kNamed, {.rows = {2, 1}, .columns = {0}});
  // Four unknown words for four dimensions name them as they come.
  expect_fold("b h | w c", kFour, {.rows = {0, 1}, .columns = {2, 3}});
  expect_fold("n h w c: c n | h", kFour, {.slices = {2}, .rows = {3, 0}, .columns = {1}});
  // A dimension's own name is not looked at once there are new ones.
  expect_fold("lane warp register: lane | warp", kNamed,
              {.slices = {2}, .rows = {0}, .columns = {1}});
}

TEST(Fold, NewNamesAreKept) {
  const std::vector<map::Dim> dims = map::dims_of({2, 3});
  EXPECT_EQ(parse_fold("h w: w | h", dims)->names, (std::vector<std::string>{"h", "w"}));
  EXPECT_EQ(parse_fold("h | w", dims)->names, (std::vector<std::string>{"h", "w"}));
  EXPECT_TRUE(parse_fold("1 | 0", dims)->names.empty());
}

TEST(Fold, WhatIsNotNamedMakesSlices) {
  expect_fold("3 | 1", kFour, {.slices = {0, 2}, .rows = {3}, .columns = {1}});
  expect_fold("|", kFour, {.slices = {0, 1, 2, 3}});
  expect_fold("\t 1 |  ", kFour, {.slices = {0, 2, 3}, .rows = {1}});
  expect_fold("|", {}, {});
  expect_fold(":|", {}, {});
}

TEST(Fold, TheLastTwoDimensionsAreRowsAndColumns) {
  EXPECT_EQ(default_fold(0), (Fold{}));
  EXPECT_EQ(default_fold(1), (Fold{.columns = {0}}));
  EXPECT_EQ(default_fold(2), (Fold{.rows = {0}, .columns = {1}}));
  EXPECT_EQ(default_fold(4), (Fold{.slices = {0, 1}, .rows = {2}, .columns = {3}}));
}

TEST(Fold, WhatIsNotAFoldIsRefusedWithItsPlace) {
  expect_refused("0 1", kFour, "a fold has one bar between rows and columns", {0, 3});
  expect_refused("0 | 1 | 2", kFour, "a fold has one bar between rows and columns", {0, 9});
  expect_refused("", kFour, "a fold has one bar between rows and columns", {0, 0});
  expect_refused("0 | 4", kFour, "'4' is not a dimension; there are 0, 1, 2, 3", {4, 5});
  expect_refused("0 | dimx1", kFour, "'dimx1' is not a dimension; there are 0, 1, 2, 3", {4, 9});
  expect_refused("lane | block", kNamed,
                 "'block' is not a dimension; there are register, lane, warp", {7, 12});
  expect_refused("0 | 1 0", kFour, "the dimension '0' is named twice", {6, 7});
  expect_refused("x1 | 1", kFour, "the dimension '1' is named twice", {5, 6});
  expect_refused("n h: n | h", kFour, "2 names for 4 dimensions", {0, 10});
  expect_refused("n h n c: n | h", kFour, "the dimension 'n' is named twice", {4, 5});
  expect_refused("a a | b c", kFour, "the dimension 'a' is named twice", {2, 3});
  expect_refused("n h w c: n h | 2", kFour, "'2' is not a dimension; there are n, h, w, c",
                 {15, 16});
  expect_refused("a | b : c", {}, "'a' is not a dimension; there are none", {0, 1});
  expect_refused("-1 | 99999999999999999999", kFour,
                 "'-1' is not a dimension; there are 0, 1, 2, 3", {0, 2});
}

TEST(Fold, ALongWordIsCut) {
  const std::string word(100000, 'a');
  EXPECT_LT(parse_fold(word + "| 0", kFour).error()->message.size(), 200U);
  EXPECT_LT(parse_fold(word + " " + word + " | b c", kFour).error()->message.size(), 200U);
}

TEST(Fold, DimensionsAreCalledByTheirNamesOrNumbers) {
  EXPECT_EQ(name_of({4, "lane"}, 2), "lane");
  EXPECT_EQ(name_of({4, ""}, 2), "dim 2");
}

TEST(FoldLaw, JunkIsReadOrRefused) {
  core::check_law("junk_is_read_or_refused", 20000, [] {
    const auto text = *rc::gen::container<std::string>(
        rc::gen::element(' ', '|', ':', '0', '1', '2', '3', 'x', 'd', 'i', 'm', 'b', '\t', '\0'));
    const auto fold = parse_fold(text, kFour);
    if (!fold) {
      RC_ASSERT(fold.error()->code == "render.fold");
      RC_ASSERT(fold.error()->span->end <= text.size());
      return;
    }
    // Each dimension is in one of the lists, once.
    std::vector<int> times(kFour.size(), 0);
    for (const auto* list : {&fold->slices, &fold->rows, &fold->columns}) {
      for (const std::size_t k : *list) ++times.at(k);
    }
    RC_ASSERT(times == std::vector<int>(kFour.size(), 1));
  });
}

TEST(Flattened, TheLastDimensionCountsFastest) {
  const Flattened axis(std::vector<std::size_t>{2, 0}, kFour);
  EXPECT_EQ(axis.extent(), 8);
  map::Coordinate x(4, 7);
  axis.write(5, x);
  EXPECT_EQ(x, (map::Coordinate{1, 7, 2, 7}));
  const Flattened none({}, kFour);
  EXPECT_EQ(none.extent(), 1);
  none.write(0, x);
  EXPECT_EQ(x, (map::Coordinate{1, 7, 2, 7}));
  const std::vector<map::Dim> huge = map::dims_of({std::int64_t{1} << 31, std::int64_t{1} << 31});
  const Flattened both(std::vector<std::size_t>{0, 1}, huge);
  EXPECT_EQ(both.extent(), std::int64_t{1} << 62);
  map::Coordinate last(2, 0);
  both.write(both.extent() - 1, last);
  EXPECT_EQ(last, (map::Coordinate{(std::int64_t{1} << 31) - 1, (std::int64_t{1} << 31) - 1}));
}

}  // namespace
}  // namespace tileglot::render
