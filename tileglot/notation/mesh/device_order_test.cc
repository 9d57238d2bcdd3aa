// SPDX-License-Identifier: Apache-2.0
#include "tileglot/notation/mesh/device_order.h"

#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "tileglot/core/law.h"
#include "tileglot/notation/mesh/any_mesh.h"

namespace tileglot::notation::mesh {
namespace {

using Numbers = std::vector<std::int64_t>;

Numbers devices_of(const DeviceOrder& order) {
  Numbers devices;
  for (std::int64_t p = 0; p < order.count(); ++p) devices.push_back(order.at(p));
  return devices;
}

std::string code_of(const core::Result<DeviceOrder>& order) {
  return order ? "fine" : order.error()->code;
}

TEST(DeviceOrder, AnIotaIsAnArrayTransposed) {
  const auto order = DeviceOrder::iota({.extents = {4, 2}, .permutation = {1, 0}});
  ASSERT_TRUE(order);
  EXPECT_EQ(devices_of(*order), (Numbers{0, 2, 4, 6, 1, 3, 5, 7}));
  EXPECT_EQ(order->place_of(5), 6);
  EXPECT_EQ(order->place_of(8), std::nullopt);
  EXPECT_EQ(order->place_of(-1), std::nullopt);
  EXPECT_EQ(print(*order), "[4,2]T(1,0)");
}

TEST(DeviceOrder, AnIotaHasOneForm) {
  const auto form = [](const IotaOrder& order) { return print(*DeviceOrder::iota(order)); };
  EXPECT_EQ(form({{2, 3, 4}, {2, 0, 1}}), "[6,4]T(1,0)");
  EXPECT_EQ(form({{2, 3, 4}, {0, 1, 2}}), "[24]");
  EXPECT_EQ(form({{1, 6, 1, 4, 1}, {4, 3, 2, 1, 0}}), "[6,4]T(1,0)");
  EXPECT_EQ(form({{}, {}}), "[1]");
}

TEST(DeviceOrder, ListedDevicesInTheirOrderAreTheIdentity) {
  EXPECT_EQ(DeviceOrder::listed({0, 1, 2}), DeviceOrder::identity(3));
  EXPECT_EQ(DeviceOrder::listed({0}), DeviceOrder());
  const auto order = DeviceOrder::listed({7, 4, 9});
  ASSERT_TRUE(order);
  EXPECT_FALSE(order->is_identity());
  EXPECT_EQ(print(*order), "(7,4,9)");
  EXPECT_EQ(order->place_of(4), 1);
  EXPECT_EQ(order->place_of(5), std::nullopt);
}

TEST(DeviceOrder, OtherListsAreRefused) {
  EXPECT_EQ(code_of(DeviceOrder::iota({{4, 0}, {0, 1}})), "mesh.order");
  EXPECT_EQ(code_of(DeviceOrder::iota({{4, 2}, {0, 0}})), "mesh.order");
  EXPECT_EQ(code_of(DeviceOrder::iota({{4, 2}, {0}})), "mesh.order");
  EXPECT_EQ(code_of(DeviceOrder::iota({{4, 2}, {0, 2}})), "mesh.order");
  EXPECT_EQ(code_of(DeviceOrder::iota({{4, 2}, {0, -1}})), "mesh.order");
  EXPECT_EQ(code_of(DeviceOrder::iota({{1LL << 62, 2}, {0, 1}})), "mesh.limit");
  EXPECT_EQ(code_of(DeviceOrder::iota({Numbers(65, 1), Numbers(65, 0)})), "mesh.limit");
  EXPECT_EQ(code_of(DeviceOrder::listed({})), "mesh.order");
  EXPECT_EQ(code_of(DeviceOrder::listed({1, 0, 1})), "mesh.order");
  EXPECT_EQ(code_of(DeviceOrder::listed({1, -1})), "mesh.order");
  EXPECT_EQ(code_of(DeviceOrder::listed(Numbers((1 << 20) + 1, 0))), "mesh.limit");
}

TEST(DeviceOrder, ManyDevicesCostNothing) {
  const std::int64_t half = 1LL << 30;
  const auto order = DeviceOrder::iota({{half, half}, {1, 0}});
  ASSERT_TRUE(order);
  EXPECT_EQ(order->count(), 1LL << 60);
  EXPECT_EQ(order->at(1), half);
  EXPECT_EQ(order->place_of(half + 2), 2 * half + 1);
}

/// The definition: element (i_0, ..) of the transposed array is element x of 0..n-1 in the extents,
/// with x[p[k]] = i_k.
Numbers by_definition(const IotaOrder& order) {
  const std::size_t rank = order.extents.size();
  std::int64_t count = 1;
  for (const std::int64_t extent : order.extents) count *= extent;
  Numbers devices;
  for (std::int64_t place = 0; place < count; ++place) {
    Numbers x(rank);
    std::int64_t rest = place;
    for (std::size_t k = rank; k-- > 0;) {
      const auto dim = static_cast<std::size_t>(order.permutation[k]);
      x[dim] = rest % order.extents[dim];
      rest /= order.extents[dim];
    }
    std::int64_t device = 0;
    for (std::size_t d = 0; d < rank; ++d) device = device * order.extents[d] + x[d];
    devices.push_back(device);
  }
  return devices;
}

TEST(DeviceOrder, IotaIsItsArray) {
  core::check_law("mesh_iota_is_its_array", 20000, [] {
    const IotaOrder iota = *any_iota();
    const Numbers expected = by_definition(iota);
    const auto order = DeviceOrder::iota(iota);
    RC_ASSERT(order.has_value());
    RC_ASSERT(devices_of(*order) == expected);
    for (std::size_t p = 0; p < expected.size(); ++p)
      RC_ASSERT(order->place_of(expected[p]) == static_cast<std::int64_t>(p));
    const auto again = DeviceOrder::iota(order->canonical_iota());
    RC_ASSERT(again == *order);
    RC_ASSERT(order->is_identity() == std::ranges::is_sorted(expected));
  });
}

TEST(DeviceOrder, ListedDevicesAreFound) {
  core::check_law("mesh_listed_devices_are_found", 5000, [] {
    const Mesh mesh = *any_mesh();
    for (std::int64_t device = -1; device < 4 * mesh.devices.count(); ++device) {
      const Numbers devices = devices_of(mesh.devices);
      const auto found = std::ranges::find(devices, device);
      const auto place = mesh.devices.place_of(device);
      RC_ASSERT(place.has_value() == (found != devices.end()));
      if (place) RC_ASSERT(*place == found - devices.begin());
    }
  });
}

}  // namespace
}  // namespace tileglot::notation::mesh
