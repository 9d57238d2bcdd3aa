// SPDX-License-Identifier: Apache-2.0
#include "tileglot/notation/mesh/cut.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "tileglot/core/counted.h"
#include "tileglot/core/error.h"
#include "tileglot/core/near_miss.h"
#include "tileglot/notation/mesh/limits.h"
#include "tileglot/notation/mesh/mesh.h"
#include "tileglot/notation/mesh/partition_spec.h"

namespace tileglot::notation::mesh {
namespace {

using core::fail;
using core::Result;

core::Error no_such_axis(std::string_view name, const Mesh& mesh) {
  std::vector<std::string_view> names;
  names.reserve(mesh.axes.size());
  for (const Axis& axis : mesh.axes) names.push_back(axis.name);
  const std::string guess = core::did_you_mean(name, names);
  return {{.code = "mesh.no_axis",
           .message = fmt::format("the mesh has no axis '{}'", name),
           .help = guess.empty() ? axes_in_words(mesh) : guess}};
}

}  // namespace

Result<AxisCut> resolve(const PartitionSpec& spec, const Mesh& mesh, std::size_t rank) {
  if (rank > kMaxRank || spec.dims.size() > rank) {
    return fail(
        {.code = rank > kMaxRank ? "mesh.limit" : "mesh.rank",
         .message = rank > kMaxRank
                        ? fmt::format("an array of more than {} dimensions", kMaxRank)
                        : fmt::format("{} has {}, and the array has {}", print(spec),
                                      core::counted(std::ssize(spec.dims), "dimension"), rank),
         .help = "write at most one entry for each dimension"});
  }
  AxisCut cut{.dims = std::vector<DimCut>(rank)};
  std::vector<bool> used(mesh.axes.size(), false);
  for (std::size_t d = 0; d < spec.dims.size(); ++d) {
    for (const std::string& name : spec.dims[d]) {
      const auto axis = axis_named(mesh, name);
      if (!axis) return fail(no_such_axis(name, mesh));
      if (used[*axis]) {
        return fail({.code = "mesh.axis_twice",
                     .message = fmt::format("axis '{}' cuts twice in {}", name, print(spec)),
                     .help = "an axis cuts one dimension, once"});
      }
      used[*axis] = true;
      cut.dims[d].axes.push_back(*axis);
    }
  }
  return cut;
}

std::int64_t tile_count(const DimCut& cut, const Mesh& mesh) {
  std::int64_t count = 1;
  for (const std::size_t axis : cut.axes) count *= mesh.axes[axis].size;
  return count;
}

std::vector<std::size_t> copy_axes(const AxisCut& cut, const Mesh& mesh) {
  std::vector<std::size_t> axes;
  for (std::size_t axis = 0; axis < mesh.axes.size(); ++axis) {
    const auto cuts = [&](const DimCut& dim) {
      return std::ranges::find(dim.axes, axis) != dim.axes.end();
    };
    if (std::ranges::none_of(cut.dims, cuts)) axes.push_back(axis);
  }
  return axes;
}

std::int64_t copy_count(const AxisCut& cut, const Mesh& mesh) {
  return tile_count({.axes = copy_axes(cut, mesh)}, mesh);
}

}  // namespace tileglot::notation::mesh
