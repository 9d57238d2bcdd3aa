// SPDX-License-Identifier: Apache-2.0
#include "tileglot/notation/xla/sharding/validate.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "tileglot/notation/xla/sharding/parse.h"
#include "tileglot/notation/xla/text/parse.h"

namespace tileglot::notation::xla {
namespace {

std::string check(std::string_view sharding, std::string_view shape,
                  std::optional<std::int64_t> devices = {}) {
  const auto status = validate_sharding(*parse_sharding(sharding), *parse_shape(shape), devices);
  return status ? "fits" : status.error()->code + ": " + status.error()->message;
}

TEST(ValidateSharding, ADeviceHasOneTile) {
  EXPECT_EQ(check("{devices=[2,2]0,1,2,3}", "f32[8,8]", 4), "fits");
  EXPECT_EQ(check("{devices=[2,2]0,1,2,2}", "f32[8,8]"), "xla.devices: device 2 has two tiles");
  EXPECT_EQ(check("{devices=[2,2]0,1,2,7}", "f32[8,8]"), "fits");
  EXPECT_EQ(check("{devices=[2,2]0,1,2,7}", "f32[8,8]", 4),
            "xla.devices: there is no device 7 of 4");
  EXPECT_EQ(check("{devices=[2,2]<=[4]}", "f32[8,8]", 8), "xla.devices: 4 tiles for 8 devices");
  EXPECT_EQ(check("{devices=[1,1]<=[1]}", "f32[8,8]").substr(0, 11), "xla.devices");
}

TEST(ValidateSharding, OneDeviceIsThere) {
  EXPECT_EQ(check("{maximal device=3}", "f32[8]"), "fits");
  EXPECT_EQ(check("{maximal device=3}", "f32[8]", 3), "xla.devices: there is no device 3 of 3");
  EXPECT_EQ(check("{maximal device=-1}", "f32[8]"), "xla.devices: there is no device -1");
}

TEST(ValidateSharding, TheRankIsThatOfTheArray) {
  EXPECT_EQ(check("{devices=[2,2]<=[4] last_tile_dim_replicate}", "f32[8]"), "fits");
  EXPECT_EQ(check("{devices=[2,2]<=[4]}", "f32[8]"),
            "xla.sharding_shape: {devices=[2,2]<=[4]} tiles 2 dimensions, and f32[8] has 1");
  EXPECT_EQ(check("{devices=[2,2]<=[4]}", "opaque[]"),
            "xla.sharding_shape: opaque[] is not an array, and has no tiles");
  EXPECT_EQ(check("{devices=[2,2]<=[4]}", "token[]"), "fits");
  EXPECT_EQ(check("{manual}", "f32[8]", 4), "fits");
}

TEST(ValidateSharding, ATupleHasAShardingForEachLeaf) {
  EXPECT_EQ(check("{{replicated}, {devices=[2]<=[2]}}", "(f32[8], (f32[4]))", 2), "fits");
  EXPECT_EQ(check("{{replicated}}", "(f32[8], f32[4])"),
            "xla.sharding_shape: 2 leaves and 1 shardings");
  EXPECT_EQ(check("{{replicated}, {devices=[2]<=[2]}}", "(f32[8], f32[4,4])"),
            "xla.sharding_shape: element 1, f32[4,4]{1,0}: {devices=[2]<=[2]} tiles 1 dimensions, "
            "and f32[4,4] has 2");
  EXPECT_EQ(check("{replicated}", "(f32[8])"), "xla.sharding_shape: {replicated} for (f32[8])");
  EXPECT_EQ(check("{{replicated}}", "f32[8]"), "xla.sharding_shape: {{replicated}} for f32[8]");
  EXPECT_EQ(check("{}", "()"), "fits");
  EXPECT_EQ(check("{{replicated}}", "()"), "fits");
}

}  // namespace
}  // namespace tileglot::notation::xla
