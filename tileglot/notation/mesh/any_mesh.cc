// SPDX-License-Identifier: Apache-2.0
// any_mesh.cc: random meshes and words for laws.
#include "tileglot/notation/mesh/any_mesh.h"

#include <rapidcheck.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "tileglot/core/any_permutation.h"
#include "tileglot/notation/mesh/device_order.h"
#include "tileglot/notation/mesh/mesh.h"
#include "tileglot/notation/mesh/partition_spec.h"
#include "tileglot/notation/mesh/placements.h"

namespace tileglot::notation::mesh {
namespace {

constexpr std::int64_t kMostDevices = 64;

std::vector<std::int64_t> some_permutation(std::size_t size) {
  const auto drawn = *core::any_permutation(static_cast<std::int64_t>(size));
  return {drawn.begin(), drawn.end()};
}

std::vector<std::int64_t> some_sizes() {
  std::vector<std::int64_t> sizes;
  std::int64_t room = kMostDevices;
  for (std::int64_t left = any_between(0, 4); left > 0; --left) {
    sizes.push_back(any_between(1, std::min<std::int64_t>(room, 4)));
    room /= sizes.back();
  }
  return sizes;
}

std::vector<Axis> some_axes() {
  const std::vector<std::int64_t> sizes = some_sizes();
  const bool named = any_between(0, 2) > 0;
  std::vector<Axis> axes;
  for (std::size_t i = 0; i < sizes.size(); ++i) {
    const std::string letter(1, static_cast<char>('x' - static_cast<char>(i)));
    const std::string name = any_between(0, 4) == 0 ? letter + " of - 1" : letter;
    axes.push_back({.name = named ? name : std::to_string(i), .size = sizes[i]});
  }
  return axes;
}

/// The sizes in a random order, as an iota that has them as extents.
DeviceOrder some_iota(const std::vector<Axis>& axes) {
  IotaOrder order;
  for (const Axis& axis : axes) order.extents.push_back(axis.size);
  order.permutation = some_permutation(axes.size());
  return *DeviceOrder::iota(order);
}

DeviceOrder some_list(std::int64_t count) {
  std::vector<std::int64_t> devices = some_permutation(static_cast<std::size_t>(count));
  const std::int64_t step = any_between(1, 3);
  for (std::int64_t& device : devices) device = device * step + step - 1;
  return *DeviceOrder::listed(std::move(devices));
}

}  // namespace

std::int64_t any_between(std::int64_t low, std::int64_t high) {
  return *rc::gen::resize(1000, rc::gen::inRange<std::int64_t>(low, high + 1));
}

rc::Gen<IotaOrder> any_iota() {
  return rc::gen::exec([] {
    IotaOrder order{.extents = some_sizes()};
    order.permutation = some_permutation(order.extents.size());
    return order;
  });
}

rc::Gen<Mesh> any_mesh() {
  return rc::gen::exec([] {
    std::vector<Axis> axes = some_axes();
    const Mesh plain = *make_mesh(axes);
    const std::int64_t kind = any_between(0, 2);
    if (kind == 0) return plain;
    const DeviceOrder order = kind == 1 ? some_iota(axes) : some_list(device_count(plain));
    return *make_mesh(std::move(axes), order);
  });
}

rc::Gen<PartitionSpec> any_spec(const Mesh& mesh, std::size_t rank) {
  return rc::gen::exec([mesh, rank] {
    PartitionSpec spec;
    spec.dims.resize(static_cast<std::size_t>(any_between(0, static_cast<std::int64_t>(rank))));
    for (const std::int64_t axis : some_permutation(mesh.axes.size())) {
      const auto dims = static_cast<std::int64_t>(spec.dims.size());
      const std::int64_t dim = any_between(-1, dims - 1);
      if (dim < 0) continue;
      spec.dims[static_cast<std::size_t>(dim)].push_back(
          mesh.axes[static_cast<std::size_t>(axis)].name);
    }
    return spec;
  });
}

rc::Gen<Placements> any_placements(const Mesh& mesh, std::size_t rank) {
  return rc::gen::exec([mesh, rank] {
    const auto dims = static_cast<std::int64_t>(rank);
    Placements placements;
    for (std::size_t i = 0; i < mesh.axes.size(); ++i) {
      const std::int64_t dim = any_between(-1, dims - 1);
      placements.axes.emplace_back();
      if (dim >= 0) placements.axes.back().dim = dim;
    }
    // The axes cut in a random order, in some dimensions.
    const std::vector<std::int64_t> turn = some_permutation(mesh.axes.size());
    const std::int64_t in_order = any_between(-1, dims - 1);
    for (std::size_t i = 0; i < mesh.axes.size(); ++i) {
      Placement& placement = placements.axes[i];
      for (std::size_t right = i + 1; right < mesh.axes.size(); ++right) {
        const bool same = placement.dim && placement.dim == placements.axes[right].dim;
        if (same && placement.dim != in_order && turn[right] < turn[i])
          placement.split_factor *= mesh.axes[right].size;
      }
    }
    for (Placement& placement : placements.axes) {
      if (placement.dim && any_between(0, 2) == 0) placement.dim = *placement.dim - dims;
    }
    return placements;
  });
}

}  // namespace tileglot::notation::mesh
