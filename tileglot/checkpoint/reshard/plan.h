// SPDX-License-Identifier: Apache-2.0
// plan.h: the files of a resharded model and who writes which, before anything is written.
//
// What     planned(options) reads the headers of a model, cuts and joins its arrays as rules say, names
//          the files and shares them among workers; read_costs says what each worker reads.
// Why      Every worker makes the whole plan, and they agree without a message. A dry run stops here.
// Units    Bytes. Only headers are read.
// Example  w [4,6] of two row shards to two column shards: two files, each read from both.
//          [tests: reshard/plan_test.cc, "columns are read from all rows"]
// Errors   reshard.unfinished for a folder of a job that is not complete, reshard.from for files of
//          ranks without words, reshard.worker; those of read_pieces.h,
//          wanted_by_rules.h, joined_by_rules.h and output.h.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "tileglot/checkpoint/pieces/pieced_model.h"
#include "tileglot/checkpoint/reshard/job.h"
#include "tileglot/checkpoint/reshard/output.h"
#include "tileglot/checkpoint/reshard/source.h"
#include "tileglot/checkpoint/reshard/wanted.h"
#include "tileglot/core/element_type.h"
#include "tileglot/core/error.h"
#include "tileglot/notation/mesh/rules.h"

namespace tileglot::checkpoint::reshard {

/// What a thread holds of a tile: it fits a cache.
inline constexpr std::int64_t kUnitBytes = std::int64_t{1} << 20;
inline constexpr std::int64_t kMostWorkers = std::int64_t{1} << 20;

struct PlanOptions {
  std::string input = {};
  std::optional<notation::mesh::Rules> from = {};  ///< for files of ranks
  std::optional<notation::mesh::Rules> to = {};    ///< nothing: whole arrays
  JobWords words = {};                             ///< the same as they were written
  OutputOptions output = {};
  std::optional<core::ElementType> npy_type = {};  ///< where headers cannot say it
  std::int64_t workers = 1;
};

struct ReshardPlan {
  pieces::PiecedModel source = {};
  WantedModel wanted = {};
  Names names = Names::kHf;
  Output output = {};
  Job job = {};
  std::vector<std::vector<std::size_t>> shares = {};  ///< numbers of files, by worker
  std::optional<Source> reader = {};                  ///< of the model above

  std::int64_t bytes_of(std::size_t worker) const;
};

/// At an address of its own, which its reader refers to.
core::Result<std::unique_ptr<const ReshardPlan>> planned(const PlanOptions& options);

/// The bytes of all arrays of the source, copies once.
std::int64_t source_bytes(const pieces::PiecedModel& model);

/// What each worker reads.
std::vector<ReadCost> read_costs(const ReshardPlan& plan);

}  // namespace tileglot::checkpoint::reshard
