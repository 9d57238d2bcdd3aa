// SPDX-License-Identifier: Apache-2.0
#include "tileglot/map/subarray.h"

#include <fmt/format.h>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "tileglot/core/checked.h"
#include "tileglot/core/error.h"
#include "tileglot/map/builder.h"
#include "tileglot/map/index_map.h"
#include "tileglot/map/print.h"
#include "tileglot/map/value.h"

namespace tileglot::map {
namespace {

core::Error wrong_slice(std::string message) {
  return {{.code = "map.slice",
           .message = std::move(message),
           .help = "a slice has a begin, an extent and a step, and stays inside its dimension"}};
}

core::Status check_inside(const IndexMap& f, std::size_t k, std::int64_t index) {
  if (index >= 0 && index < f.extent(k)) return {};
  return core::fail(wrong_slice(fmt::format("the slice of {} reaches {}, outside [0, {})",
                                            dimension_name(f.domain(), k), index, f.extent(k))));
}

/// The last coordinate; std::nullopt if it does not fit. Precondition: extent >= 1.
core::Checked last_of(const Slice& slice) {
  const core::Checked reach = core::checked_mul(slice.extent - 1, slice.step);
  return reach ? core::checked_add(slice.begin, *reach) : std::nullopt;
}

/// A slice without coordinates may begin anywhere.
core::Status check(const IndexMap& f, std::size_t k, const Slice& slice) {
  if (slice.extent < 0)
    return core::fail(wrong_slice(fmt::format("the slice of {} has the extent {}",
                                              dimension_name(f.domain(), k), slice.extent)));
  if (slice.extent == 0) return {};
  TILEGLOT_TRY_STATUS(check_inside(f, k, slice.begin));
  const core::Checked last = last_of(slice);
  if (!last)
    return core::fail({.code = "map.overflow",
                       .message = fmt::format("{} + {} * {} does not fit a signed 64-bit integer",
                                              slice.begin, slice.extent - 1, slice.step)});
  return check_inside(f, k, *last);
}

}  // namespace

core::Result<IndexMap> subarray(const IndexMap& f, std::span<const Slice> slices) {
  if (slices.size() != f.rank())
    return core::fail(wrong_slice(
        fmt::format("{} slices of an array with {} dimensions", slices.size(), f.rank())));
  std::vector<Dim> domain = f.domain();
  for (std::size_t k = 0; k < f.rank(); ++k) {
    TILEGLOT_TRY_STATUS(check(f, k, slices[k]));
    domain[k].extent = slices[k].extent;
  }
  MapBuilder builder(std::move(domain));
  if (is_empty(builder.domain())) return builder.finish(builder.constant(0), f.codomain());
  std::vector<Value> sources;
  sources.reserve(f.rank());
  for (std::size_t k = 0; k < f.rank(); ++k) {
    const Value steps = builder.scale(builder.dim(k), slices[k].step);
    sources.push_back(builder.add(builder.constant(slices[k].begin), steps));
  }
  return builder.finish(builder.substitute(f, sources), f.codomain());
}

}  // namespace tileglot::map
