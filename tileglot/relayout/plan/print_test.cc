// SPDX-License-Identifier: Apache-2.0
// print_test.cc: plans as text.
#include "tileglot/relayout/plan/print.h"

#include <gtest/gtest.h>

#include <string_view>

#include "tileglot/bridge/xla.h"
#include "tileglot/map/index_map.h"
#include "tileglot/notation/xla/text/parse.h"
#include "tileglot/relayout/plan/plan.h"

namespace tileglot::relayout::plan {
namespace {

map::IndexMap map_of(std::string_view text) {
  return *bridge::to_map(*notation::xla::parse_shape(text));
}

TEST(Print, TilingBf16PrintsItsLoops) {
  const auto plan =
      plan::plan(map_of("bf16[16,256]{1,0}"), map_of("bf16[16,256]{1,0:T(8,128)(2,1)}"), 16);
  EXPECT_EQ(
      print(*plan),
      "move 4096 elements of 16 bits; source 4096, target 4096 elements, no padding\n"
      "nest of 4096 x 16 bits\n"
      "  for 2: source += 2048, target += 2048\n"
      "    for 4: source += 512, target += 256\n"
      "      transpose blocks of 256 rows x 2 columns, 512 source and 4 target bytes at a time, "
      "straight: target lines are whole\n"
      "        rows 2: source += 128, target += 1024\n"
      "        rows 128: source += 1, target += 2\n"
      "        columns 2: source += 256, target += 1\n");
}

TEST(Print, TablesAndRemaindersPrint) {
  const auto plan = plan::plan(map_of("u8[2,13]{1,0:T(2,3)}"), map_of("u8[2,13]{1,0:T(2,2)}"), 8);
  EXPECT_EQ(print(*plan),
            "move 26 elements of 8 bits; source 28, target 28 elements, 2 of them padding\n"
            "zero 28 bytes in 1 lines\n"
            "nest of 24 x 8 bits\n"
            "  for 2: source += 12, target += 12\n"
            "    for 2: source += 3, target += 2\n"
            "      6 entries of a table\n"
            "nest of 2 x 8 bits, source at 24, target at 24\n"
            "  plane 1 x 2: source += (0, 3), target += (0, 2)\n");
}

TEST(Print, ABlockSaysWhyItIsBuffered) {
  const auto plan = plan::plan(map_of("f32[509,1021]{1,0}"), map_of("f32[509,1021]{0,1}"), 32);
  EXPECT_EQ(
      print(*plan),
      "move 519689 elements of 32 bits; source 519689, target 519689 elements, no padding\n"
      "nest of 519689 x 32 bits\n"
      "  transpose blocks of 1021 rows x 16 columns, 4084 source and 64 target bytes at a time, "
      "through a buffer: target lines are cut\n"
      "    rows 1021: source += 1, target += 509\n"
      "    columns 509: source += 1021, target += 1\n");
}

TEST(Print, ABoxSaysWhatItShuffles) {
  const auto plan = plan::plan(map_of("u8[4,16,31,54,15]{3,1,0,2,4:T(4,6)(2,1)}"),
                               map_of("u8[4,16,31,54,15]{3,4,0,2,1}"), 8);
  EXPECT_EQ(print(*plan),
            "move 1607040 elements of 8 bits; source 1607040, target 1607040 elements, no padding\n"
            "nest of 1607040 x 8 bits\n"
            "  for 124: source += 864, target += 810\n"
            "    shuffle of 12960 bytes in the cache: short loops on both sides\n"
            "      box 4: source += 216, target += 401760\n"
            "      box 2: source += 12, target += 200880\n"
            "      box 2: source += 1, target += 100440\n"
            "      box 15: source += 107136, target += 54\n"
            "      box 9: source += 24, target += 6\n"
            "      box 6: source += 2, target += 1\n");
}

TEST(Print, AWalkIsCounted) {
  const PlanOptions no_tables{.refine = {.max_table_entries = 0}};
  const auto plan =
      plan::plan(map_of("u8[2,13]{1,0:T(2,3)}"), map_of("u8[2,13]{1,0:T(2,2)}"), 8, no_tables);
  EXPECT_EQ(print(*plan),
            "move 26 elements of 8 bits; source 28, target 28 elements, 2 of them padding\n"
            "zero 28 bytes in 1 lines\n"
            "nest of 26 x 8 bits\n"
            "  for 2: source += 3, target += 2\n"
            "    13 points of walk 0\n");
}

}  // namespace
}  // namespace tileglot::relayout::plan
