// SPDX-License-Identifier: Apache-2.0
#include "tileglot/relayout/reshard/routes.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <string_view>
#include <tuple>
#include <vector>

#include "tileglot/notation/xla/sharding/parse.h"
#include "tileglot/placement/side.h"
#include "tileglot/placement/xla.h"
#include "tileglot/relayout/reshard/array.h"
#include "tileglot/relayout/reshard/transfer.h"

namespace tileglot::relayout::reshard {
namespace {

placement::Side side(std::string_view text, const std::vector<std::int64_t>& extents) {
  return *placement::spread_of(*notation::xla::parse_sharding(text), extents);
}

/// From, origin, elements.
using Route = std::tuple<std::int64_t, std::int64_t, std::int64_t>;

std::vector<Route> received(const Array& array, const RouteOptions& options, std::int64_t rank) {
  std::vector<Route> routes;
  receives(array, 0, options, rank, [&](const Transfer& t) {
    routes.emplace_back(t.from, t.origin, t.bits / array.element_bits);
  });
  return routes;
}

TEST(Routes, ReplicasOnANodeFetchOnceAndTellEachOther) {
  const Array array{.element_bits = 32,
                    .source = side("{devices=[4,1]<=[4]}", {8, 6}),
                    .target = side("{devices=[1,2,2]<=[4] last_tile_dim_replicate}", {8, 6})};
  EXPECT_EQ(received(array, {.ranks_per_node = 2}, 0),
            (std::vector<Route>{{1, 1, 6}, {2, 2, 6}, {1, 3, 6}}));
  EXPECT_EQ(received(array, {}, 0), (std::vector<Route>{{1, 1, 6}, {2, 2, 6}, {3, 3, 6}}));
}

TEST(Routes, ALargeBoxIsSentByAllCopiesInTurn) {
  const std::vector<std::int64_t> extents{10};
  const Array array{
      .source = *placement::spread_of(*notation::xla::parse_sharding("{replicated}"), extents, 3),
      .target = side("{maximal device=5}", extents)};
  // 5 mod 3 is 2: part 0 comes from copy 2, part 1 from copy 0, part 2 from copy 1.
  EXPECT_EQ(received(array, {.split_bytes = 3}, 5),
            (std::vector<Route>{{2, 2, 4}, {0, 0, 3}, {1, 1, 3}}));
  EXPECT_EQ(received(array, {.split_bytes = 4}, 5), (std::vector<Route>{{2, 2, 10}}));
}

TEST(Routes, ACopyOnTheNodeIsNearer) {
  const std::vector<std::int64_t> extents{10};
  const Array array{
      .source = *placement::spread_of(*notation::xla::parse_sharding("{replicated}"), extents, 5),
      .target = side("{maximal device=7}", extents)};
  EXPECT_EQ(received(array, {.ranks_per_node = 4}, 7), (std::vector<Route>{{4, 4, 10}}));
}

}  // namespace
}  // namespace tileglot::relayout::reshard
