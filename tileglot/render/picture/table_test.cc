// SPDX-License-Identifier: Apache-2.0
#include "tileglot/render/picture/table.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <string>

#include "tileglot/bridge/any_layout.h"
#include "tileglot/map/index_map.h"

namespace tileglot::render {
namespace {

map::IndexMap map_of(const std::string& text) {
  return *bridge::to_map(*bridge::parse_layout(text));
}

TEST(Table, ALineACoordinateRowMajor) {
  EXPECT_EQ(*to_table(map_of("f32[1,3]{1,0:T(2,2)}")), "(0,0) 0\n(0,1) 1\n(0,2) 4\n");
}

TEST(Table, LongTablesAreRefused) {
  EXPECT_EQ(to_table(map_of("f32[1000,1000]")).error()->code, "convert.too_long");
}

}  // namespace
}  // namespace tileglot::render
