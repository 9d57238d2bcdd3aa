// SPDX-License-Identifier: Apache-2.0
#include "tileglot/bridge/swizzled.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <set>
#include <string>
#include <string_view>
#include <variant>

#include "tileglot/bridge/cute.h"
#include "tileglot/bridge/xla.h"
#include "tileglot/core/law.h"
#include "tileglot/core/shared_material.h"
#include "tileglot/map/equal.h"
#include "tileglot/map/index_map.h"
#include "tileglot/notation/cute/composed/any_layout.h"
#include "tileglot/notation/cute/text/parse.h"
#include "tileglot/notation/cute/text/print.h"
#include "tileglot/notation/xla/text/parse.h"

namespace tileglot::bridge {
namespace {

namespace cute = notation::cute;

core::Result<map::IndexMap> map_of(const cute::CuteLayout& layout) {
  return std::visit([](const auto& l) { return to_map(l); }, layout);
}

std::string text_of(const core::Result<cute::CuteLayout>& layout) {
  if (!layout) return layout.error()->code + ": " + layout.error()->message;
  return std::visit([](const auto& l) { return cute::print(l); }, *layout);
}

std::string back_from(std::string_view text) {
  const auto layout = cute::parse_any_layout(text);
  EXPECT_TRUE(layout.has_value()) << text;
  const auto map = map_of(*layout);
  EXPECT_TRUE(map.has_value()) << text;
  return text_of(to_any_cute(*map));
}

TEST(Swizzled, ASwizzleIsFoundInAMap) {
  for (const char* text :
       {"Sw<3,0,3> o 5 o (8,8):(8,1)", "Sw<3,3,3> o 0 o (8,64):(64,1)",
        "Sw<3,0,-3> o 0 o (8,8):(8,1)", "Sw<2,4,3> o 0 o (16,(64,3)):(64,(1,1024))",
        "Sw<3,4,3> o 0 o (64,64):(64,1)", "Sw<1,0,1> o 0 o 4:1"}) {
    EXPECT_EQ(back_from(text), text);
  }
}

TEST(Swizzled, WhatASwizzleDoesNotTouchIsPlain) {
  EXPECT_EQ(back_from("Sw<3,3,3> o 0 o (8,8):(8,1)"), "(8,8):(8,1)");
  EXPECT_EQ(back_from("Sw<1,2,2> o 0 o 4:1"), "4:1");
  EXPECT_EQ(back_from("Sw<3,3,3> o 7 o (4,2):(2,1)"), "Sw<0,0,0> o 7 o (4,2):(2,1)");
  EXPECT_EQ(back_from("(4,2):(10,1) o 2 o 2:1"), "Sw<0,0,0> o 20 o 2:10");
}

TEST(Swizzled, ABitOfASumThatIsAFloorIsFoundToo) {
  EXPECT_EQ(back_from("Sw<1,1,-2> o 1 o 4:1"), "Sw<1,1,-2> o 1 o 4:1");
}

TEST(Swizzled, AMapWithoutASwizzleKeepsItsRefusal) {
  const auto shape = notation::xla::parse_valid_shape("f32[7,5,11]{2,1,0:T(*,2,3)}");
  EXPECT_EQ(text_of(to_any_cute(*to_map(*shape))),
            "bridge.not_affine: the map has floors of a sum, so it is not a sum over digits of "
            "dimensions");
}

void expect_same(const map::IndexMap& map, const core::Result<cute::CuteLayout>& back,
                 const std::string& text) {
  ASSERT_TRUE(back.has_value()) << text << ": " << back.error()->message;
  const auto again = map_of(*back);
  ASSERT_TRUE(again.has_value()) << text_of(back);
  const auto difference = map::first_difference(map, *again);
  ASSERT_TRUE(difference.has_value()) << text;
  ASSERT_FALSE(difference->has_value()) << text << " came back as " << text_of(back);
}

TEST(Swizzled, RandomSwizzledLayoutsComeBack) {
  int swizzled = 0;
  core::check_law("roundtrip_swizzled", 10000, [&swizzled] {
    const cute::Layout<> inner = *cute::any_bit_permutation();
    const cute::Swizzle s = *cute::any_swizzle();
    const std::int64_t offset = *rc::gen::element<std::int64_t>(0, 0, 1, 16, 44, 100);
    const cute::ComposedLayout composed{s, cute::Integer(offset), inner};
    const auto map = to_map(composed);
    ASSERT_TRUE(map.has_value()) << cute::print(composed) << ": " << map.error()->message;
    swizzled += map->is_plain() ? 0 : 1;
    expect_same(*map, to_any_cute(*map), cute::print(composed));
  });
  EXPECT_GT(swizzled, core::law_minimum(50));
}

/// Texts between quotes that are composed layouts, each once, without those whose offset CuTe prints
/// as M_0|(0&4)=0, which is not a number.
std::set<std::string> composed_texts(const std::filesystem::path& path) {
  std::set<std::string> texts;
  std::ifstream file(path);
  for (std::string line; std::getline(file, line);) {
    for (std::size_t at = line.find("Sw<"); at != std::string::npos;
         at = line.find("Sw<", at + 1)) {
      std::string text = line.substr(at, line.find('"', at) - at);
      const bool is_pair = at > 0 && line[at - 1] == '(';
      if (is_pair) text.erase(text.rfind(','));
      if (text.find(" o ") != std::string::npos && cute::parse_any_layout(text)) texts.insert(text);
    }
  }
  return texts;
}

struct Counts {
  int layouts = 0;
  int came_back = 0;
};

Counts check_file(const std::filesystem::path& path) {
  Counts counts;
  for (const std::string& text : composed_texts(path)) {
    ++counts.layouts;
    const auto map = map_of(*cute::parse_any_layout(text));
    EXPECT_TRUE(map.has_value()) << text << ": " << map.error()->message;
    if (!map) continue;
    const auto back = to_any_cute(*map);
    expect_same(*map, back, text);
    counts.came_back += back ? 1 : 0;
  }
  std::cout << path.filename() << ": " << counts.came_back << " of " << counts.layouts
            << " composed layouts came back\n";
  return counts;
}

TEST(Swizzled, TheComposedLayoutsOfTheSampleComeBack) {
  const Counts counts =
      check_file(TILEGLOT_SOURCE_DIR "/tileglot/notation/cute/testdata/cute_sample.jsonl");
  EXPECT_GE(counts.layouts, 5);
}

TEST(Swizzled, TheComposedLayoutsOfTheGoldenFileComeBack) {
  const auto shared = core::shared_folder();
  if (!shared) GTEST_SKIP() << "no shared material: set TILEGLOT_SHARED";
  const Counts counts = check_file(*shared / "golden" / "cute.jsonl");
  EXPECT_GE(counts.layouts, 200);
}

}  // namespace
}  // namespace tileglot::bridge
