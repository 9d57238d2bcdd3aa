// SPDX-License-Identifier: Apache-2.0
#include "tileglot/render/picture/picture.h"

#include <gtest/gtest.h>

#include <vector>

namespace tileglot::render {
namespace {

Panel panel_of(std::vector<CellKind> kinds) {
  Panel panel{.rows = {.headers = {"0"}}};
  for (const CellKind kind : kinds) {
    panel.columns.headers.emplace_back("c");
    panel.cells.push_back({.kind = kind});
  }
  return panel;
}

TEST(Picture, KindsOtherThanDataAreListedOnce) {
  const Picture picture{.panels = {panel_of({CellKind::kPadding, CellKind::kData}),
                                   panel_of({CellKind::kWitness, CellKind::kPadding})}};
  EXPECT_EQ(kinds_in(picture), (std::vector{CellKind::kPadding, CellKind::kWitness}));
  EXPECT_TRUE(kinds_in({}).empty());
}

TEST(Picture, EveryKindHasANameAndAMeaning) {
  EXPECT_EQ(name_of(CellKind::kData), "data");
  EXPECT_EQ(name_of(CellKind::kWitness), "witness");
  EXPECT_EQ(meaning_of(CellKind::kPadding), "padding: no element is here");
  EXPECT_EQ(mark_of(CellKind::kAlias, Glyphs::kUnicode), "≡");
  EXPECT_EQ(mark_of(CellKind::kAlias, Glyphs::kAscii), "=");
  EXPECT_EQ(mark_of(CellKind::kData, Glyphs::kAscii), "");
}

}  // namespace
}  // namespace tileglot::render
