// SPDX-License-Identifier: Apache-2.0
// acceptance_sharding_test.cc: what XLA's own parser tests say of shardings, line by line.
#include <gtest/gtest.h>

#include <string>
#include <string_view>

#include "tileglot/notation/xla/sharding/parse.h"
#include "tileglot/notation/xla/sharding/print.h"
#include "tileglot/notation/xla/wire/sharding_wire.h"

namespace tileglot::notation::xla {
namespace {

/// Through text and through bytes.
void expect_round_trip(std::string_view text) {
  const auto read = parse_sharding(text);
  ASSERT_TRUE(read) << text << ": " << read.error()->message;
  EXPECT_EQ(print(*read), text);
  const auto decoded = sharding_from_wire(to_wire(*read));
  ASSERT_TRUE(decoded) << text << ": " << decoded.error()->message;
  EXPECT_EQ(*decoded, *read) << text;
}

TEST(HloParserAcceptance, Line16MaximalDeviceRoundTrips) {
  expect_round_trip("{maximal device=42}");
}

TEST(HloParserAcceptance, Line17ListedDevicesWithLastTileDimsRoundTrip) {
  expect_round_trip(
      "{devices=[2,2,2,2]0,1,2,3,4,5,6,7,8,9,10,11,12,13,14,15 "
      "last_tile_dims={manual, replicated}}");
}

TEST(HloParserAcceptance, Line18IotaWithLastTileDimReplicateRoundTrips) {
  expect_round_trip("{devices=[2,2]<=[4] last_tile_dim_replicate}");
}

TEST(HloParserAcceptance, Line19TransposedIotasRoundTrip) {
  expect_round_trip("{devices=[2,2]<=[2,2]T(1,0) last_tile_dim_replicate}");
  expect_round_trip("{devices=[2,2,2,2]<=[2,2,4]T(2,1,0) last_tile_dims={manual, replicated}}");
}

TEST(HloParserAcceptance, Line20ShardGroupsRoundTrip) {
  expect_round_trip("{manual shard_as 1}");
  expect_round_trip("{manual shard_like 1}");
}

}  // namespace
}  // namespace tileglot::notation::xla
