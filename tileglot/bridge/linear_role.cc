// SPDX-License-Identifier: Apache-2.0
#include "tileglot/bridge/linear_role.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "tileglot/bridge/linear.h"
#include "tileglot/core/error.h"
#include "tileglot/core/f2_matrix.h"
#include "tileglot/map/index_map.h"
#include "tileglot/notation/linear/dimensions/transpose.h"
#include "tileglot/notation/linear/layout/layout.h"
#include "tileglot/notation/linear/layout/name.h"
#include "tileglot/notation/linear/text/print.h"

namespace tileglot::bridge {
namespace {

namespace linear = notation::linear;

constexpr std::array<linear::Name, 4> kPlaces{linear::kRegister, linear::kLane, linear::kWarp,
                                              linear::kBlock};

/// dim2 before dim10.
bool comes_before(const linear::Name& a, const linear::Name& b) {
  return std::pair(a.view().size(), a.view()) < std::pair(b.view().size(), b.view());
}

core::Error no_role(const linear::Layout& layout, std::string_view wanted) {
  return {{.code = "bridge.no_role",
           .message = fmt::format("{} is not {}", linear::print(layout), wanted),
           .help = "a distributed layout has the inputs register, lane, warp and block, memory has "
                   "the inputs offset and block"}};
}

/// The bits of all inputs that map to one bit of the output.
core::Result<std::uint64_t> way_to(const core::F2Matrix& m, int bit, const linear::Layout& layout) {
  if (const auto in = core::solve(m, std::uint64_t{1} << bit)) return *in;
  return core::fail(
      {.code = "bridge.no_place",
       .message = fmt::format("{} has no offset for every element", linear::print(layout)),
       .witness = fmt::format("bit {} of an element's number is not reached", bit)});
}

/// An element that is at two offsets is visible in a kernel vector that has offset bits.
core::Status check_one_offset(const core::F2Matrix& m, const linear::Dimension& offset,
                              const linear::Layout& layout) {
  for (const std::uint64_t same : core::kernel(m)) {
    const std::uint64_t at = linear::part_of(same, offset);
    if (at == 0) continue;
    return core::fail(
        {.code = "bridge.no_place",
         .message = fmt::format("{} has several offsets for one element", linear::print(layout)),
         .witness = fmt::format("offsets 0 and {} hold the same element", at)});
  }
  return {};
}

}  // namespace

core::Result<linear::Layout> with_outs_in_order(const linear::Layout& layout) {
  std::vector<linear::Name> names;
  for (const linear::Dimension& out : layout.outs()) names.push_back(out.name);
  std::ranges::sort(names, comes_before);
  return linear::transpose_outs(layout, names);
}

bool is_distributed(const linear::Layout& layout) {
  return !layout.ins().empty() && std::ranges::all_of(layout.ins(), [](const auto& in) {
    return std::ranges::find(kPlaces, in.name) != kPlaces.end();
  });
}

bool is_distributed(const AnyLayout& layout) {
  const auto* l = std::get_if<linear::Layout>(&layout);
  return l != nullptr && is_distributed(*l);
}

core::Result<map::IndexMap> thread_value_map(const linear::Layout& layout) {
  if (!is_distributed(layout)) return core::fail(no_role(layout, "a distributed layout"));
  TILEGLOT_TRY(ordered, with_outs_in_order(layout));
  linear::Layout full;
  for (const linear::Dimension& out : ordered.outs()) full.add_out(out.name, out.bits);
  for (const linear::Name& place : kPlaces) {
    const linear::Dimension* in = ordered.find_in(place);
    full.add_in(place, in == nullptr ? std::span<const std::uint64_t>{} : ordered.columns_of(*in));
  }
  return to_map(full);
}

core::Result<map::IndexMap> memory_map(const linear::Layout& layout) {
  const linear::Dimension* offset = layout.find_in(linear::kOffset);
  const bool has_others = std::ranges::any_of(layout.ins(), [](const linear::Dimension& in) {
    return in.name != linear::kOffset && in.name != linear::kBlock;
  });
  if (offset == nullptr || has_others) return core::fail(no_role(layout, "a memory of offsets"));
  TILEGLOT_TRY(ordered, with_outs_in_order(layout));
  TILEGLOT_TRY(m, core::f2_matrix_of(ordered.out_bits(), ordered.columns()));
  TILEGLOT_TRY_STATUS(check_one_offset(m, *offset, layout));
  linear::Layout inverse;
  inverse.add_out(linear::kOffset, offset->bits);
  for (const linear::Dimension& out : ordered.outs()) {
    std::vector<std::uint64_t> columns;
    for (int bit = out.begin; bit < out.begin + out.bits; ++bit) {
      TILEGLOT_TRY(in, way_to(m, bit, layout));
      columns.push_back(linear::part_of(in, *offset));
    }
    inverse.add_in(out.name, columns);
  }
  return to_map(inverse);
}

core::Result<map::IndexMap> memory_map(const AnyLayout& layout) {
  if (const auto* l = std::get_if<linear::Layout>(&layout)) return memory_map(*l);
  return to_map(layout);
}

}  // namespace tileglot::bridge
