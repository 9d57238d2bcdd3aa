// SPDX-License-Identifier: Apache-2.0
#include "tileglot/api/reshard/planned.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "tileglot/api/reshard/asked.h"
#include "tileglot/api/reshard/reshard.h"
#include "tileglot/core/checked.h"
#include "tileglot/core/error.h"
#include "tileglot/relayout/reshard/array.h"
#include "tileglot/relayout/reshard/assignment.h"
#include "tileglot/relayout/reshard/chunks.h"
#include "tileglot/relayout/reshard/node_assignment.h"
#include "tileglot/relayout/reshard/pattern.h"
#include "tileglot/relayout/reshard/rehearse.h"
#include "tileglot/relayout/reshard/renaming.h"
#include "tileglot/relayout/reshard/resharding.h"
#include "tileglot/relayout/reshard/segments.h"
#include "tileglot/relayout/reshard/simulate.h"
#include "tileglot/relayout/reshard/summary.h"
#include "tileglot/relayout/reshard/tile_buffers.h"
#include "tileglot/relayout/reshard/transfer.h"

namespace tileglot::api {
namespace {

namespace reshard = relayout::reshard;

/// Where one rank is asked for, all are summed up if that takes no longer.
constexpr std::int64_t kMostBesideARank = std::int64_t{1} << 18;

std::int64_t kept_bits(const reshard::Resharding& resharding) {
  std::int64_t kept = 0;
  for (std::int64_t rank = 0; rank < resharding.ranks(); ++rank)
    kept += resharding.wanted_bits(rank) - resharding.bound(rank);
  return kept;
}

core::Result<std::vector<std::int64_t>> best_names(const reshard::Resharding& resharding) {
  TILEGLOT_TRY(weights, reshard::overlaps(resharding));
  if (resharding.nodes() > 0) {
    TILEGLOT_TRY(best, reshard::best_node_assignment(weights, resharding.options().ranks_per_node));
    return std::move(best.of_target);
  }
  TILEGLOT_TRY(best, reshard::best_assignment(weights));
  TILEGLOT_TRY_STATUS(reshard::check(best, weights));
  return std::move(best.of_target);
}

core::Status rename(Planned& plan) {
  TILEGLOT_TRY(names, best_names(plan.resharding));
  TILEGLOT_TRY(resharding, reshard::renamed(plan.resharding, names));
  plan.renamed = Renamed{.of_target = std::move(names),
                         .kept_bits_before = kept_bits(plan.resharding),
                         .kept_bits = kept_bits(resharding)};
  plan.resharding = std::move(resharding);
  return {};
}

core::Status simulate(Planned& plan, const ReshardRequest& request) {
  const reshard::SimulateOptions options{
      .move = {.chunk_bytes = request.chunk_bytes,
               .window = static_cast<std::size_t>(request.window)},
      .delayed_percent = 25};
  TILEGLOT_TRY(report, reshard::rehearse(plan.resharding, options, kMostSimulatedBytes));
  plan.simulated = Simulated{report.chunks, report.carried_bytes, report.peak_bytes};
  return {};
}

core::Status check_rank(const reshard::Resharding& resharding, std::int64_t rank) {
  if (rank >= 0 && rank < resharding.ranks()) return {};
  return core::fail({.code = "reshard.rank",
                     .message = fmt::format("there is no rank {}; the plan has {} rank{}", rank,
                                            resharding.ranks(), resharding.ranks() == 1 ? "" : "s"),
                     .help = fmt::format("write a rank from 0 to {}", resharding.ranks() - 1)});
}

/// Of one rank where that is asked, and of all where they are not too many for that.
core::Status sum_up(Planned& plan, const ReshardRequest& request) {
  if (request.rank) {
    TILEGLOT_TRY_STATUS(check_rank(plan.resharding, *request.rank));
    TILEGLOT_TRY(of_rank, reshard::summarize_rank(plan.resharding, *request.rank));
    plan.of_rank = of_rank;
  }
  auto summary = reshard::summarize(plan.resharding,
                                    request.rank ? kMostBesideARank : reshard::kMostSummedBoxes);
  if (summary) {
    plan.summary = *summary;
  } else if (!request.rank) {
    return core::fail(std::move(summary).error());
  }
  return {};
}

/// Where the bytes lie: in the sender's tile and in the receiver's.
core::Status find_segments(Planned& plan, std::int64_t rank) {
  const reshard::Volume& volume = plan.of_rank->volume;
  const std::int64_t boxes = volume.in_boxes + volume.out_boxes;
  if (boxes > kMostListedTransfers) {
    return core::fail({.code = "reshard.too_many",
                       .message = fmt::format("rank {} moves {} boxes; segments are listed of at "
                                              "most {}",
                                              rank, boxes, kMostListedTransfers),
                       .help = "leave out --segments, or cut the array into fewer tiles"});
  }
  std::vector<Received>& received = plan.received.emplace();
  received.reserve(static_cast<std::size_t>(volume.in_boxes));
  plan.resharding.receives(
      rank, [&](const reshard::Transfer& transfer) { received.push_back({transfer}); });
  for (auto& [transfer, segments] : received) {
    TILEGLOT_TRY(found, reshard::segments_of(plan.resharding, transfer));
    segments = std::move(found);
  }
  return {};
}

}  // namespace

core::Result<Planned> planned(const ReshardRequest& request) {
  TILEGLOT_TRY_STATUS(reshard::check_chunk_bytes(request.chunk_bytes));
  if (request.rename && request.to_first > 0) {
    return core::fail(
        {.code = "reshard.rename",
         .message = "ranks of other machines cannot take over what these have",
         .help = "leave out --rename, or --to-first if both sides are the same machines"});
  }
  TILEGLOT_TRY(asked, asked_array(request));
  reshard::Resharding resharding({.ranks_per_node = request.ranks_per_node});
  TILEGLOT_TRY_STATUS(resharding.add(asked.array));
  Planned plan{.asked = std::move(asked), .resharding = std::move(resharding)};
  if (request.rename) TILEGLOT_TRY_STATUS(rename(plan));
  TILEGLOT_TRY_STATUS(sum_up(plan, request));
  if (request.rank && request.segments) TILEGLOT_TRY_STATUS(find_segments(plan, *request.rank));
  plan.name = reshard::name_of(reshard::patterns_of(plan.resharding));
  if (request.rank) {
    TILEGLOT_TRY(memory, memory_of(plan, *request.rank, plan.of_rank->volume, request));
    plan.memory = memory;
    plan.memory_rank = *request.rank;
  } else {
    const std::int64_t largest = plan.summary->largest_rank;
    TILEGLOT_TRY(memory, memory_of(plan, largest, plan.resharding.volume(largest), request));
    plan.memory = memory;
    plan.memory_rank = largest;
  }
  if (request.simulate) TILEGLOT_TRY_STATUS(simulate(plan, request));
  return plan;
}

core::Result<RankMemory> memory_of(const Planned& plan, std::int64_t rank,
                                   const reshard::Volume& volume, const ReshardRequest& request) {
  const std::vector<reshard::Array>& arrays = plan.resharding.arrays();
  TILEGLOT_TRY(had, reshard::TileBuffers::of_sources(arrays, rank));
  TILEGLOT_TRY(wanted, reshard::TileBuffers::of_targets(arrays, rank));
  const std::int64_t window = core::saturating_mul(request.window, request.chunk_bytes);
  // Each box begins at a byte, so one of elements below a byte may take a byte more.
  const auto held = [&](std::int64_t bits, std::int64_t boxes) {
    const std::int64_t more = arrays[0].element_bits < reshard::kByteBits ? boxes : 0;
    return std::min(core::saturating_add(core::ceil_div(bits, reshard::kByteBits), more), window);
  };
  return RankMemory{.had_bytes = had.bytes(),
                    .wanted_bytes = wanted.bytes(),
                    .chunk_bytes = core::saturating_add(held(volume.in_bits, volume.in_boxes),
                                                        held(volume.out_bits, volume.out_boxes))};
}

}  // namespace tileglot::api
