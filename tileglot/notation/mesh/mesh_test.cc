// SPDX-License-Identifier: Apache-2.0
#include "tileglot/notation/mesh/mesh.h"

#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "tileglot/core/law.h"
#include "tileglot/notation/mesh/any_mesh.h"
#include "tileglot/notation/mesh/device_order.h"
#include "tileglot/notation/mesh/mesh_text.h"

namespace tileglot::notation::mesh {
namespace {

using Numbers = std::vector<std::int64_t>;

std::string code_of(const core::Result<Mesh>& mesh) { return mesh ? "fine" : mesh.error()->code; }

TEST(Mesh, ACoordinateHasAPlaceAndAPlaceADevice) {
  const auto mesh = parse_mesh("x=4 y=2 devices=[4,2]T(1,0)");
  ASSERT_TRUE(mesh);
  EXPECT_EQ(device_at(*mesh, Numbers{1, 0}), 4);
  EXPECT_EQ(coordinate_of(*mesh, 4), (Numbers{1, 0}));
  EXPECT_EQ(coordinate_of(*mesh, 8), std::nullopt);
  EXPECT_EQ(axis_named(*mesh, "y"), 1U);
  EXPECT_EQ(axis_named(*mesh, "z"), std::nullopt);
  EXPECT_EQ(axes_in_words(*mesh), "the axes of the mesh are 'x', 'y'");
}

TEST(Mesh, AMeshWithoutAxesHasOneDevice) {
  const auto mesh = make_mesh({});
  ASSERT_TRUE(mesh);
  EXPECT_EQ(device_count(*mesh), 1);
  EXPECT_EQ(coordinate_of(*mesh, 0), Numbers{});
}

TEST(Mesh, OtherAxesAreRefused) {
  EXPECT_EQ(code_of(make_mesh({{"x", 2}, {"x", 2}})), "mesh.axis");
  EXPECT_EQ(code_of(make_mesh({{"", 2}})), "mesh.name");
  EXPECT_EQ(code_of(make_mesh({{"it's", 2}})), "mesh.name");
  EXPECT_EQ(code_of(make_mesh({{std::string(257, 'x'), 2}})), "mesh.name");
  EXPECT_EQ(code_of(make_mesh({{"x", 0}})), "mesh.size");
  EXPECT_EQ(code_of(make_mesh({{"x", 1LL << 62}, {"y", 2}})), "mesh.limit");
  EXPECT_EQ(code_of(make_mesh({{"x", 3}}, DeviceOrder::identity(4))), "mesh.order");
  std::vector<Axis> axes;
  for (int i = 0; i < 65; ++i) axes.push_back({std::to_string(i), 1});
  EXPECT_EQ(code_of(make_mesh(axes)), "mesh.limit");
}

TEST(Mesh, EveryDeviceHasOneCoordinate) {
  core::check_law("mesh_devices_have_coordinates", 10000, [] {
    const Mesh mesh = *any_mesh();
    Numbers coordinate(mesh.axes.size(), 0);
    for (std::int64_t place = 0; place < device_count(mesh); ++place) {
      const std::int64_t device = device_at(mesh, coordinate);
      RC_ASSERT(device == mesh.devices.at(place));
      RC_ASSERT(coordinate_of(mesh, device) == coordinate);
      for (std::size_t i = coordinate.size(); i-- > 0;) {
        coordinate[i] = (coordinate[i] + 1) % mesh.axes[i].size;
        if (coordinate[i] != 0) break;
      }
    }
  });
}

}  // namespace
}  // namespace tileglot::notation::mesh
