// SPDX-License-Identifier: Apache-2.0
#include "tileglot/placement/words.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <string_view>
#include <vector>

#include "tileglot/core/source_text.h"
#include "tileglot/notation/mesh/mesh_text.h"
#include "tileglot/placement/spread.h"

namespace tileglot::placement {
namespace {

const std::vector<std::int64_t> kExtents{16, 6};

core::Result<Spread> read(std::string_view text, std::string_view mesh = {}) {
  Context context;
  if (!mesh.empty()) context.mesh = *notation::mesh::parse_mesh(mesh);
  return read_spread(text, kExtents, context);
}

std::vector<std::int64_t> places_of(const core::Result<Spread>& spread) {
  std::vector<std::int64_t> places;
  if (!spread) return places;
  for (std::int64_t i = 0; i < spread->places().size(); ++i)
    places.push_back(spread->places().at(i));
  return places;
}

TEST(ReadSpread, ThreeNotationsSayTheSame) {
  const auto xla = read("{devices=[8,1]<=[4,2]T(1,0)}");
  const auto jax = read("P(('y','x'), None)", "x=4 y=2");
  const auto named = read(
      "NamedSharding(mesh=Mesh('x': 4, 'y': 2, axis_types=(Auto, Auto)), "
      "spec=P(('y', 'x'), None), memory_kind=device)",
      "other=3");
  const auto torch = read("[_StridedShard(dim=0, sf=2), Shard(0)]", "(4,2)");
  ASSERT_EQ(places_of(xla), (std::vector<std::int64_t>{0, 2, 4, 6, 1, 3, 5, 7}));
  for (const auto* other : {&jax, &named, &torch}) {
    EXPECT_EQ(places_of(*other), places_of(xla));
    EXPECT_EQ((*other)->cuts(), xla->cuts());
  }
}

TEST(ReadSpread, AMeshSaysHowManyDevicesHaveCopies) {
  EXPECT_EQ(read("{replicated}", "x=4 y=2")->copies(), 8);
  EXPECT_EQ(read("P()", "x=4 y=2")->copies(), 8);
  const auto lost = read("{devices=[1,1,2]3,1 last_tile_dim_replicate}", "x=2");
  ASSERT_FALSE(lost);
  EXPECT_EQ(lost.error()->code, "placement.devices");
}

TEST(ReadSpread, TextsLeaveDifferentThingsToTheirContext) {
  for (const char* text : {"{devices=[2,2]<=[4]}", "{maximal device=0}",
                           "NamedSharding(mesh=Mesh('x': 4), spec=P('x'), memory_kind=device)"})
    EXPECT_EQ(*needs_of(text), Needs::kNothing) << text;
  EXPECT_EQ(*needs_of("{replicated}"), Needs::kDevices);
  for (const char* text : {"P()", "P('x', None)", "[Shard(0)]", "S(0)R"})
    EXPECT_EQ(*needs_of(text), Needs::kMesh) << text;
  EXPECT_TRUE(needs_of("{devices=").error()->line);
  EXPECT_TRUE(needs_of("P('x'").error()->line);
}

TEST(ReadSpread, ErrorsPointIntoTheText) {
  const auto unknown = read("P('z', None)", "x=4 y=2");
  ASSERT_FALSE(unknown);
  EXPECT_EQ(unknown.error()->code, "mesh.no_axis");
  EXPECT_EQ(read("P('x')").error()->code, "mesh.no_mesh");
  EXPECT_EQ(read("  ").error()->code, "placement.words");
  const auto broken = read("{devices=[2,2}");
  ASSERT_FALSE(broken);
  EXPECT_TRUE(broken.error()->line);
}

}  // namespace
}  // namespace tileglot::placement
