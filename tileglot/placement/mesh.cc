// SPDX-License-Identifier: Apache-2.0
#include "tileglot/placement/mesh.h"

#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "tileglot/core/error.h"
#include "tileglot/notation/mesh/cut.h"
#include "tileglot/notation/mesh/device_order.h"
#include "tileglot/notation/mesh/mesh.h"
#include "tileglot/notation/mesh/tiles.h"
#include "tileglot/notation/mesh/words.h"
#include "tileglot/placement/cuts.h"
#include "tileglot/placement/iota.h"
#include "tileglot/placement/places.h"
#include "tileglot/placement/spread.h"

namespace tileglot::placement {
namespace {

namespace mesh = notation::mesh;

core::Result<Places> devices_of(const mesh::DeviceOrder& order) {
  if (const auto listed = order.listed_devices(); !listed.empty())
    return Places::listed({listed.begin(), listed.end()});
  const mesh::IotaOrder iota = order.canonical_iota();
  return Places::of_digits(iota_digits(iota.extents, iota.permutation));
}

core::Result<Cuts> cuts_of(std::int64_t extent, const mesh::DimCut& cut, const mesh::Mesh& mesh) {
  if (!cut.nested) return Cuts::even(extent, mesh::tile_count(cut, mesh));
  TILEGLOT_TRY(begins, mesh::tile_begins(extent, cut, mesh));
  return Cuts::at(std::move(begins));
}

/// The place in the grid of the mesh of each position.
std::vector<Digit> grid_digits(const mesh::MeshCut& cut) {
  const std::vector<mesh::Axis>& axes = cut.mesh.axes;
  std::vector<std::int64_t> strides(axes.size(), 1);
  for (std::size_t i = axes.size(); i-- > 1;) strides[i - 1] = strides[i] * axes[i].size;
  std::vector<Digit> digits;
  const auto add = [&](const std::vector<std::size_t>& numbers) {
    for (const std::size_t axis : numbers) digits.push_back({axes[axis].size, strides[axis]});
  };
  for (const mesh::DimCut& dim : cut.cut.dims) add(dim.axes);
  add(mesh::copy_axes(cut.cut, cut.mesh));
  return digits;
}

}  // namespace

core::Result<Spread> spread_of(const mesh::MeshCut& cut, std::span<const std::int64_t> extents) {
  std::vector<Cuts> cuts;
  for (std::size_t d = 0; d < extents.size(); ++d) {
    TILEGLOT_TRY(of_dimension, cuts_of(extents[d], cut.cut.dims[d], cut.mesh));
    cuts.push_back(std::move(of_dimension));
  }
  TILEGLOT_TRY(grid, Places::of_digits(grid_digits(cut)));
  TILEGLOT_TRY(devices, devices_of(cut.mesh.devices));
  TILEGLOT_TRY(places, then(grid, devices));
  return Spread::of(std::move(cuts), mesh::copy_count(cut.cut, cut.mesh), std::move(places));
}

}  // namespace tileglot::placement
