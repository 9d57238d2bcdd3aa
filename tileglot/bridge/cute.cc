// SPDX-License-Identifier: Apache-2.0
#include "tileglot/bridge/cute.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "tileglot/bridge/detail/affine.h"
#include "tileglot/bridge/detail/leaves.h"
#include "tileglot/core/checked.h"
#include "tileglot/core/error.h"
#include "tileglot/map/builder.h"
#include "tileglot/map/digits.h"
#include "tileglot/map/image.h"
#include "tileglot/map/index_map.h"
#include "tileglot/notation/cute/composed/function.h"
#include "tileglot/notation/cute/layout/layout.h"
#include "tileglot/notation/cute/layout/swizzle.h"
#include "tileglot/notation/cute/text/composed_evaluator.h"
#include "tileglot/notation/cute/text/print.h"
#include "tileglot/notation/cute/text/refusal.h"

namespace tileglot::bridge {
namespace {

namespace cute = notation::cute;

/// sum of stride * digit, with the digits of x cut off starting at the fastest leaf.
map::Value offset_along(map::MapBuilder& builder, map::Value x, const std::vector<Leaf>& leaves) {
  map::Value sum = builder.constant(0);
  for (std::size_t i = 0; i < leaves.size(); ++i) {
    const std::int64_t extent = std::max<std::int64_t>(leaves[i].extent, 1);
    const bool is_last = i + 1 == leaves.size();
    map::Value rest = is_last ? builder.constant(0) : builder.take_quotient(x, extent);
    builder.scale_by(x, leaves[i].stride);
    builder.add_to(sum, x);
    x = std::move(rest);
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

/// The top-level modes as dimensions.
core::Result<std::vector<map::Dim>> domain_of(const cute::Layout<>& layout) {
  TILEGLOT_TRY(modes, modes_of(layout));
  std::vector<map::Dim> domain;
  for (const cute::Layout<>& mode : modes) {
    TILEGLOT_TRY(extent, cute::to_result(cute::size(mode)));
    domain.push_back({extent.value});
  }
  return domain;
}

/// The offset of the coordinate given by the dimensions.
core::Result<map::Value> offset_of(map::MapBuilder& builder, const cute::Layout<>& layout) {
  TILEGLOT_TRY(modes, modes_of(layout));
  map::Value offset = builder.constant(0);
  for (std::size_t k = 0; k < modes.size(); ++k) {
    builder.add_to(offset, offset_along(builder, builder.dim(k), leaves_of(modes[k])));
  }
  return offset;
}

/// Bit z of the result is bit z of the swizzle's input, xor bit z + shift if z is a bit that
/// changes.
map::F2Rows rows_of(cute::Swizzle s) {
  map::F2Rows rows;
  const auto changed = static_cast<std::uint64_t>(target_mask(s));
  for (int bit = 0; changed >> unsigned(bit) != 0; ++bit) {
    const std::uint64_t itself = std::uint64_t{1} << unsigned(bit);
    const bool changes = (changed & itself) != 0;
    rows.push_back(changes ? itself | std::uint64_t{1} << unsigned(bit + s.shift) : itself);
  }
  return rows;
}

std::int64_t top_div(const std::vector<map::Digit>& digits) { return digits.back().div; }

core::Error clipped(const map::IndexMap& map, std::size_t k, std::int64_t tile) {
  core::Error error{
      {.code = "bridge.padded",
       .message = fmt::format("dimension {} has {} elements in tiles of {}: the last tile is "
                              "clipped, and a CuTe mode has only full ones",
                              k, map.extent(k), tile),
       .help = "`--padded` gives the layout on the domain rounded up to full tiles"}};
  const auto padding = map::first_unreached(map, map.codomain_size());
  if (padding && *padding) error->witness = fmt::format("offset {} is padding", **padding);
  return error;
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

core::Status check_offsets(const cute::Layout<>& layout) {
  if (!has_basis(layout.stride)) return {};
  return core::fail(
      {.code = "bridge.coordinates",
       .message = fmt::format("{} gives coordinates, not offsets", cute::print(layout)),
       .help = "give each coordinate a stride: composition(8:3, L) of a layout L of "
               "coordinates is a layout of offsets"});
}

core::Result<map::IndexMap> to_map(const cute::Layout<>& layout) {
  TILEGLOT_TRY_STATUS(check_offsets(layout));
  TILEGLOT_TRY(domain, domain_of(layout));
  map::MapBuilder builder(domain);
  TILEGLOT_TRY(offset, offset_of(builder, layout));
  // Offsets along a mode next to an empty one may overflow 64 bits, and are not needed.
  if (builder.failed() && map::is_empty(domain)) return map::empty_map(domain);
  TILEGLOT_TRY(places, cute::to_result(cute::cosize(layout)));
  return builder.finish(offset, {{places.value, "offset"}});
}

core::Result<map::IndexMap> to_map(const cute::ComposedLayout& composed) {
  TILEGLOT_TRY(inner, cute::to_result(cute::inner_layout(composed)));
  TILEGLOT_TRY_STATUS(check_offsets(inner));
  TILEGLOT_TRY_STATUS(check_offsets(composed.outer.layout));
  TILEGLOT_TRY(places, cute::to_result(cute::reach(composed)));
  TILEGLOT_TRY(domain, domain_of(inner));
  map::MapBuilder builder(domain);
  if (places.value == 0) return builder.finish(builder.constant(0), {{0, "offset"}});
  TILEGLOT_TRY_STATUS(cute::check_not_negative(composed));
  TILEGLOT_TRY(inside, offset_of(builder, inner));
  const map::Value moved = builder.add(inside, builder.constant(composed.offset.value));
  const map::Value offset = composed.outer.is_swizzle
                                ? builder.apply_f2(moved, rows_of(composed.outer.swizzle))
                                : offset_along(builder, moved, leaves_of(composed.outer.layout));
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
    builder.add_to(sum, builder.scale(floor, term.coef));
  }
  return builder.finish(sum, map.codomain());
}

}  // namespace tileglot::bridge
