// SPDX-License-Identifier: Apache-2.0
#include "tileglot/checkpoint/reshard/status.h"

#include <gtest/gtest.h>

#include <string>

#include "tileglot/checkpoint/reshard/carry_out.h"
#include "tileglot/checkpoint/reshard/output.h"
#include "tileglot/checkpoint/reshard/resharded.h"
#include "tileglot/io/file/journal.h"
#include "tileglot/io/file/resumable_file.h"

namespace tileglot::checkpoint::reshard {
namespace {

TEST(Status, WhatADeadWorkerLeftIsNamed) {
  const Resharded job;
  const auto plan = job.plan(Resharded::kColumns, Names::kRank, 2);
  ASSERT_TRUE(carry_out(*plan, job.options(0)).has_value());
  CarryOptions options = job.options(1);
  int asked = 0;
  options.is_interrupted = [&] { return ++asked > 2; };
  ASSERT_FALSE(carry_out(*plan, options).has_value());
  auto status = status_of(job.output());
  ASSERT_TRUE(status.has_value()) << status.error()->message;
  EXPECT_FALSE(status->is_complete);
  EXPECT_EQ(status->job, plan->job);
  ASSERT_EQ(status->parts.size(), 2U);
  for (const PartStatus& part : status->parts) {
    const bool is_done = part.state == PartState::kDone;
    EXPECT_EQ(part.bytes, plan->output.parts[0].data_bytes());
    EXPECT_EQ(part.done_bytes == part.bytes, is_done);
    EXPECT_TRUE(part.worker.starts_with(is_done ? "0/2 on " : "1/2 on ")) << part.worker;
    if (is_done) continue;
    EXPECT_EQ(part.state, PartState::kLeft);
    const auto journal = io::Journal::open(io::beside(job.output() + part.file, "journal"), "o");
    ASSERT_TRUE(journal.has_value());
    const auto now = status_of(job.output());
    EXPECT_EQ(now->parts[static_cast<std::size_t>(&part - status->parts.data())].state,
              PartState::kWriting);
  }
  ASSERT_TRUE(carry_out(*plan, job.options(1))->is_complete);
  status = status_of(job.output());
  EXPECT_TRUE(status->is_complete);
  for (const PartStatus& part : status->parts) EXPECT_EQ(part.state, PartState::kDone);
}

TEST(Status, WhatNobodyBeganIsMissing) {
  const Resharded job;
  const auto plan = job.plan(Resharded::kColumns, Names::kRank, 2);
  ASSERT_TRUE(carry_out(*plan, job.options(0)).has_value());
  const auto status = status_of(job.output());
  int missing = 0;
  for (const PartStatus& part : status->parts) missing += part.state == PartState::kMissing;
  EXPECT_EQ(missing, 1);
}

TEST(Status, AFolderWithoutAJobHasNone) {
  const Resharded job;
  EXPECT_EQ(status_of(job.output()).error()->code, "reshard.no_job");
  EXPECT_EQ(status_of(job.output() + "none").error()->code, "reshard.no_job");
}

}  // namespace
}  // namespace tileglot::checkpoint::reshard
