// SPDX-License-Identifier: Apache-2.0
#include "tileglot/notation/xla/sharding/tile_assignment.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

#include "tileglot/core/checked.h"
#include "tileglot/core/error.h"
#include "tileglot/notation/xla/shape/limits.h"
#include "tileglot/notation/xla/sharding/detail/iota_digits.h"

namespace tileglot::notation::xla {
namespace {

using core::fail;
using core::Result;
using core::Status;

tl::unexpected<core::Error> bad_tiles(std::string message) {
  return fail({.code = "xla.tiles",
               .message = std::move(message),
               .help = "write a device for each tile, as in [2,2]0,1,2,3, or the devices 0..n-1 in "
                       "an order, as in [2,2]<=[4] or [2,2]<=[2,2]T(1,0)"});
}

Result<std::int64_t> product(std::string_view what, std::span<const std::int64_t> extents) {
  if (extents.size() > kMaxRank) {
    return fail({.code = "xla.limit",
                 .message = fmt::format("more than {} {}", kMaxRank, what),
                 .help = "no sharding in use comes near this limit"});
  }
  std::int64_t product = 1;
  for (const std::int64_t extent : extents) {
    if (extent < 1) return bad_tiles(fmt::format("[{}] has no tiles", fmt::join(extents, ",")));
    if (!core::multiply_fits(product, extent, product))
      return bad_tiles(fmt::format("[{}] are more than 2^63-1 tiles", fmt::join(extents, ",")));
  }
  return product;
}

Status check_permutation(const IotaOrder& order) {
  std::vector<std::int64_t> sorted = order.permutation;
  std::ranges::sort(sorted);
  bool permutes = sorted.size() == order.reshape_dims.size();
  for (std::size_t i = 0; permutes && i < sorted.size(); ++i) {
    permutes = sorted[i] == static_cast<std::int64_t>(i);
  }
  if (permutes) return {};
  const std::size_t shown = std::min(order.permutation.size(), kMaxRank);
  return fail(
      {.code = "xla.devices",
       .message = fmt::format("T({}) does not list each of the {} dimensions of [{}] once",
                              fmt::join(std::span(order.permutation).first(shown), ","),
                              order.reshape_dims.size(), fmt::join(order.reshape_dims, ",")),
       .help = "T(1,0) makes the second dimension the first"});
}

}  // namespace

Result<TileAssignment> listed_tiles(std::vector<std::int64_t> dims,
                                    std::vector<std::int64_t> devices) {
  TILEGLOT_TRY(count, product("dimensions of tiles", dims));
  if (!std::cmp_equal(count, devices.size())) {
    return bad_tiles(fmt::format("[{}] are {} tiles, and {} devices are listed",
                                 fmt::join(dims, ","), count, devices.size()));
  }
  return TileAssignment{.dims = std::move(dims), .devices = std::move(devices)};
}

Result<TileAssignment> iota_tiles(std::vector<std::int64_t> dims, const IotaOrder& order) {
  TILEGLOT_TRY(count, product("dimensions of tiles", dims));
  TILEGLOT_TRY(devices, product("dimensions of devices", order.reshape_dims));
  TILEGLOT_TRY_STATUS(check_permutation(order));
  if (count != devices) {
    return bad_tiles(fmt::format("[{}] are {} tiles, and [{}] are {} devices", fmt::join(dims, ","),
                                 count, fmt::join(order.reshape_dims, ","), devices));
  }
  return TileAssignment{.dims = std::move(dims), .iota = order_of(digits_of(order))};
}

std::int64_t tile_count(const TileAssignment& tiles) {
  std::int64_t count = 1;
  for (const std::int64_t dim : tiles.dims) count *= dim;
  return count;
}

std::int64_t device_at(const TileAssignment& tiles, std::int64_t tile) {
  if (!tiles.iota) return tiles.devices[static_cast<std::size_t>(tile)];
  const IotaDigits digits = digits_of(*tiles.iota);
  std::int64_t device = 0;
  for (std::size_t i = digits.size(); i-- > 0; tile /= digits[i].extent) {
    device += tile % digits[i].extent * digits[i].weight;
  }
  return device;
}

std::optional<std::int64_t> tile_of(const TileAssignment& tiles, std::int64_t device) {
  if (!tiles.iota) {
    const auto found = std::ranges::find(tiles.devices, device);
    if (found == tiles.devices.end()) return std::nullopt;
    return found - tiles.devices.begin();
  }
  if (device < 0 || device >= tile_count(tiles)) return std::nullopt;
  std::int64_t tile = 0;
  for (const IotaDigit& digit : digits_of(*tiles.iota)) {
    tile = tile * digit.extent + device / digit.weight % digit.extent;
  }
  return tile;
}

Result<TileAssignment> as_listed(const TileAssignment& tiles) {
  if (!tiles.iota) return tiles;
  const std::int64_t count = tile_count(tiles);
  if (count > kMaxListedDevices) {
    return fail({.code = "xla.limit",
                 .message = fmt::format("{} devices are too many to list; the limit is {}", count,
                                        kMaxListedDevices),
                 .help = "choose groups of devices that divide the dimensions of <=[..]"});
  }
  TileAssignment listed{.dims = tiles.dims};
  for (std::int64_t i = 0; i < count; ++i) listed.devices.push_back(device_at(tiles, i));
  return listed;
}

}  // namespace tileglot::notation::xla
