// SPDX-License-Identifier: Apache-2.0
#include "tileglot/bridge/thread_value.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <variant>
#include <vector>

#include "tileglot/bridge/cute.h"
#include "tileglot/bridge/linear.h"
#include "tileglot/bridge/linear_role.h"
#include "tileglot/bridge/swizzled.h"
#include "tileglot/core/checked.h"
#include "tileglot/core/error.h"
#include "tileglot/map/index_map.h"
#include "tileglot/notation/cute/algebra/concat.h"
#include "tileglot/notation/cute/algebra/layout_modes.h"
#include "tileglot/notation/cute/layout/composed_layout.h"
#include "tileglot/notation/cute/layout/layout.h"
#include "tileglot/notation/cute/text/print.h"
#include "tileglot/notation/cute/text/refusal.h"
#include "tileglot/notation/linear/layout/layout.h"
#include "tileglot/notation/linear/layout/name.h"
#include "tileglot/notation/linear/swizzle/hardware_bases.h"
#include "tileglot/notation/linear/text/print.h"

namespace tileglot::bridge {
namespace {

namespace cute = notation::cute;
namespace linear = notation::linear;
using CuteOutcome = cute::Outcome<cute::Layout<>>;

constexpr int kLaneBits = 5;  // of a warp, if the thread mode does not specify it

/// (lane, warp, register, block) -> the column-major index: the first output has the low bits.
linear::Layout places_to_index(const linear::Layout& layout) {
  const linear::HardwareBases bases = linear::hardware_bases(layout);
  linear::Layout result;
  result.add_out(linear::Name("index"), layout.out_bits());
  result.add_in(linear::kLane, bases.lanes);
  result.add_in(linear::kWarp, bases.warps);
  result.add_in(linear::kRegister, bases.registers);
  result.add_in(linear::kBlock, bases.blocks);
  return result;
}

bool has_several(const cute::Layout<>& mode) { return cute::size(mode)->value > 1; }

bool is_tuple(const cute::Layout<>& mode) { return cute::depth(mode) > 0; }

/// (lane, warp), nested so that a reader can see how many lanes a warp has.
CuteOutcome nested_threads(const cute::Layout<>& lane, const cute::Layout<>& warp) {
  if (is_tuple(lane) || is_tuple(warp)) return cute::make_layout(lane, warp);
  TILEGLOT_TRY_VALUE(lanes, cute::append(lane));
  return cute::make_layout(lanes, warp);
}

CuteOutcome thread_mode(const cute::Layout<>& lane, const cute::Layout<>& warp) {
  const std::int64_t lanes = cute::size(lane)->value;
  const std::int64_t flat_lanes = std::int64_t{1} << kLaneBits;
  if (!has_several(warp) && lanes <= flat_lanes) return lane;
  if (lanes != flat_lanes) return nested_threads(lane, warp);
  TILEGLOT_TRY_VALUE(both, cute::make_layout(lane, warp));
  return cute::flatten(both);
}

/// The modes lane, warp, register and block as thread, value and, if there are several, block.
CuteOutcome by_thread_and_value(const cute::Layout<>& places) {
  TILEGLOT_TRY_VALUE(lane, cute::mode(places, 0));
  TILEGLOT_TRY_VALUE(warp, cute::mode(places, 1));
  TILEGLOT_TRY_VALUE(value, cute::mode(places, 2));
  TILEGLOT_TRY_VALUE(block, cute::mode(places, 3));
  TILEGLOT_TRY_VALUE(thread, thread_mode(lane, warp));
  if (!has_several(block)) return cute::make_layout(thread, value);
  return cute::make_layout(thread, value, block);
}

core::Result<cute::Layout<>> inner_of(const cute::CuteLayout& layout) {
  if (const auto* plain = std::get_if<cute::Layout<>>(&layout)) return *plain;
  return std::get<cute::ComposedLayout>(layout).inner.layout;
}

core::Error no_thread_value(const cute::Layout<>& layout) {
  return {
      {.code = "bridge.no_thread_value",
       .message = fmt::format("{} has {} mode{}", cute::print(layout), cute::rank(layout),
                              cute::rank(layout) == 1 ? "" : "s"),
       .help = "a thread-value layout has the modes (thread, value) or (thread, value, block)"}};
}

/// How many bits of the thread are the lane.
core::Result<int> lane_bits(const cute::Layout<>& layout, int thread_bits) {
  TILEGLOT_TRY(thread, cute::to_result(cute::mode(layout, 0)));
  if (cute::depth(thread) < 2) return std::min(thread_bits, kLaneBits);
  TILEGLOT_TRY(lane, cute::to_result(cute::mode(thread, 0)));
  TILEGLOT_TRY(lanes, cute::to_result(cute::size(lane)));
  return core::log2_floor(lanes.value);
}

core::Error other_tensor(std::string message) {
  return {{.code = "bridge.other_tensor",
           .message = std::move(message),
           .help = "-t names the tensor that the threads hold, as in -t 'tensor<16x32xf16>'"}};
}

/// dim0, dim1, .. of those extents, or one dimension of `bits`.
core::Status add_outs(linear::Layout& layout, int bits,
                      const std::optional<std::vector<std::int64_t>>& extents) {
  if (!extents) {
    layout.add_out(linear::standard_out(0), bits);
    return {};
  }
  int total = 0;
  for (std::size_t k = 0; k < extents->size(); ++k) {
    const std::int64_t extent = (*extents)[k];
    if (!core::is_power_of_two(extent)) {
      return core::fail(other_tensor(
          fmt::format("dimension {} of the tensor has {} elements, no power of two", k, extent)));
    }
    total += core::log2_floor(extent);
    if (total > linear::kMaxBits || k == linear::kMaxDimensions) {
      return core::fail(other_tensor("the tensor has more dimensions or elements than 64 bits"));
    }
    layout.add_out(linear::standard_out(k), core::log2_floor(extent));
  }
  if (bits <= total) return {};
  return core::fail(
      other_tensor(fmt::format("the layout reaches index {}, and the tensor has {} elements",
                               std::uint64_t{1} << (bits - 1), std::uint64_t{1} << total)));
}

int reached_bits(const linear::Layout& layout) {
  std::uint64_t reached = 0;
  for (const std::uint64_t column : layout.columns()) reached |= column;
  return static_cast<int>(std::bit_width(reached));
}

}  // namespace

core::Result<cute::CuteLayout> to_thread_value(const linear::Layout& layout) {
  if (!is_distributed(layout)) {
    return core::fail(
        {.code = "bridge.no_role",
         .message = fmt::format("{} does not say what threads hold", linear::print(layout)),
         .help = "a distributed layout has the inputs register, lane, warp and block"});
  }
  TILEGLOT_TRY(ordered, with_outs_in_order(layout));
  TILEGLOT_TRY(map, to_map(places_to_index(ordered)));
  TILEGLOT_TRY(places, to_any_cute(map));
  TILEGLOT_TRY(inner, inner_of(places));
  TILEGLOT_TRY(grouped, cute::to_result(by_thread_and_value(inner)));
  if (std::holds_alternative<cute::Layout<>>(places)) return grouped;
  cute::ComposedLayout composed = std::get<cute::ComposedLayout>(places);
  composed.inner = grouped;
  return composed;
}

core::Result<linear::Layout> from_thread_value(
    const cute::CuteLayout& layout, const std::optional<std::vector<std::int64_t>>& extents) {
  TILEGLOT_TRY(map, std::visit([](const auto& l) { return to_map(l); }, layout));
  TILEGLOT_TRY(inner, inner_of(layout));
  if (map.rank() != 2 && map.rank() != 3) return core::fail(no_thread_value(inner));
  TILEGLOT_TRY(places, to_linear(map));
  const linear::Dimension& threads = places.ins()[0];
  TILEGLOT_TRY(lanes, lane_bits(inner, threads.bits));
  const std::span<const std::uint64_t> thread = places.columns_of(threads);
  linear::Layout result;
  TILEGLOT_TRY_STATUS(add_outs(result, reached_bits(places), extents));
  result.add_in(linear::kRegister, places.columns_of(places.ins()[1]));
  result.add_in(linear::kLane, thread.first(static_cast<std::size_t>(lanes)));
  result.add_in(linear::kWarp, thread.subspan(static_cast<std::size_t>(lanes)));
  const auto blocks =
      map.rank() == 3 ? places.columns_of(places.ins()[2]) : std::span<const std::uint64_t>();
  result.add_in(linear::kBlock, blocks);
  return result;
}

}  // namespace tileglot::bridge
