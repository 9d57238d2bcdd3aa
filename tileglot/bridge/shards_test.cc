// SPDX-License-Identifier: Apache-2.0
// shards_test.cc: the parts of split arrays, against the address of every element.
#include "tileglot/bridge/shards.h"

#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "tileglot/map/any_recipe.h"
#include "tileglot/map/index_map.h"
#include "tileglot/notation/xla/text/parse.h"
#include "tileglot/notation/xla/validate/split_address.h"

namespace tileglot::bridge {
namespace {

namespace xla = notation::xla;

TEST(Shards, ASplitArrayIsAListOfShards) {
  const auto shards = shards_of(*xla::parse_shape("f32[64,96]{1,0:SC(1:40)}"));
  ASSERT_EQ(shards->size(), 2U);
  const map::Shard& second = shards->back();
  EXPECT_EQ(second.begin, (map::Coordinate{0, 40}));
  EXPECT_EQ(map::extents_of(second.map), (std::vector<std::int64_t>{64, 56}));
  EXPECT_EQ(shards->front().map.codomain_size(), 3584);
  EXPECT_EQ(second.map(map::Coordinate{2, 10}), 122);
}

TEST(Shards, EveryElementIsAtItsAddress) {
  for (const std::string_view text :
       {"f32[9]{0:SC(0:2)}", "f32[9]{0:SC(0:0,1,4,9)}", "f32[4,6]{0,1:SC(0:2)(1:1,3)}",
        "f32[20,130]{1,0:T(8,128)SC(0:11)}", "f32[7,5,11]{2,1,0:T(*,2,3)SC(1:2)(2:5,6)}",
        "f32[0,3]{1,0:SC(1:1)}", "f32[3,5]{1,0:T(2,2)}", "f32[]"}) {
    const auto shape = xla::parse_shape(text);
    const auto evaluator = xla::SplitEvaluator::of(*shape);
    const auto shards = shards_of(*shape);
    ASSERT_TRUE(shards.has_value()) << text;
    std::int64_t elements = 0;
    for (std::size_t i = 0; i < shards->size(); ++i) {
      const map::Shard& shard = (*shards)[i];
      elements += shard.map.size();
      map::for_each_coordinate(map::extents_of(shard.map), [&](const map::Coordinate& local) {
        map::Coordinate x = local;
        for (std::size_t k = 0; k < x.size(); ++k) x[k] += shard.begin[k];
        const xla::SplitAddress address = evaluator->address(x);
        ASSERT_EQ(address.part, static_cast<std::int64_t>(i)) << text;
        ASSERT_EQ(shard.map(local), address.offset) << text;
      });
    }
    EXPECT_EQ(elements, evaluator->size()) << text;
  }
}

TEST(Shards, WhatIsNotAnArrayIsRefused) {
  EXPECT_FALSE(shards_of(*xla::parse_shape("(f32[2], f32[3])")).has_value());
}

}  // namespace
}  // namespace tileglot::bridge
