// SPDX-License-Identifier: Apache-2.0
#include "tileglot/relayout/reshard/segments.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "tileglot/core/error.h"
#include "tileglot/map/box.h"
#include "tileglot/map/index_map.h"
#include "tileglot/map/refine.h"
#include "tileglot/map/subarray.h"
#include "tileglot/placement/side.h"
#include "tileglot/relayout/plan/plan.h"
#include "tileglot/relayout/reshard/array.h"
#include "tileglot/relayout/reshard/resharding.h"
#include "tileglot/relayout/reshard/transfer.h"

namespace tileglot::relayout::reshard {
namespace {

core::Result<map::IndexMap> box_in_tile(const placement::Side& side, std::int64_t tile,
                                        const TileLayout& layout, const map::Box& box) {
  TILEGLOT_TRY(whole, stored_map(side, tile, layout));
  return map::subarray(whole, map::slices_of(box, side.box(tile).begin));
}

core::Result<std::int64_t> in_bytes(std::int64_t units, int unit_bits) {
  const std::int64_t bits = units * unit_bits;
  if (bits % kByteBits == 0) return bits / kByteBits;
  return core::fail({.code = "reshard.bits",
                     .message = fmt::format("a piece of {} bits does not fill bytes", bits),
                     .help = "cut the array at whole bytes, or plan without --segments"});
}

core::Error follows_no_loops() {
  return {{.code = "reshard.table",
           .message = "a part of the move follows a table, not loops",
           .help = "use layouts whose tiles line up with the cuts, or plan without --segments"}};
}

/// Appends the segments of a nest: one, or one for each entry of its tables.
core::Status add_nest(const plan::Nest& nest, std::vector<Segment>& segments) {
  TILEGLOT_TRY(unit, in_bytes(1, nest.unit_bits));
  TILEGLOT_TRY(source, in_bytes(nest.start.f, nest.unit_bits));
  TILEGLOT_TRY(target, in_bytes(nest.start.g, nest.unit_bits));
  Segment segment{source, target, unit, {}};
  for (const plan::Loop& loop : nest.loops) {
    if (!loop.is_strided()) return core::fail(follows_no_loops());
    if (loop.count > 1)
      segment.loops.push_back({loop.count, loop.step.f * unit, loop.step.g * unit});
  }
  // Innermost loops that go on where the segment ends make it longer.
  while (!segment.loops.empty() && segment.loops.back().source_step_bytes == segment.bytes &&
         segment.loops.back().target_step_bytes == segment.bytes) {
    segment.bytes *= segment.loops.back().count;
    segment.loops.pop_back();
  }
  segments.push_back(std::move(segment));
  return {};
}

}  // namespace

core::Result<std::vector<Segment>> segments_of(const Resharding& resharding,
                                               const Transfer& transfer) {
  const Array& array = resharding.arrays()[transfer.array];
  const auto wanted =
      box_in_tile(array.target, transfer.target_tile, array.target_layout, transfer.box);
  if (!wanted) return core::fail(wanted.error());
  TILEGLOT_TRY(had, transfer.is_forwarded() ? wanted
                                            : box_in_tile(array.source, transfer.source_tile,
                                                          array.source_layout, transfer.box));
  TILEGLOT_TRY(plan, plan::plan(had, *wanted, array.element_bits, {.check_injective = false}));
  std::vector<Segment> segments;
  for (const plan::Nest& nest : plan.nests) TILEGLOT_TRY_STATUS(add_nest(nest, segments));
  return segments;
}

}  // namespace tileglot::relayout::reshard
