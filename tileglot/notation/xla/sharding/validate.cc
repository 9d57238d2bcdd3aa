// SPDX-License-Identifier: Apache-2.0
#include "tileglot/notation/xla/sharding/validate.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "tileglot/core/error.h"
#include "tileglot/notation/xla/shape/leaves.h"
#include "tileglot/notation/xla/shape/print.h"
#include "tileglot/notation/xla/sharding/print.h"

namespace tileglot::notation::xla {
namespace {

using core::fail;
using core::Status;
using Devices = std::optional<std::int64_t>;

tl::unexpected<core::Error> unfit(std::string message, std::string help) {
  return fail(
      {.code = "xla.sharding_shape", .message = std::move(message), .help = std::move(help)});
}

tl::unexpected<core::Error> bad_devices(std::string message) {
  return fail({.code = "xla.devices",
               .message = std::move(message),
               .help = "name each of the devices 0..n-1 once"});
}

Status check_there(std::int64_t device, Devices devices) {
  if (device >= 0 && device < devices.value_or(device + 1)) return {};
  if (!devices) return bad_devices(fmt::format("there is no device {}", device));
  return bad_devices(fmt::format("there is no device {} of {}", device, *devices));
}

Status check_listed(std::vector<std::int64_t> named, Devices devices) {
  for (const std::int64_t device : named) TILEGLOT_TRY_STATUS(check_there(device, devices));
  std::ranges::sort(named);
  const auto twice = std::ranges::adjacent_find(named);
  if (twice == named.end()) return {};
  return bad_devices(fmt::format("device {} has two tiles", *twice));
}

Status check_data_rank(const Sharding& sharding, const Shape& shape) {
  if (is_array(shape) && data_rank(sharding) == rank(shape)) return {};
  const auto whole = print(shape, LayoutText::kHidden);
  if (!is_array(shape))
    return unfit(fmt::format("{} is not an array, and has no tiles", whole), "");
  return unfit(fmt::format("{} tiles {} dimensions, and {} has {}", print(sharding),
                           data_rank(sharding), whole, rank(shape)),
               "write one number of tiles for each dimension of the array, then the subgroups");
}

Status check_tiled(const Sharding& sharding, const Shape& shape, Devices devices) {
  TILEGLOT_TRY_STATUS(check_listed(sharding.tiles.devices, devices));
  TILEGLOT_TRY_STATUS(check_data_rank(sharding, shape));
  const std::int64_t count = tile_count(sharding.tiles);
  if (devices && count != *devices)
    return bad_devices(fmt::format("{} tiles for {} devices", count, *devices));
  if (count > 1) return {};
  return bad_devices(fmt::format("{} has one device: write {{replicated}} or {{maximal device=0}}",
                                 print(sharding)));
}

Status check_tuple(const Sharding& sharding, const Shape& shape, Devices devices) {
  const std::vector<Leaf> leaves = xla::leaves(shape);
  const auto& elements = sharding.elements;
  if (leaves.empty() && elements.size() <= 1) return {};
  if (leaves.size() != elements.size()) {
    return unfit(fmt::format("{} leaves and {} shardings", leaves.size(), elements.size()),
                 "a tuple has a sharding for each array inside it, in order");
  }
  for (std::size_t i = 0; i < leaves.size(); ++i) {
    auto status = validate_sharding(elements[i], leaves[i].shape, devices);
    if (status) continue;
    status.error()->message =
        fmt::format("element {}, {}: {}", i, print(leaves[i].shape), status.error()->message);
    return status;
  }
  return {};
}

}  // namespace

Status validate_sharding(const Sharding& sharding, const Shape& shape, Devices devices) {
  if (shape.type == PrimitiveType::kToken) return {};
  const bool tuple = shape.type == PrimitiveType::kTuple;
  if (tuple != (sharding.kind == ShardingKind::kTuple)) {
    return unfit(fmt::format("{} for {}", print(sharding), print(shape, LayoutText::kHidden)),
                 "a tuple, and only a tuple, has a tuple of shardings");
  }
  if (tuple) return check_tuple(sharding, shape, devices);
  if (sharding.kind == ShardingKind::kMaximal) return check_there(sharding.device, devices);
  if (sharding.kind == ShardingKind::kTiled) return check_tiled(sharding, shape, devices);
  return {};
}

}  // namespace tileglot::notation::xla
