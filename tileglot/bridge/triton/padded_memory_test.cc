// SPDX-License-Identifier: Apache-2.0
#include "tileglot/bridge/triton/padded_memory.h"

#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <cstdint>
#include <vector>

#include "tileglot/core/law.h"
#include "tileglot/map/any_map.h"
#include "tileglot/map/example_maps.h"
#include "tileglot/map/walk.h"
#include "tileglot/notation/triton/padded_offset.h"

namespace tileglot::bridge {
namespace {

using notation::triton::Padding;

TEST(PaddedMemory, PaddingFollowsEveryInterval) {
  const map::IndexMap plain = map::map_of({16}, [](map::MapBuilder& b) { return b.dim(0); });
  const std::vector<Padding> paddings{{4, 2}, {8, 1}};
  const map::IndexMap f = *with_padding(plain, paddings);
  EXPECT_EQ(f(map::Coordinate{4}), 6);
  EXPECT_EQ(f(map::Coordinate{11}), 11 + 2 * 2 + 1);
  const std::vector<Padding> none{{0, 2}};
  EXPECT_EQ(with_padding(plain, none).error()->code, "triton.padding");
}

TEST(PaddedMemoryLaw, TheMapPadsEveryOffset) {
  core::check_law("padded_memory_pads_offsets", 5000, [] {
    const map::IndexMap memory = (*map::any_recipe()).map();
    if (memory.size() == 0 || memory.out().bound.lo < 0) return;
    std::vector<Padding> paddings;
    for (int i = *rc::gen::inRange(1, 4); i > 0; --i) {
      paddings.push_back(
          {*rc::gen::inRange<std::int64_t>(1, 20), *rc::gen::inRange<std::int64_t>(0, 9)});
    }
    const auto padded = with_padding(memory, paddings);
    ASSERT_TRUE(padded.has_value()) << padded.error()->message;
    map::BoxWalk plain(memory);
    map::BoxWalk moved(*padded);
    do {
      ASSERT_EQ(moved.offset(), *notation::triton::padded_offset(paddings, plain.offset()));
      moved.next();
    } while (plain.next());
  });
}

}  // namespace
}  // namespace tileglot::bridge
