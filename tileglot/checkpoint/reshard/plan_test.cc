// SPDX-License-Identifier: Apache-2.0
#include "tileglot/checkpoint/reshard/plan.h"

#include <gtest/gtest.h>

#include <cstdint>

#include "tileglot/checkpoint/pieces/pieced_model.h"
#include "tileglot/checkpoint/pieces/written_pieces.h"
#include "tileglot/checkpoint/reshard/carry_out.h"
#include "tileglot/checkpoint/reshard/output.h"
#include "tileglot/checkpoint/reshard/resharded.h"
#include "tileglot/checkpoint/reshard/source.h"
#include "tileglot/io/file/temporary_folder.h"

namespace tileglot::checkpoint::reshard {
namespace {

constexpr std::int64_t kBytes = std::int64_t{8 * 6 + 5} * 4;

TEST(Plan, ColumnsAreReadFromAllRows) {
  const Resharded job;
  const auto plan = job.plan(Resharded::kColumns, Names::kDcp, 2);
  EXPECT_EQ(source_bytes(plan->source), kBytes);
  ASSERT_EQ(plan->output.parts.size(), 2U);
  EXPECT_EQ(plan->bytes_of(0) + plan->bytes_of(1), kBytes);
  const auto costs = read_costs(*plan);
  ASSERT_EQ(costs.size(), 2U);
  ReadCost cost = costs[0];
  cost += costs[1];
  EXPECT_EQ(cost.wanted_bytes, kBytes);
  EXPECT_GE(cost.read_bytes, kBytes);
  EXPECT_LE(cost.read_bytes, 2 * kBytes);
}

TEST(Plan, WhatIsWantedWholeIsReadOnce) {
  const Resharded job;
  const auto plan = job.plan("", Names::kHf);
  EXPECT_EQ(read_costs(*plan)[0].read_bytes, kBytes);
}

TEST(Plan, WordsOfTheSourceAreForFilesOfRanks) {
  const Resharded job;
  PlanOptions options = plan_options(job.source(), Resharded::kColumns, Names::kRank);
  options.from = options.to;
  EXPECT_EQ(planned(options).error()->code, "reshard.from");
  const io::TemporaryFolder ranks;
  pieces::write_pieces(ranks / "", {{"w", {4, 2}, {{{0, 0}, {4, 1}}, {{0, 1}, {4, 2}}}}},
                       pieces::Spelling::kRanks);
  options = plan_options(ranks.path(), "", Names::kHf);
  EXPECT_EQ(planned(options).error()->code, "reshard.from");
  options.from = plan_options("", "mesh tp=2\n* P(None, 'tp')\n", Names::kHf).to;
  const auto plan = planned(options);
  ASSERT_TRUE(plan.has_value()) << plan.error()->message;
  EXPECT_EQ((*plan)->wanted.arrays[0].extents, (pieces::Extents{4, 2}));
}

TEST(Plan, AnUnfinishedModelIsRefused) {
  const Resharded job;
  const auto plan = job.plan(Resharded::kColumns, Names::kRank, 2);
  ASSERT_TRUE(carry_out(*plan, job.options(0)).has_value());
  const auto refused = planned(plan_options(job.output(), "", Names::kHf));
  ASSERT_FALSE(refused.has_value());
  EXPECT_EQ(refused.error()->code, "reshard.unfinished");
  EXPECT_NE(refused.error()->message.find("has 1 of the 2 files of a job"), std::string::npos)
      << refused.error()->message;
  ASSERT_TRUE(carry_out(*plan, job.options(1)).has_value());
  EXPECT_TRUE(planned(plan_options(job.output(), "", Names::kHf)).has_value());
}

TEST(Plan, WorkersAreCounted) {
  const Resharded job;
  PlanOptions options = plan_options(job.source(), "", Names::kHf);
  for (const std::int64_t workers : {std::int64_t{0}, kMostWorkers + 1}) {
    options.workers = workers;
    EXPECT_EQ(planned(options).error()->code, "reshard.worker");
  }
}

}  // namespace
}  // namespace tileglot::checkpoint::reshard
