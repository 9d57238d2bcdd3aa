// SPDX-License-Identifier: Apache-2.0
#include "tileglot/placement/mesh.h"

#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "tileglot/core/law.h"
#include "tileglot/map/box.h"
#include "tileglot/notation/mesh/any_mesh.h"
#include "tileglot/notation/mesh/cut.h"
#include "tileglot/notation/mesh/mesh.h"
#include "tileglot/notation/mesh/mesh_text.h"
#include "tileglot/notation/mesh/tiles.h"
#include "tileglot/notation/mesh/words.h"
#include "tileglot/notation/xla/sharding/parse.h"
#include "tileglot/placement/spread.h"
#include "tileglot/placement/xla.h"

namespace tileglot::placement {
namespace {

namespace mesh = notation::mesh;

TEST(SpreadOfMesh, APartitionSpecIsTheShardingThatXlaGets) {
  const std::vector<std::int64_t> extents{16, 6};
  const auto words = mesh::parse_words("P(('y','x'), None)");
  ASSERT_TRUE(words);
  const auto cut = mesh::cut_on(*words, *mesh::parse_mesh("x=4 y=2"), 2);
  ASSERT_TRUE(cut);
  const auto spread = spread_of(*cut, extents);
  const auto xla =
      spread_of(*notation::xla::parse_sharding("{devices=[8,1]<=[4,2]T(1,0)}"), extents);
  ASSERT_TRUE(spread && xla);
  EXPECT_EQ(spread->cuts(), xla->cuts());
  EXPECT_EQ(spread->places().digits(), xla->places().digits());
}

TEST(SpreadOfMesh, AMeshOfAMillionDevicesIsAFewDigits) {
  const auto cut = mesh::cut_on(*mesh::parse_words("P('x', 'z')"),
                                *mesh::parse_mesh("x=1024 y=16 z=64 devices=[64,16384]T(1,0)"), 2);
  ASSERT_TRUE(cut);
  const auto spread = spread_of(*cut, std::vector<std::int64_t>{4096, 4096});
  ASSERT_TRUE(spread);
  EXPECT_FALSE(spread->places().is_listed());
  EXPECT_EQ(spread->copies(), 16);
}

/// Against the notation's own evaluator, which goes from the device to its coordinate.
void expect_boxes(const mesh::MeshCut& cut, const std::vector<std::int64_t>& extents) {
  const auto spread = spread_of(cut, extents);
  RC_ASSERT(spread.has_value());
  std::int64_t held = 0;
  for (std::int64_t place = 0; place < mesh::device_count(cut.mesh); ++place) {
    const std::int64_t device = cut.mesh.devices.at(place);
    const auto box = mesh::box_of(device, extents, cut.cut, cut.mesh);
    RC_ASSERT(box.has_value());
    const auto found = spread->held_by(device);
    RC_ASSERT(found.has_value());
    RC_ASSERT(spread->box(found->tile) == (map::Box{box->begin, box->end}));
    ++held;
  }
  RC_ASSERT(held == spread->tiles() * spread->copies());
}

TEST(SpreadOfMeshLaw, ADeviceHasTheBoxOfItsCoordinate) {
  core::check_law("a_device_has_the_box_of_its_coordinate", 10000, [] {
    const mesh::Mesh grid = *mesh::any_mesh();
    const auto rank = static_cast<std::size_t>(mesh::any_between(1, 3));
    std::vector<std::int64_t> extents;
    for (std::size_t i = 0; i < rank; ++i) extents.push_back(mesh::any_between(1, 20));
    const bool is_jax = mesh::any_between(0, 1) == 0;
    const auto cut = is_jax ? mesh::resolve(*mesh::any_spec(grid, rank), grid, rank)
                            : mesh::resolve(*mesh::any_placements(grid, rank), grid, rank);
    RC_ASSERT(cut.has_value());
    expect_boxes({grid, *cut}, extents);
  });
}

}  // namespace
}  // namespace tileglot::placement
