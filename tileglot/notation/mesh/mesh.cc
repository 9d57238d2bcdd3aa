// SPDX-License-Identifier: Apache-2.0
#include "tileglot/notation/mesh/mesh.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "tileglot/core/checked.h"
#include "tileglot/core/error.h"
#include "tileglot/notation/mesh/device_order.h"
#include "tileglot/notation/mesh/limits.h"

namespace tileglot::notation::mesh {
namespace {

using core::fail;
using core::Result;
using core::Status;

bool is_name_character(char c) {
  return c >= ' ' && c <= '~' && c != '\'' && c != '"' && c != '\\';
}

/// Nothing if there are more than 2^63-1 places.
core::Checked place_count(std::span<const Axis> axes) {
  std::int64_t count = 1;
  for (const Axis& axis : axes) {
    if (!core::multiply_fits(count, axis.size, count)) return std::nullopt;
  }
  return count;
}

}  // namespace

Status check_name(std::string_view name) {
  const bool fits = !name.empty() && name.size() <= kMaxNameBytes;
  if (fits && std::ranges::all_of(name, is_name_character)) return {};
  return fail({.code = "mesh.name",
               .message = name.empty() ? std::string("a name is empty")
                          : fits       ? std::string("a name has a character that no axis may have")
                                       : fmt::format("a name of {} bytes", name.size()),
               .help = fmt::format("a name is 1 to {} visible ASCII characters without quotes and "
                                   "backslashes",
                                   kMaxNameBytes)});
}

Status check_next_axis(std::span<const Axis> axes, const Axis& axis) {
  TILEGLOT_TRY_STATUS(check_name(axis.name));
  if (axes.size() >= kMaxAxes) {
    return fail({.code = "mesh.limit",
                 .message = fmt::format("more than {} axes", kMaxAxes),
                 .help = "no mesh in use comes near this limit"});
  }
  const auto same = std::ranges::find(axes, axis.name, &Axis::name);
  if (same != axes.end()) {
    return fail({.code = "mesh.axis",
                 .message = fmt::format("axes {} and {} are both named '{}'", same - axes.begin(),
                                        axes.size(), axis.name),
                 .help = "give each axis its own name"});
  }
  if (axis.size < 1) {
    return fail({.code = "mesh.size",
                 .message = fmt::format("axis '{}' has the size {}", axis.name, axis.size),
                 .help = "an axis has at least one device"});
  }
  const core::Checked before = place_count(axes);
  if (before && core::checked_mul(*before, axis.size)) return {};
  return fail(
      {.code = "mesh.limit",
       .message = fmt::format("with axis '{}' the mesh has more than 2^63-1 devices", axis.name),
       .help = "no mesh in use comes near this limit"});
}

Result<Mesh> make_mesh(std::vector<Axis> axes, std::optional<DeviceOrder> devices) {
  for (std::size_t i = 0; i < axes.size(); ++i) {
    TILEGLOT_TRY_STATUS(check_next_axis(std::span(axes).first(i), axes[i]));
  }
  const std::int64_t count = place_count(axes).value_or(1);
  if (devices && devices->count() != count) {
    return fail({.code = "mesh.order",
                 .message = fmt::format("the mesh has {} places, and {} devices are ordered", count,
                                        devices->count()),
                 .help = "order as many devices as the sizes of the axes multiply to"});
  }
  return Mesh{.axes = std::move(axes),
              .devices = devices ? *std::move(devices) : DeviceOrder::identity(count)};
}

std::int64_t device_count(const Mesh& mesh) { return mesh.devices.count(); }

std::optional<std::size_t> axis_named(const Mesh& mesh, std::string_view name) {
  const auto found = std::ranges::find(mesh.axes, name, &Axis::name);
  if (found == mesh.axes.end()) return std::nullopt;
  return static_cast<std::size_t>(found - mesh.axes.begin());
}

std::int64_t device_at(const Mesh& mesh, std::span<const std::int64_t> coordinate) {
  std::int64_t place = 0;
  for (std::size_t i = 0; i < mesh.axes.size(); ++i) {
    place = place * mesh.axes[i].size + coordinate[i];
  }
  return mesh.devices.at(place);
}

std::optional<std::vector<std::int64_t>> coordinate_of(const Mesh& mesh, std::int64_t device) {
  const std::optional<std::int64_t> found = mesh.devices.place_of(device);
  if (!found) return std::nullopt;
  std::vector<std::int64_t> coordinate(mesh.axes.size());
  std::int64_t place = *found;
  for (std::size_t i = mesh.axes.size(); i-- > 0; place /= mesh.axes[i].size) {
    coordinate[i] = place % mesh.axes[i].size;
  }
  return coordinate;
}

std::string axes_in_words(const Mesh& mesh) {
  if (mesh.axes.empty()) return "the mesh has no axes";
  std::vector<std::string> names;
  names.reserve(mesh.axes.size());
  for (const Axis& axis : mesh.axes) names.push_back(fmt::format("'{}'", axis.name));
  return fmt::format("the axes of the mesh are {}", fmt::join(names, ", "));
}

}  // namespace tileglot::notation::mesh
