// SPDX-License-Identifier: Apache-2.0
#include "tileglot/api/reshard/described.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "tileglot/placement/pieces.h"
#include "tileglot/placement/words.h"

namespace tileglot::api {
namespace {

std::string described(std::string_view text, const std::vector<std::int64_t>& extents) {
  return api::described(*placement::read_spread(text, extents, {.devices = 4}));
}

TEST(Described, CutsHaveShortNames) {
  EXPECT_EQ(described("{devices=[4,1]<=[4]}", {8, 6}), "rows of 4 ranks");
  EXPECT_EQ(described("{devices=[2,4]<=[8]}", {8, 8}), "2 x 4 tiles of 8 ranks");
  EXPECT_EQ(described("{devices=[1,2,2]<=[4] last_tile_dim_replicate}", {8, 6}),
            "columns of 2, each on 2 ranks");
  EXPECT_EQ(described("{devices=[1,1,4]<=[4]}", {8, 6, 4}), "parts of dimension 2 of 4 ranks");
  EXPECT_EQ(described("{replicated}", {8}), "whole on each of 4 ranks");
  EXPECT_EQ(described("{maximal device=3}", {8}), "whole on rank 3");
  EXPECT_EQ(api::described(*placement::Pieces::of({8}, {{0, {{0}, {8}}}})), "1 listed piece");
}

}  // namespace
}  // namespace tileglot::api
