// SPDX-License-Identifier: Apache-2.0
// placement_order.cc: the order in which torch's placements cut, which strided shards change.
#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "tileglot/core/counted.h"
#include "tileglot/core/error.h"
#include "tileglot/notation/mesh/cut.h"
#include "tileglot/notation/mesh/limits.h"
#include "tileglot/notation/mesh/mesh.h"
#include "tileglot/notation/mesh/placements.h"

namespace tileglot::notation::mesh {
namespace {

using core::fail;
using core::Result;
using core::Status;

/// The axes that cut one dimension, in the order in which they cut. They are added from right to
/// left: a strided one cuts after the first of those to its right, which together make as many
/// chunks as it says.
class DimOrder {
 public:
  DimOrder(const Mesh& mesh, std::size_t dim) : mesh_(mesh), dim_(dim) {}

  Status add(std::size_t axis, std::int64_t split_factor) {
    std::int64_t chunks = 1;
    std::size_t before = 0;
    for (; chunks != split_factor && before < order_.size(); ++before)
      chunks *= mesh_.axes[order_[before]].size;
    if (chunks != split_factor) return bad_stride(axis, split_factor);
    order_.insert(order_.begin() + static_cast<std::ptrdiff_t>(before), axis);
    return {};
  }

  DimCut finish() && {
    const auto cuts = [&](std::size_t axis) { return mesh_.axes[axis].size > 1; };
    const bool nested = std::ranges::count_if(order_, cuts) > 1;
    return {.axes = std::move(order_), .nested = nested};
  }

 private:
  tl::unexpected<core::Error> bad_stride(std::size_t axis, std::int64_t split_factor) const {
    return fail({.code = "mesh.strided",
                 .message = fmt::format("axis {} has the split factor {}, and no axes to its right "
                                        "make {} chunks of dimension {}",
                                        axis, split_factor, split_factor, dim_),
                 .help = "the split factor is the product of the sizes of the axes that cut the "
                         "dimension first, as in [_StridedShard(0, sf=2), Shard(0)] on (4,2)"});
  }

  const Mesh& mesh_;
  std::size_t dim_;
  std::vector<std::size_t> order_;
};

/// The dimension from the first; one below 0 counts from the last.
Result<std::size_t> counted_from_first(std::int64_t dim, std::size_t rank) {
  const auto extents = static_cast<std::int64_t>(rank);
  if (dim >= -extents && dim < extents)
    return static_cast<std::size_t>(dim < 0 ? dim + extents : dim);
  return fail({.code = "mesh.rank",
               .message = fmt::format("Shard({}) cuts an array of {} dimensions", dim, rank),
               .help = "dimensions count from 0, or from -1 for the last"});
}

Status check_counts(const Placements& placements, const Mesh& mesh, std::size_t rank) {
  if (rank > kMaxRank) {
    return fail({.code = "mesh.limit",
                 .message = fmt::format("an array of more than {} dimensions", kMaxRank),
                 .help = "no array in use has so many"});
  }
  if (placements.axes.size() == mesh.axes.size()) return {};
  return fail({.code = "mesh.placements",
               .message = fmt::format(
                   "{} for a mesh of {} {}",
                   core::counted(static_cast<std::int64_t>(placements.axes.size()), "placement"),
                   mesh.axes.size(), mesh.axes.size() == 1 ? "axis" : "axes"),
               .help = "write one placement for each axis; Replicate() for an axis of copies"});
}

}  // namespace

Result<AxisCut> resolve(const Placements& placements, const Mesh& mesh, std::size_t rank) {
  TILEGLOT_TRY_STATUS(check_counts(placements, mesh, rank));
  std::vector<DimOrder> orders;
  orders.reserve(rank);
  for (std::size_t d = 0; d < rank; ++d) orders.emplace_back(mesh, d);
  for (std::size_t axis = placements.axes.size(); axis-- > 0;) {
    const Placement& placement = placements.axes[axis];
    if (!placement.dim) continue;
    TILEGLOT_TRY(dim, counted_from_first(*placement.dim, rank));
    TILEGLOT_TRY_STATUS(orders[dim].add(axis, placement.split_factor));
  }
  AxisCut cut;
  for (DimOrder& order : orders) cut.dims.push_back(std::move(order).finish());
  return cut;
}

}  // namespace tileglot::notation::mesh
