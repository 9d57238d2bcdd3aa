// SPDX-License-Identifier: Apache-2.0
#include "tileglot/bridge/detail/memory_digits.h"

#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <vector>

#include "tileglot/bridge/any_layout.h"
#include "tileglot/map/index_map.h"

namespace tileglot::bridge {
namespace {

map::IndexMap map_of(std::string_view text) { return *to_map(*parse_layout(text)); }

std::string refusal(std::string_view text) {
  const auto digits = memory_digits(map_of(text), "bridge.not_tiled", "");
  return digits ? "" : digits.error()->code + ": " + digits.error()->witness;
}

TEST(MemoryDigits, TilesAreDigitsInMemoryOrder) {
  EXPECT_EQ(*memory_digits(map_of("f32[3,5]{1,0:T(2,2)}"), "bridge.not_tiled", ""),
            (std::vector<MemoryDigit>{{0, 1, 2, 2, true, false},
                                      {1, 1, 2, 3, true, false},
                                      {0, 0, 1, 2, false, false},
                                      {1, 0, 1, 2, false, false}}));
  EXPECT_EQ(
      *memory_digits(map_of("f32[5,256]{1,0:T(8,128)}"), "bridge.not_tiled", ""),
      (std::vector<MemoryDigit>{
          {1, 1, 128, 2, true, false}, {0, 0, 1, 8, true, true}, {1, 0, 1, 128, false, false}}));
}

TEST(MemoryDigits, GapsAndOverlapsHaveAWitness) {
  EXPECT_EQ(refusal("4:2"), "bridge.not_tiled: offset 1 is never reached");
  EXPECT_EQ(refusal("(4,4):(1,1)"), "bridge.not_tiled: dimension 0 moves by 1");
  EXPECT_EQ(refusal("((2,2),3):((1,9),3)"), "bridge.not_tiled: offset 2 is never reached");
  EXPECT_EQ(refusal("(4,3):(2,9)"), "bridge.not_tiled: offset 8 is never reached");
}

}  // namespace
}  // namespace tileglot::bridge
