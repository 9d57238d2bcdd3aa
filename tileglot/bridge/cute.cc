// SPDX-License-Identifier: Apache-2.0
#include "tileglot/bridge/cute.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "tileglot/bridge/affine.h"
#include "tileglot/core/checked.h"
#include "tileglot/core/error.h"
#include "tileglot/core/int_tuple.h"
#include "tileglot/map/builder.h"
#include "tileglot/map/digits.h"
#include "tileglot/map/image.h"
#include "tileglot/map/index_map.h"
#include "tileglot/notation/cute/layout.h"
#include "tileglot/notation/cute/refusal.h"

namespace tileglot::bridge {
namespace {

namespace cute = notation::cute;

/// The leaves of one mode, first fastest, each once.
struct Leaf {
  std::int64_t extent = 1;
  std::int64_t stride = 0;
};

std::vector<Leaf> leaves_of(const cute::Layout<>& mode) {
  std::vector<Leaf> leaves;
  for (int slot = 0; slot < mode.shape.slots; ++slot) {
    if (mode.shape.is_empty(slot)) continue;
    leaves.push_back({mode.shape.at(slot).value, mode.stride.at(slot).value});
  }
  return leaves;
}

/// sum of stride * digit, the digits of x being cut off from the fastest leaf on.
map::Value offset_along(map::MapBuilder& builder, map::Value x, const std::vector<Leaf>& leaves) {
  map::Value sum = builder.constant(0);
  for (std::size_t i = 0; i < leaves.size(); ++i) {
    const std::int64_t extent = std::max<std::int64_t>(leaves[i].extent, 1);
    const bool is_last = i + 1 == leaves.size();
    const map::Value digit = is_last ? x : builder.mod(x, extent);
    sum = builder.add(sum, builder.scale(digit, leaves[i].stride));
    if (!is_last) x = builder.floor_div(x, extent);
  }
  return sum;
}

core::Result<std::vector<cute::Layout<>>> modes_of(const cute::Layout<>& layout) {
  std::vector<cute::Layout<>> modes;
  for (int k = 0; k < cute::rank(layout); ++k) {
    TILEGLOT_TRY(mode, cute::to_result(cute::mode(layout, k)));
    modes.push_back(mode);
  }
  return modes;
}

std::int64_t top_div(const std::vector<map::Digit>& digits) { return digits.back().div; }

core::Error clipped(const map::IndexMap& map, std::size_t k, std::int64_t tile) {
  core::Error error{
      .code = "bridge.padded",
      .message = fmt::format("dimension {} has {} elements in tiles of {}: the last tile is "
                             "clipped, and a CuTe mode has only full ones",
                             k, map.extent(k), tile),
      .help = "`--padded` gives the layout on the domain rounded up to full tiles"};
  const auto padding = map::first_unreached(map, map.codomain_size());
  if (padding && *padding) error.witness = fmt::format("offset {} is padding", **padding);
  return error;
}

using Tuple = core::Outcome<core::IntTuple>;

/// A mode of one leaf is an integer, of several a tuple.
template <class Project>
Tuple mode_tuple(const std::vector<Leaf>& leaves, Project project) {
  if (leaves.size() == 1) return core::IntTuple(core::Integer(project(leaves[0])));
  Tuple tuple = core::IntTuple{};
  for (const Leaf& leaf : leaves) {
    if (tuple) tuple = core::append(*tuple, core::IntTuple(core::Integer(project(leaf))));
  }
  return tuple;
}

template <class Project>
Tuple tuple_of_modes(const std::vector<std::vector<Leaf>>& modes, Project project) {
  if (modes.size() == 1 && modes[0].size() == 1) return mode_tuple(modes[0], project);
  Tuple tuple = core::IntTuple{};
  for (const std::vector<Leaf>& leaves : modes) {
    const Tuple mode = mode_tuple(leaves, project);
    if (!mode) return mode;
    if (tuple) tuple = core::append(*tuple, *mode);
  }
  return tuple;
}

core::Result<cute::Layout<>> layout_of(const std::vector<std::vector<Leaf>>& modes) {
  TILEGLOT_TRY(shape, cute::to_result(tuple_of_modes(modes, [](Leaf l) { return l.extent; })));
  TILEGLOT_TRY(stride, cute::to_result(tuple_of_modes(modes, [](Leaf l) { return l.stride; })));
  return cute::to_result(cute::make_layout(shape, stride));
}

std::vector<Leaf> leaves_of(const std::vector<map::Digit>& digits, std::int64_t extent) {
  std::vector<Leaf> leaves;
  leaves.reserve(digits.size());
  for (const map::Digit& digit : digits) {
    leaves.push_back({digit.radix.value_or(extent / digit.div), digit.stride});
  }
  return leaves;
}

}  // namespace

core::Result<map::IndexMap> to_map(const cute::Layout<>& layout) {
  TILEGLOT_TRY(modes, modes_of(layout));
  std::vector<map::Dim> domain;
  for (const cute::Layout<>& mode : modes) {
    TILEGLOT_TRY(extent, cute::to_result(cute::size(mode)));
    domain.push_back({extent.value});
  }
  map::MapBuilder builder(domain);
  map::Value offset = builder.constant(0);
  for (std::size_t k = 0; k < modes.size(); ++k) {
    offset = builder.add(offset, offset_along(builder, builder.dim(k), leaves_of(modes[k])));
  }
  TILEGLOT_TRY(places, cute::to_result(cute::cosize(layout)));
  return builder.finish(offset, {{places.value, "offset"}});
}

core::Result<cute::Layout<>> to_cute(const map::IndexMap& map) {
  TILEGLOT_TRY(digits, digits_of_all(map));
  std::vector<std::vector<Leaf>> modes;
  for (std::size_t k = 0; k < map.rank(); ++k) {
    if (map.extent(k) % top_div(digits[k]) != 0) {
      return core::fail(clipped(map, k, top_div(digits[k])));
    }
    modes.push_back(leaves_of(digits[k], map.extent(k)));
  }
  return layout_of(modes);
}

core::Result<map::IndexMap> pad_to_boundaries(const map::IndexMap& map) {
  TILEGLOT_TRY(digits, digits_of_all(map));
  std::vector<map::Dim> domain = map.domain();
  for (std::size_t k = 0; k < domain.size(); ++k) {
    const std::int64_t tile = top_div(digits[k]);
    const core::Checked extent = core::checked_mul(core::ceil_div(map.extent(k), tile), tile);
    domain[k].extent = extent.value_or(core::kInt64Max);
  }
  map::MapBuilder builder(domain);
  map::Value sum = builder.constant(map.out().base);
  for (const map::FloorTerm& term : map.out().floors) {
    const map::Value floor = builder.floor_div(builder.dim(term.src), term.div);
    sum = builder.add(sum, builder.scale(floor, term.coef));
  }
  return builder.finish(sum, map.codomain());
}

}  // namespace tileglot::bridge
