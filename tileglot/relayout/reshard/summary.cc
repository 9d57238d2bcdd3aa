// SPDX-License-Identifier: Apache-2.0
#include "tileglot/relayout/reshard/summary.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <set>
#include <utility>
#include <vector>

#include "tileglot/core/checked.h"
#include "tileglot/core/error.h"
#include "tileglot/relayout/reshard/array.h"
#include "tileglot/relayout/reshard/resharding.h"
#include "tileglot/relayout/reshard/routes.h"
#include "tileglot/relayout/reshard/transfer.h"

namespace tileglot::relayout::reshard {
namespace {

core::Error too_many(const char* what, std::int64_t limit) {
  return {{.code = "reshard.too_many",
           .message = fmt::format("{} would list more than {} boxes", what, limit),
           .help = "cut the array into fewer tiles, or plan one rank at a time (--rank 0)"}};
}

core::Status check_size(const Resharding& resharding, std::int64_t limit) {
  std::int64_t boxes = resharding.ranks();
  for (std::int64_t rank = 0; rank < resharding.ranks() && boxes <= limit; ++rank) {
    boxes = core::saturating_add(boxes, resharding.most_received(rank));
    boxes = core::saturating_add(boxes, resharding.most_sent(rank));
  }
  if (boxes <= limit) return {};
  return core::fail(too_many("the whole plan", limit));
}

/// Tiles, and as much again as is under way at most.
std::int64_t memory_bits(const RankSummary& sum) {
  return core::saturating_add(core::saturating_add(sum.had_bits, sum.wanted_bits),
                              core::saturating_add(sum.volume.in_bits, sum.volume.out_bits));
}

RankSummary summary_of(const Resharding& resharding, std::int64_t rank) {
  return {.had_bits = resharding.had_bits(rank),
          .wanted_bits = resharding.wanted_bits(rank),
          .bound_bits = resharding.bound(rank),
          .volume = resharding.volume(rank)};
}

/// The same arrays where each rank fetches what it lacks.
Resharding without_nodes(const Resharding& resharding) {
  RouteOptions options = resharding.options();
  options.ranks_per_node = 0;
  Resharding flat(options);
  // They were added before, so they can be added again.
  for (const Array& array : resharding.arrays()) static_cast<void>(flat.add(array));
  return flat;
}

NodeSummary summary_of_nodes(const Resharding& resharding) {
  const std::int64_t per_node = resharding.options().ranks_per_node;
  const Resharding flat = without_nodes(resharding);
  NodeSummary nodes;
  for (std::int64_t node = 0; node < resharding.nodes(); ++node)
    nodes.bound_bits = core::saturating_add(nodes.bound_bits, resharding.node_bound(node));
  for (std::int64_t rank = 0; rank < resharding.ranks(); ++rank) {
    std::set<std::int64_t> peers;
    resharding.receives(rank, [&](const Transfer& transfer) {
      if (transfer.from / per_node == rank / per_node) return;
      nodes.entering_bits = core::saturating_add(nodes.entering_bits, transfer.bits);
      peers.insert(transfer.from);
    });
    nodes.messages += static_cast<std::int64_t>(peers.size());
    nodes.flat_bits =
        core::saturating_add(nodes.flat_bits, flat.received_from_afar(rank, per_node));
  }
  return nodes;
}

}  // namespace

core::Result<RankSummary> summarize_rank(const Resharding& resharding, std::int64_t rank) {
  const std::int64_t boxes =
      core::saturating_add(resharding.most_received(rank), resharding.most_sent(rank));
  if (boxes > kMostSummedBoxes)
    return core::fail(too_many(fmt::format("rank {}", rank).c_str(), kMostSummedBoxes));
  RankSummary summary = summary_of(resharding, rank);
  TILEGLOT_TRY_STATUS(resharding.check(rank, summary.volume.in_bits));
  return summary;
}

core::Result<Summary> summarize(const Resharding& resharding, std::int64_t most_boxes) {
  TILEGLOT_TRY_STATUS(check_size(resharding, most_boxes));
  Summary sum;
  std::int64_t most = -1;
  for (std::int64_t rank = 0; rank < resharding.ranks(); ++rank) {
    const RankSummary of_rank = summary_of(resharding, rank);
    TILEGLOT_TRY_STATUS(resharding.check(rank, of_rank.volume.in_bits));
    sum.moved_bits = core::saturating_add(sum.moved_bits, of_rank.volume.in_bits);
    sum.bound_bits = core::saturating_add(sum.bound_bits, of_rank.bound_bits);
    sum.kept_bits = core::saturating_add(sum.kept_bits, of_rank.wanted_bits - of_rank.bound_bits);
    sum.messages += of_rank.volume.in_messages;
    sum.boxes += of_rank.volume.in_boxes;
    sum.largest_in_bits = std::max(sum.largest_in_bits, of_rank.volume.in_bits);
    sum.largest_out_bits = std::max(sum.largest_out_bits, of_rank.volume.out_bits);
    const std::int64_t memory = memory_bits(of_rank);
    if (memory > most) {
      most = memory;
      sum.largest_rank = rank;
    }
  }
  if (resharding.nodes() > 0) sum.nodes = summary_of_nodes(resharding);
  return sum;
}

std::vector<std::vector<std::int64_t>> matrix_of(const Resharding& resharding) {
  const auto ranks = static_cast<std::size_t>(resharding.ranks());
  std::vector<std::vector<std::int64_t>> matrix(ranks, std::vector<std::int64_t>(ranks, 0));
  const std::vector<Array>& arrays = resharding.arrays();
  for (std::size_t to = 0; to < ranks; ++to) {
    const auto rank = static_cast<std::int64_t>(to);
    for (const Array& array : arrays) {
      for (const std::int64_t tile : array.target.held_by(rank))
        matrix[to][to] += array.target.box(tile).size();
    }
    resharding.receives(rank, [&](const Transfer& transfer) {
      const std::int64_t elements = transfer.bits / arrays[transfer.array].element_bits;
      matrix[static_cast<std::size_t>(transfer.origin)][to] += elements;
      matrix[to][to] -= elements;
    });
  }
  return matrix;
}

}  // namespace tileglot::relayout::reshard
