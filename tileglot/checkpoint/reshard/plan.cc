// SPDX-License-Identifier: Apache-2.0
#include "tileglot/checkpoint/reshard/plan.h"

#include <fmt/format.h>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "tileglot/checkpoint/pieces/pieced_model.h"
#include "tileglot/checkpoint/pieces/read_pieces.h"
#include "tileglot/checkpoint/reshard/job.h"
#include "tileglot/checkpoint/reshard/joined_by_rules.h"
#include "tileglot/checkpoint/reshard/output.h"
#include "tileglot/checkpoint/reshard/shares.h"
#include "tileglot/checkpoint/reshard/source.h"
#include "tileglot/checkpoint/reshard/status.h"
#include "tileglot/checkpoint/reshard/wanted.h"
#include "tileglot/checkpoint/reshard/wanted_by_rules.h"
#include "tileglot/core/error.h"
#include "tileglot/io/file/os_error.h"

namespace tileglot::checkpoint::reshard {
namespace {

core::Result<pieces::PiecedModel> read_source(const PlanOptions& options) {
  TILEGLOT_TRY_STATUS(check_finished(options.input));
  TILEGLOT_TRY(model, pieces::read_pieces(options.input, {.npy_type = options.npy_type}));
  const bool are_ranks = model.spelling == pieces::Spelling::kRanks;
  if (are_ranks && !options.from) {
    return core::fail(
        {.code = "reshard.from",
         .message = fmt::format("{} has a file for each of {} ranks, and nothing says how their "
                                "tensors join",
                                io::path_text(options.input), model.rank_count),
         .help = "say it by --from \"P('tp', None)\" with --mesh, or by --from-rules"});
  }
  if (!are_ranks && options.from) {
    return core::fail({.code = "reshard.from",
                       .message = fmt::format("{} says itself where its tensors belong",
                                              io::path_text(options.input)),
                       .help = "leave out --from and --from-rules, which are for files of ranks"});
  }
  return are_ranks ? joined_by_rules(std::move(model), *options.from)
                   : core::Result<pieces::PiecedModel>(std::move(model));
}

core::Status check_workers(std::int64_t workers) {
  if (workers >= 1 && workers <= kMostWorkers) return {};
  return core::fail({.code = "reshard.worker",
                     .message = fmt::format("{} workers are not 1 to {}", workers, kMostWorkers)});
}

}  // namespace

std::int64_t ReshardPlan::bytes_of(std::size_t worker) const {
  std::int64_t bytes = 0;
  for (const std::size_t part : shares[worker]) bytes += output.parts[part].data_bytes();
  return bytes;
}

core::Result<std::unique_ptr<const ReshardPlan>> planned(const PlanOptions& options) {
  TILEGLOT_TRY_STATUS(check_workers(options.workers));
  auto plan = std::make_unique<ReshardPlan>();
  TILEGLOT_TRY(source, read_source(options));
  plan->source = std::move(source);
  TILEGLOT_TRY(wanted,
               options.to ? wanted_by_rules(plan->source, *options.to) : whole_model(plan->source));
  plan->wanted = std::move(wanted);
  TILEGLOT_TRY(output, planned_output(plan->wanted, plan->source, options.output));
  plan->names = options.output.names;
  plan->output = std::move(output);
  plan->job = job_of(options.words, plan->source, plan->wanted, plan->output);
  plan->shares = shares(weights_of(plan->output, plan->wanted, plan->source), options.workers);
  TILEGLOT_TRY(reader, Source::of(plan->source));
  plan->reader = std::move(reader);
  return std::unique_ptr<const ReshardPlan>(std::move(plan));
}

std::int64_t source_bytes(const pieces::PiecedModel& model) {
  std::int64_t bytes = 0;
  for (const pieces::PiecedArray& array : model.arrays) {
    const pieces::Piece* before = nullptr;
    for (const pieces::Piece& piece : array.pieces) {
      if (before == nullptr || before->box != piece.box) bytes += piece.bytes;
      before = &piece;
    }
  }
  return bytes;
}

std::vector<ReadCost> read_costs(const ReshardPlan& plan) {
  // Copies of a tile cost the same.
  std::vector<std::vector<std::optional<ReadCost>>> of_tiles;
  of_tiles.reserve(plan.wanted.arrays.size());
  for (const WantedArray& array : plan.wanted.arrays) of_tiles.emplace_back(array.tiles.size());
  const auto cost_of = [&](const Entry& entry) {
    std::optional<ReadCost>& known = of_tiles[entry.array][entry.tile];
    const WantedArray& array = plan.wanted.arrays[entry.array];
    if (!known) {
      known = plan.reader->cost(array.tiles[entry.tile], array.element_bits,
                                static_cast<std::int64_t>(entry.tile), kUnitBytes);
    }
    return *known;
  };
  std::vector<ReadCost> costs(plan.shares.size());
  for (std::size_t i = 0; i < costs.size(); ++i) {
    for (const std::size_t part : plan.shares[i]) {
      for (const Entry& entry : plan.output.parts[part].entries) costs[i] += cost_of(entry);
    }
  }
  return costs;
}

}  // namespace tileglot::checkpoint::reshard
