// SPDX-License-Identifier: Apache-2.0
#include "tileglot/api/digest/row_major.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <span>
#include <utility>
#include <vector>

#include "tileglot/core/checked.h"
#include "tileglot/core/error.h"
#include "tileglot/map/builder.h"
#include "tileglot/map/index_map.h"
#include "tileglot/map/value.h"

namespace tileglot::api {
namespace {

/// `dims` are the dimensions, the fastest first.
core::Result<map::IndexMap> packed_in_order(std::span<const std::int64_t> extents,
                                            const std::vector<std::size_t>& dims) {
  std::vector<map::Dim> domain;
  domain.reserve(extents.size());
  for (const std::int64_t extent : extents) domain.push_back({extent});
  if (map::is_empty(domain)) return map::empty_map(domain);
  map::MapBuilder builder(std::move(domain));
  map::Value offset = builder.constant(0);
  std::int64_t stride = 1;
  for (const std::size_t k : dims) {
    builder.add_to(offset, builder.scale(builder.dim(k), stride));
    stride = core::saturating_mul(stride, extents[k]);
  }
  return builder.finish(std::move(offset), {map::Dim{stride}});
}

std::vector<std::size_t> first_to_last(std::size_t rank) {
  std::vector<std::size_t> dims(rank);
  std::iota(dims.begin(), dims.end(), std::size_t{0});
  return dims;
}

}  // namespace

core::Result<map::IndexMap> row_major(std::span<const std::int64_t> extents) {
  std::vector<std::size_t> dims = first_to_last(extents.size());
  std::ranges::reverse(dims);
  return packed_in_order(extents, dims);
}

core::Result<map::IndexMap> column_major(std::span<const std::int64_t> extents) {
  return packed_in_order(extents, first_to_last(extents.size()));
}

}  // namespace tileglot::api
