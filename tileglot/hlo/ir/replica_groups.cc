// SPDX-License-Identifier: Apache-2.0
#include "tileglot/hlo/ir/replica_groups.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "tileglot/core/checked.h"
#include "tileglot/core/error.h"
#include "tileglot/notation/xla/sharding/tile_assignment.h"

namespace tileglot::hlo {
namespace {

using core::Result;
using core::Status;
using notation::xla::TileAssignment;

tl::unexpected<core::Error> wrong_mesh(std::string message, std::string help) {
  return core::fail({.code = "hlo.mesh", .message = std::move(message), .help = std::move(help)});
}

std::int64_t size_of(const MeshGroups& groups, const AxisRef& ref) {
  return ref.part ? ref.part->size : groups.devices.dims[ref.axis];
}

std::int64_t blocks_before(const AxisRef& ref) { return ref.part ? ref.part->blocks : 1; }

Status check_part(const MeshGroups& groups, const AxisRef& ref) {
  if (!ref.part) return {};
  const std::int64_t whole = groups.devices.dims[ref.axis];
  const auto [blocks, size] = *ref.part;
  const auto product = core::checked_mul(blocks, size);
  if (blocks >= 1 && size >= 2 && size < whole && product && whole % *product == 0) return {};
  return wrong_mesh(
      fmt::format("the part ({}){} does not divide the axis {} of {} devices", blocks, size,
                  groups.names[ref.axis], whole),
      "(B)S is the part of an axis that has B blocks before it and S devices: B*S divides the "
      "axis, and S is at least 2");
}

/// True if the axis can be cut into factors of which both are one.
bool lie_apart(const MeshGroups& groups, const AxisRef& a, const AxisRef& b) {
  if (a.axis != b.axis) return true;
  if (!a.part || !b.part) return false;
  const bool in_order = blocks_before(a) <= blocks_before(b);
  const AxisRef& first = in_order ? a : b;
  const AxisRef& second = in_order ? b : a;
  return blocks_before(second) % (blocks_before(first) * size_of(groups, first)) == 0;
}

/// A factor of the mesh: so many devices, so far apart in the list of devices.
struct Factor {
  std::int64_t extent = 1;
  std::int64_t stride = 1;
};

/// The positions of a row-major array of these factors.
std::vector<std::int64_t> positions(const std::vector<Factor>& factors) {
  std::vector<std::int64_t> result{0};
  for (const Factor& factor : factors) {
    std::vector<std::int64_t> next;
    next.reserve(result.size() * static_cast<std::size_t>(factor.extent));
    for (const std::int64_t begin : result) {
      for (std::int64_t i = 0; i < factor.extent; ++i) next.push_back(begin + i * factor.stride);
    }
    result = std::move(next);
  }
  return result;
}

/// The factors along which groups differ, and those along which a group's devices do.
struct Factors {
  std::vector<Factor> outer = {};
  std::vector<Factor> inner = {};
};

/// Cuts one axis, whose devices are `stride` apart, into the parts that are listed and the rest.
void cut_axis(const MeshGroups& groups, std::size_t axis, std::int64_t stride, Factors& factors) {
  std::vector<std::size_t> listed;
  for (std::size_t i = 0; i < groups.along.size(); ++i) {
    if (groups.along[i].axis == axis) listed.push_back(i);
  }
  std::sort(listed.begin(), listed.end(), [&groups](std::size_t a, std::size_t b) {
    return blocks_before(groups.along[a]) < blocks_before(groups.along[b]);
  });
  std::int64_t rest = groups.devices.dims[axis];
  std::int64_t before = 1;
  for (const std::size_t i : listed) {
    const std::int64_t gap = blocks_before(groups.along[i]) / before;
    rest /= gap;
    factors.outer.push_back({gap, rest * stride});
    const std::int64_t size = size_of(groups, groups.along[i]);
    rest /= size;
    factors.inner[i] = {size, rest * stride};
    before = blocks_before(groups.along[i]) * size;
  }
  factors.outer.push_back({rest, stride});
}

Factors factors_of(const MeshGroups& groups) {
  Factors factors{.inner = std::vector<Factor>(groups.along.size())};
  std::int64_t stride = notation::xla::tile_count(groups.devices);
  for (std::size_t axis = 0; axis < groups.names.size(); ++axis) {
    stride /= groups.devices.dims[axis];
    cut_axis(groups, axis, stride, factors);
  }
  return factors;
}

Result<ListedGroups> along_axes(const MeshGroups& groups) {
  TILEGLOT_TRY(tiles, notation::xla::as_listed(groups.devices));
  const Factors factors = factors_of(groups);
  const std::vector<std::int64_t> members = positions(factors.inner);
  ListedGroups result;
  for (const std::int64_t begin : positions(factors.outer)) {
    std::vector<std::int64_t>& group = result.emplace_back();
    group.reserve(members.size());
    for (const std::int64_t member : members) {
      group.push_back(tiles.devices[static_cast<std::size_t>(begin + member)]);
    }
  }
  return result;
}

Result<ListedGroups> rows_of(const TileAssignment& grid) {
  TILEGLOT_TRY(tiles, notation::xla::as_listed(grid));
  const std::int64_t count = tiles.dims.empty() ? 1 : tiles.dims.front();
  const std::size_t size = tiles.devices.size() / static_cast<std::size_t>(count);
  ListedGroups result;
  result.reserve(static_cast<std::size_t>(count));
  for (std::size_t begin = 0; begin + size <= tiles.devices.size(); begin += size) {
    const auto first = tiles.devices.begin() + static_cast<std::ptrdiff_t>(begin);
    result.emplace_back(first, first + static_cast<std::ptrdiff_t>(size));
  }
  return result;
}

}  // namespace

Status check_mesh(const MeshGroups& groups) {
  for (std::size_t i = 0; i < groups.names.size(); ++i) {
    for (std::size_t j = 0; j < i; ++j) {
      if (groups.names[i] != groups.names[j]) continue;
      return wrong_mesh(fmt::format("two axes of the mesh are called {}", groups.names[i]),
                        "give one of them another name");
    }
  }
  for (std::size_t i = 0; i < groups.along.size(); ++i) {
    TILEGLOT_TRY_STATUS(check_part(groups, groups.along[i]));
    for (std::size_t j = 0; j < i; ++j) {
      if (lie_apart(groups, groups.along[i], groups.along[j])) continue;
      return wrong_mesh(
          fmt::format("the groups take the axis {} twice", groups.names[groups.along[i].axis]),
          "name each axis once, or parts of it that do not overlap, such as 'a':(1)2,'a':(2)4");
    }
  }
  return {};
}

Result<ListedGroups> listed_groups(const ReplicaGroups& groups) {
  if (const auto* const listed = std::get_if<ListedGroups>(&groups)) return *listed;
  if (const auto* const mesh = std::get_if<MeshGroups>(&groups)) return along_axes(*mesh);
  return rows_of(std::get<TileAssignment>(groups));
}

}  // namespace tileglot::hlo
