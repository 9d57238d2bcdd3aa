// SPDX-License-Identifier: Apache-2.0
#include "tileglot/render/view/color_by.h"

#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <string>
#include <string_view>
#include <vector>

#include "tileglot/core/checked.h"
#include "tileglot/core/law.h"
#include "tileglot/render/picture/picture.h"

namespace tileglot::render {
namespace {

constexpr MemoryScale kF16{.element_bits = 16};

/// One row of cells.
Picture picture_of(std::vector<Cell> cells) {
  Panel panel{.rows = {.headers = {"0"}}};
  panel.columns.headers.resize(cells.size(), "c");
  panel.cells = std::move(cells);
  return {.panels = {std::move(panel)}};
}

Picture picture_at(const std::vector<std::int64_t>& offsets) {
  std::vector<Cell> cells;
  cells.reserve(offsets.size());
  for (const std::int64_t offset : offsets) cells.push_back({.offset = offset});
  return picture_of(std::move(cells));
}

/// The values of all shades; -1 without one.
std::vector<int> shades_of(const Picture& picture) {
  std::vector<int> shades;
  for (const Cell& cell : picture.panels[0].cells)
    shades.push_back(cell.shade.kind == Shade::Kind::kNone ? -1 : cell.shade.value);
  return shades;
}

std::string legend_text(const Picture& picture) {
  std::string text = picture.legend_title + ":";
  for (const LegendEntry& entry : picture.legend)
    text += " " + std::to_string(entry.shade.value) + "=" + entry.text;
  return text;
}

using Shades = std::vector<int>;

TEST(ColorBy, BanksAreTakenFourAtATime) {
  Picture picture = picture_at({0, 7, 8, 15, 16, 63, 64, 65});
  ASSERT_TRUE(color_by(picture, ColorBy::kBank, kF16));
  EXPECT_EQ(shades_of(picture), (Shades{0, 0, 1, 1, 2, 7, 0, 0}));
  EXPECT_EQ(legend_text(picture), "bank: 0=0-3 1=4-7 2=8-11 7=28-31");
  EXPECT_EQ(bank_of(2, kF16), 1);
  EXPECT_EQ(bank_of(63, kF16), 31);
  EXPECT_EQ(bank_of(64, kF16), 0);
  EXPECT_EQ(bank_of(-1, kF16), 31);
  EXPECT_EQ(bank_of(9, {.element_bits = 4}), 1);
  EXPECT_EQ(bank_of(3, {.element_bits = 128}), 12);
}

TEST(ColorBy, OffsetsGoRoundEightShades) {
  Picture picture = picture_at({0, 3, 8, 9, -1});
  ASSERT_TRUE(color_by(picture, ColorBy::kOffset, {}));
  EXPECT_EQ(shades_of(picture), (Shades{0, 3, 0, 1, 7}));
  EXPECT_EQ(legend_text(picture), "offset mod 8: 0=0 1=1 3=3 7=7");
  EXPECT_EQ(picture.panels[0].cells[1].shade.kind, Shade::Kind::kBucket);
  Picture groups = picture_at({0, 8, 16, 60});
  ASSERT_TRUE(color_by(groups, ColorBy::kOffset, {.group = 8}));
  EXPECT_EQ(shades_of(groups), (Shades{0, 1, 2, 7}));
  EXPECT_EQ(legend_text(groups), "offset / 8: 0=0 1=1 2=2 7=7");
}

TEST(ColorBy, AnOrderIsARampFromTheFirstOffsetToTheLast) {
  Picture picture = picture_at({10, 12, 14, 18, 30});
  ASSERT_TRUE(color_by(picture, ColorBy::kOrder, {}));
  EXPECT_EQ(shades_of(picture), (Shades{0, 25, 51, 102, 255}));
  EXPECT_EQ(picture.panels[0].cells[1].shade.kind, Shade::Kind::kRamp);
  EXPECT_EQ(legend_text(picture), "offset: 0=10 63=15 127=20 191=25 255=30");
  Picture one = picture_at({5, 5});
  ASSERT_TRUE(color_by(one, ColorBy::kOrder, {}));
  EXPECT_EQ(legend_text(one), "offset: 0=5");
  Picture widest = picture_at({core::kInt64Min, 0, core::kInt64Max});
  ASSERT_TRUE(color_by(widest, ColorBy::kOrder, {}));
  EXPECT_EQ(shades_of(widest), (Shades{0, 127, 255}));
  EXPECT_EQ(widest.legend.front().text, "-9223372036854775808");
  EXPECT_EQ(widest.legend.back().text, "9223372036854775807");
}

TEST(ColorBy, KeysThatLookTheSameTellNothingApart) {
  const Picture multiples = picture_of({{.offset = 0}, {.offset = 256}, {.offset = 512}});
  EXPECT_FALSE(tells_apart(multiples, ColorBy::kOffset, {}));
  EXPECT_TRUE(tells_apart(multiples, ColorBy::kOffset, {.group = 256}));
  EXPECT_FALSE(tells_apart(multiples, ColorBy::kTile, {}));
  EXPECT_FALSE(tells_apart({}, ColorBy::kOffset, {}));
}

TEST(ColorBy, TilesThreadValuesAndNothing) {
  const ThreadValue tv{.reg = 3, .lane = 1, .warp = 2, .thread = 65};
  const std::vector<Cell> cells = {
      {.coordinate = {0}, .thread_values = {tv, ThreadValue{}}, .tile = 9},
      {.kind = CellKind::kHole}};
  const auto shades_by = [&](ColorBy by) {
    Picture picture = picture_of(cells);
    EXPECT_TRUE(color_by(picture, by, {}));
    return std::pair(shades_of(picture), legend_text(picture));
  };
  EXPECT_EQ(shades_by(ColorBy::kTile), std::pair(Shades({1, -1}), std::string("tile mod 8: 1=1")));
  EXPECT_EQ(shades_by(ColorBy::kThread),
            std::pair(Shades({1, -1}), std::string("thread mod 8: 1=1")));
  EXPECT_EQ(shades_by(ColorBy::kWarp), std::pair(Shades({2, -1}), std::string("warp: 2=2")));
  EXPECT_EQ(shades_by(ColorBy::kRegister),
            std::pair(Shades({3, -1}), std::string("register: 3=3")));
  EXPECT_EQ(shades_by(ColorBy::kNone), std::pair(Shades({-1, -1}), std::string(":")));
}

TEST(ColorBy, TheLastColouringCounts) {
  Picture picture = picture_at({1, 2});
  picture.panels[0].cells.push_back({.kind = CellKind::kHole});
  ASSERT_TRUE(color_by(picture, ColorBy::kTile, {}));
  ASSERT_TRUE(color_by(picture, ColorBy::kOffset, {}));
  EXPECT_EQ(shades_of(picture), (Shades{1, 2, -1}));
  ASSERT_TRUE(color_by(picture, ColorBy::kNone, {}));
  EXPECT_EQ(shades_of(picture), (Shades{-1, -1, -1}));
  EXPECT_TRUE(picture.legend.empty());
  EXPECT_EQ(picture.legend_title, "");
}

TEST(ColorBy, WhatHasNoKeyIsRefused) {
  Picture picture = picture_at({0});
  EXPECT_EQ(color_by(picture, ColorBy::kBank, {}).error()->code, "render.no_type");
  for (const ColorBy by : {ColorBy::kThread, ColorBy::kWarp, ColorBy::kRegister}) {
    EXPECT_EQ(color_by(picture, by, {}).error()->code, "render.no_owners");
    EXPECT_NE(color_by(picture, by, {}).error()->message.find(name_of(by)), std::string::npos);
  }
  Picture nothing;
  EXPECT_TRUE(color_by(nothing, ColorBy::kOffset, {}));
  EXPECT_TRUE(nothing.legend.empty());
}

TEST(ColorBy, NamesAreReadAndNearMissesGuessed) {
  for (const std::string_view name :
       {"none", "offset", "tile", "thread", "warp", "register", "bank", "order"}) {
    EXPECT_EQ(name_of(parse_color_by(name).value()), name);
  }
  const auto near = parse_color_by("banks");
  EXPECT_EQ(near.error()->code, "show.color");
  EXPECT_EQ(near.error()->message, "'banks' is not a way to colour cells");
  EXPECT_NE(near.error()->help.find("bank"), std::string::npos);
  EXPECT_EQ(parse_color_by("").error()->code, "show.color");
  EXPECT_EQ(parse_color_by("zzzz").error()->help,
            "write offset, tile, thread, warp, register, bank, order or none");
  EXPECT_LT(parse_color_by(std::string(100000, 'x')).error()->message.size(), 200U);
}

TEST(ColorByLaw, ABankIsCountedInBytes) {
  core::check_law("a_bank_is_counted_in_bytes", 5000, [] {
    const MemoryScale memory{.element_bits = *rc::gen::inRange(1, 129),
                             .banks = *rc::gen::element<std::int64_t>(16, 32, 64),
                             .bank_bytes = *rc::gen::element<std::int64_t>(4, 8)};
    const std::int64_t offset = *rc::gen::arbitrary<std::int64_t>() >> *rc::gen::inRange(0, 60);
    // The bits before the element, added up one element size at a time in the round of all banks.
    const std::int64_t word_bits = 8 * memory.bank_bytes;
    const std::int64_t round = word_bits * memory.banks;
    std::int64_t bit = 0;
    for (std::int64_t i = 0; i < memory.element_bits; ++i)
      bit = core::floor_mod(bit + core::floor_mod(offset, round), round);
    RC_ASSERT(bank_of(offset, memory) == bit / word_bits);
  });
}

TEST(ColorByLaw, ALegendHasTheShadesOfItsNumbers) {
  core::check_law("a_legend_has_the_shades_of_its_numbers", 2000, [] {
    auto offsets = *rc::gen::nonEmpty<std::vector<std::int64_t>>();
    Picture picture = picture_at(offsets);
    RC_ASSERT(color_by(picture, ColorBy::kOrder, {}).has_value());
    RC_ASSERT(picture.legend.front().text == std::to_string(*std::ranges::min_element(offsets)));
    RC_ASSERT(picture.legend.back().text == std::to_string(*std::ranges::max_element(offsets)));
    for (const LegendEntry& entry : picture.legend) offsets.push_back(std::stoll(entry.text));
    Picture again = picture_at(offsets);
    RC_ASSERT(color_by(again, ColorBy::kOrder, {}).has_value());
    const std::size_t first = offsets.size() - picture.legend.size();
    for (std::size_t i = 0; i < picture.legend.size(); ++i)
      RC_ASSERT(again.panels[0].cells[first + i].shade == picture.legend[i].shade);
  });
}

}  // namespace
}  // namespace tileglot::render
