// SPDX-License-Identifier: Apache-2.0
#include "tileglot/api/reshard/plan_json.h"

#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>

#include "tileglot/api/reply/reply.h"
#include "tileglot/api/reshard/described.h"
#include "tileglot/api/reshard/planned.h"
#include "tileglot/api/reshard/reshard.h"
#include "tileglot/map/box.h"
#include "tileglot/notation/xla/shape/print.h"
#include "tileglot/placement/cuts.h"
#include "tileglot/placement/side.h"
#include "tileglot/placement/spread.h"
#include "tileglot/relayout/reshard/resharding.h"
#include "tileglot/relayout/reshard/segments.h"
#include "tileglot/relayout/reshard/summary.h"
#include "tileglot/relayout/reshard/transfer.h"

namespace tileglot::api {
namespace {

namespace reshard = relayout::reshard;

Json side_json(const placement::Side& side) {
  Json json = {{"text", described(side)}, {"tiles", side.tiles()}};
  if (const placement::Spread* const spread = side.spread()) {
    json["copies"] = spread->copies();
    json["cuts"] = Json::array();
    for (const placement::Cuts& cuts : spread->cuts()) json["cuts"].push_back(cuts.tiles());
  }
  return json;
}

Json nodes_json(const reshard::NodeSummary& nodes) {
  return {{"entering_bits", nodes.entering_bits},
          {"bound_bits", nodes.bound_bits},
          {"flat_bits", nodes.flat_bits},
          {"messages", nodes.messages}};
}

Json summary_json(const Planned& plan) {
  const reshard::Summary& sum = *plan.summary;
  Json json = {{"moved_bits", sum.moved_bits},
               {"bound_bits", sum.bound_bits},
               {"kept_bits", sum.kept_bits},
               {"messages", sum.messages},
               {"boxes", sum.boxes},
               {"largest_in_bits", sum.largest_in_bits},
               {"largest_out_bits", sum.largest_out_bits}};
  if (sum.nodes) json["nodes"] = nodes_json(*sum.nodes);
  if (plan.resharding.ranks() <= kMostInMatrix)
    json["matrix"] = reshard::matrix_of(plan.resharding);
  return json;
}

Json segment_json(const reshard::Segment& segment) {
  Json json = {{"source_byte", segment.source_byte},
               {"target_byte", segment.target_byte},
               {"bytes", segment.bytes},
               {"loops", Json::array()}};
  for (const reshard::SegmentLoop& loop : segment.loops) {
    json["loops"].push_back({{"count", loop.count},
                             {"source_step_bytes", loop.source_step_bytes},
                             {"target_step_bytes", loop.target_step_bytes}});
  }
  return json;
}

Json segments_json(std::span<const reshard::Segment> segments) {
  Json json = Json::array();
  for (const reshard::Segment& segment : segments) json.push_back(segment_json(segment));
  return json;
}

Json transfer_json(const reshard::Transfer& transfer) {
  return {{"from", transfer.from},
          {"to", transfer.to},
          {"origin", transfer.origin},
          {"source_tile", transfer.source_tile},
          {"target_tile", transfer.target_tile},
          {"begin", transfer.box.begin},
          {"end", transfer.box.end},
          {"bits", transfer.bits}};
}

Json rank_json(const Planned& plan, std::int64_t rank) {
  const reshard::RankSummary& sum = *plan.of_rank;
  Json json = {{"rank", rank},
               {"had_bits", sum.had_bits},
               {"wanted_bits", sum.wanted_bits},
               {"in_bits", sum.volume.in_bits},
               {"bound_bits", sum.bound_bits},
               {"out_bits", sum.volume.out_bits},
               {"in_messages", sum.volume.in_messages},
               {"out_messages", sum.volume.out_messages},
               {"receives", Json::array()},
               {"sends", Json::array()}};
  if (sum.volume.in_boxes + sum.volume.out_boxes > kMostListedTransfers) {
    json.erase("receives");
    json.erase("sends");
    return json;
  }
  std::size_t number = 0;
  plan.resharding.receives(rank, [&](const reshard::Transfer& transfer) {
    Json row = transfer_json(transfer);
    if (plan.received) row["segments"] = segments_json((*plan.received)[number++].segments);
    json["receives"].push_back(std::move(row));
  });
  plan.resharding.sends(rank, [&](const reshard::Transfer& transfer) {
    json["sends"].push_back(transfer_json(transfer));
  });
  return json;
}

}  // namespace

Json plan_json(const Planned& plan, const ReshardRequest& request) {
  const auto& array = plan.resharding.arrays()[0];
  Json json = {{"schema", "tileglot.reshard/1"},
               {"shape", notation::xla::print(plan.asked.shape)},
               {"element_bits", array.element_bits},
               {"ranks", plan.resharding.ranks()},
               {"ranks_per_node", request.ranks_per_node},
               {"from", side_json(array.source)},
               {"to", side_json(array.target)},
               {"name", plan.name},
               {"memory",
                {{"rank", plan.memory_rank},
                 {"had_bytes", plan.memory.had_bytes},
                 {"wanted_bytes", plan.memory.wanted_bytes},
                 {"chunk_bytes", plan.memory.chunk_bytes}}}};
  if (plan.renamed) {
    json["renamed"] = {{"of_target", plan.renamed->of_target},
                       {"kept_bits_before", plan.renamed->kept_bits_before},
                       {"kept_bits", plan.renamed->kept_bits}};
  }
  if (plan.summary) json["all"] = summary_json(plan);
  if (plan.of_rank) json["rank"] = rank_json(plan, *request.rank);
  if (plan.simulated) {
    json["simulated"] = {{"chunks", plan.simulated->chunks},
                         {"carried_bytes", plan.simulated->carried_bytes},
                         {"peak_bytes", plan.simulated->peak_bytes}};
  }
  return json;
}

}  // namespace tileglot::api
