// SPDX-License-Identifier: Apache-2.0
#include "tileglot/checkpoint/reshard/carry_out.h"

#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "tileglot/checkpoint/pieces/dcp_sharding.h"
#include "tileglot/checkpoint/pieces/written_pieces.h"
#include "tileglot/checkpoint/reshard/job.h"
#include "tileglot/checkpoint/reshard/output.h"
#include "tileglot/checkpoint/reshard/part_writer.h"
#include "tileglot/checkpoint/reshard/plan.h"
#include "tileglot/checkpoint/reshard/resharded.h"
#include "tileglot/checkpoint/reshard/status.h"
#include "tileglot/core/error.h"
#include "tileglot/io/file/temporary_folder.h"

namespace tileglot::checkpoint::reshard {
namespace {

using FileNames = std::vector<std::string>;

const FileNames kTwoRanks = {"model-rank-0-part-0.safetensors", "model-rank-1-part-0.safetensors"};

/// The bytes of both files of kTwoRanks: twice 8 x 3 and 5 elements of 4 bytes.
constexpr std::int64_t kBytesOfRanks = std::int64_t{2} * (8 * 3 + 5) * 4;

/// Interrupts when it was asked so often.
class Interrupt {
 public:
  explicit Interrupt(int asked) : left_(asked) {}
  bool operator()() { return --left_ < 0; }

 private:
  int left_;
};

std::string code_of(const core::Result<ReshardReport>& report) {
  return report ? "" : report.error()->code;
}

TEST(CarryOut, RowsBecomeColumnsOfRanks) {
  const Resharded job;
  const auto report = carry_out(*job.plan(), job.options());
  ASSERT_TRUE(report.has_value()) << report.error()->message;
  EXPECT_TRUE(report->is_complete);
  EXPECT_EQ(report->moved_bytes, kBytesOfRanks);
  EXPECT_EQ(report->kept_bytes, 0);
  EXPECT_EQ(job.named(), kTwoRanks);
  expect_numbered_model(job.output());
}

TEST(CarryOut, EveryNamingIsReadBack) {
  for (const Names names : {Names::kRank, Names::kDcp, Names::kPieces}) {
    const Resharded job;
    ASSERT_TRUE(carry_out(*job.plan(Resharded::kColumns, names), job.options())->is_complete);
    expect_numbered_model(job.output());
  }
  const Resharded job;
  ASSERT_TRUE(carry_out(*job.plan("", Names::kHf), job.options())->is_complete);
  EXPECT_EQ(job.named(), FileNames{"model.safetensors"});
  expect_numbered_model(job.output());
}

TEST(CarryOut, WorkersWriteTheirShares) {
  const Resharded job;
  const auto plan = job.plan(Resharded::kColumns, Names::kPieces, 3);
  std::int64_t moved = 0;
  for (std::int64_t worker = 0; worker < 3; ++worker) {
    const auto report = carry_out(*plan, job.options(worker));
    ASSERT_TRUE(report.has_value()) << report.error()->message;
    moved += report->moved_bytes;
  }
  EXPECT_EQ(moved, (8 * 6 + 5) * 4);
  expect_numbered_model(job.output());
}

TEST(CarryOut, WhoComesLastMakesTheIndex) {
  const Resharded job;
  PlanOptions options = plan_options(job.source(), "", Names::kHf, 2);
  options.output.max_part_bytes = 20;
  const auto plan = planned(options);
  ASSERT_TRUE(plan.has_value());
  ASSERT_EQ((*plan)->output.parts.size(), 2U);
  const auto first = carry_out(**plan, job.options(1));
  ASSERT_TRUE(first.has_value()) << first.error()->message;
  EXPECT_FALSE(first->is_complete);
  EXPECT_EQ(first->missing.size(), 1U);
  EXPECT_EQ(job.named().size(), 1U);
  const auto last = carry_out(**plan, job.options(0));
  EXPECT_TRUE(last->is_complete);
  EXPECT_EQ(job.named().back(), "model.safetensors.index.json");
  // Nothing hidden stays but the job.
  EXPECT_EQ(job.output_names().size(), 4U);
  expect_numbered_model(job.output());
}

TEST(CarryOut, WhatAnInterruptedWorkerLeftIsGoneOnWith) {
  for (int asked = 0; asked < 9; ++asked) {
    const Resharded job;
    const auto plan = job.plan();
    CarryOptions options = job.options();
    options.is_interrupted = Interrupt(asked);
    const auto interrupted = carry_out(*plan, options);
    if (interrupted) break;
    EXPECT_EQ(code_of(interrupted), "io.interrupted");
    EXPECT_LT(job.named().size(), 2U);
    // Other workers, of another number, go on.
    const auto other = job.plan(Resharded::kColumns, Names::kRank, 2);
    std::int64_t moved = 0;
    std::int64_t kept = 0;
    for (std::int64_t worker = 0; worker < 2; ++worker) {
      const auto report = carry_out(*other, job.options(worker));
      ASSERT_TRUE(report.has_value()) << report.error()->message;
      moved += report->moved_bytes;
      kept += report->kept_bytes;
    }
    EXPECT_EQ(moved + kept, kBytesOfRanks);
    // Of the slabs, one of 32 bytes or more for each time that it was asked.
    EXPECT_GE(kept, asked * 20) << asked;
    expect_numbered_model(job.output());
  }
}

TEST(CarryOut, ACompleteJobHasNothingLeftToDo) {
  const Resharded job;
  ASSERT_TRUE(carry_out(*job.plan(), job.options())->is_complete);
  CarryOptions options = job.options();
  const auto again = carry_out(*job.plan(), options);
  EXPECT_TRUE(again->is_complete);
  EXPECT_EQ(again->moved_bytes, 0);
  EXPECT_EQ(again->kept_bytes, kBytesOfRanks);
  ASSERT_EQ(std::remove((job.output() + kTwoRanks[1]).c_str()), 0);
  EXPECT_EQ(code_of(carry_out(*job.plan(), options)), "reshard.incomplete");
  options.replace = true;
  EXPECT_EQ(carry_out(*job.plan(), options)->moved_bytes, kBytesOfRanks);
  expect_numbered_model(job.output());
}

TEST(CarryOut, AJobThatWasGivenUpEndsThere) {
  const Resharded job;
  CarryOptions options = job.options();
  int asked = 0;
  options.is_interrupted = [&] {
    // Another run takes the folder after the first slab.
    if (++asked == 2) {
      CarryOptions other = job.options();
      other.replace = true;
      EXPECT_TRUE(carry_out(*job.plan("mesh tp=3\n* P()\n", Names::kDcp), other)->is_complete);
    }
    return false;
  };
  EXPECT_EQ(code_of(carry_out(*job.plan(), options)), "reshard.other_job");
}

TEST(CarryOut, AnotherJobIsRefusedByName) {
  const Resharded job;
  ASSERT_TRUE(carry_out(*job.plan(), job.options())->is_complete);
  const auto other = job.plan("mesh tp=2\n* P()\n");
  const auto refused = carry_out(*other, job.options());
  ASSERT_EQ(code_of(refused), "reshard.other_job");
  EXPECT_NE(refused.error()->message.find("its to is "), std::string::npos)
      << refused.error()->message;
  CarryOptions options = job.options();
  options.replace = true;
  const auto report = carry_out(*other, options);
  ASSERT_TRUE(report.has_value()) << report.error()->message;
  EXPECT_EQ(report->kept_bytes, 0);
  expect_numbered_model(job.output());
}

TEST(CarryOut, AJobThatIsGivenUpLeavesNoFiles) {
  const Resharded job;
  ASSERT_TRUE(carry_out(*job.plan("mesh tp=3\n* P()\n"), job.options())->is_complete);
  io::write_text(job.output() + "notes", "mine");
  CarryOptions options = job.options();
  options.replace = true;
  ASSERT_TRUE(carry_out(*job.plan("", Names::kHf), options)->is_complete);
  EXPECT_EQ(job.named(), (FileNames{"model.safetensors", "notes"}));
  expect_numbered_model(job.output());
}

TEST(CarryOut, NothingIsRemovedForAJobThatCannotBegin) {
  const Resharded job;
  ASSERT_TRUE(carry_out(*job.plan("", Names::kHf), job.options())->is_complete);
  ASSERT_EQ(::mkdir((job.output() + kTwoRanks[1]).c_str(), 0700), 0);
  CarryOptions options = job.options();
  options.replace = true;
  EXPECT_EQ(code_of(carry_out(*job.plan(), options)), "io.is_directory");
  EXPECT_EQ(io::read_text(job.output() + "model.safetensors").empty(), false);
  EXPECT_TRUE(carry_out(*job.plan("", Names::kHf), job.options())->is_complete);
  // Nor does it leave what would stop another.
  ASSERT_EQ(::rmdir((job.output() + kTwoRanks[1]).c_str()), 0);
  EXPECT_EQ(job.output_names(), (FileNames{".tileglot-reshard.job", "model.safetensors"}));
}

TEST(CarryOut, WhatAnotherWorkerBeganIsNotGivenBack) {
  const Resharded job;
  const auto plan = job.plan();
  const OutputPart& part = plan->output.parts[0];
  const PartOptions options{.folder = job.output(), .job = job_digest(plan->job), .worker = "0/1"};
  ASSERT_TRUE(reserve_part(part, options).value());
  ASSERT_TRUE(write_part(part, plan->wanted, *plan->reader, options).has_value());
  discard_part(part, options);
  EXPECT_TRUE(is_named(part, options));
  const OutputPart& other = plan->output.parts[1];
  ASSERT_TRUE(reserve_part(other, options).value());
  discard_part(other, options);
  EXPECT_EQ(job.output_names(), (FileNames{"." + part.file + ".tileglot-journal", part.file}));
}

TEST(CarryOut, WhatALateWorkerLeftBesideACompleteJobIsRemoved) {
  const Resharded job;
  ASSERT_TRUE(carry_out(*job.plan(), job.options())->is_complete);
  const std::string hidden = job.output() + "." + kTwoRanks[0] + ".tileglot-";
  io::write_text(hidden + "partial", "");
  EXPECT_TRUE(status_of(job.output())->is_complete);
  const auto again = carry_out(*job.plan(), job.options());
  ASSERT_TRUE(again.has_value()) << again.error()->message;
  EXPECT_EQ(again->kept_bytes, kBytesOfRanks);
  EXPECT_EQ(job.output_names(), (FileNames{".tileglot-reshard.job", kTwoRanks[0], kTwoRanks[1]}));
}

TEST(CarryOut, FilesOfNoJobAreKept) {
  const Resharded job;
  io::write_text(job.output() + kTwoRanks[1], "mine");
  EXPECT_EQ(code_of(carry_out(*job.plan(), job.options())), "io.exists");
  EXPECT_EQ(job.named(), FileNames{kTwoRanks[1]});
  EXPECT_EQ(io::read_text(job.output() + kTwoRanks[1]), "mine");
  CarryOptions options = job.options();
  options.replace = true;
  EXPECT_TRUE(carry_out(*job.plan(), options)->is_complete);
  expect_numbered_model(job.output());
}

TEST(CarryOut, ASourceThatWasWrittenSinceIsRefused) {
  const Resharded job;
  const auto plan = job.plan();
  const std::string path = job.source() + pieces::dcp_file_name(1, 1, 1);
  io::write_text(path, io::read_text(path));
  EXPECT_EQ(code_of(carry_out(*plan, job.options())), "io.changed");
  EXPECT_TRUE(job.named().empty());
}

TEST(CarryOut, ASourceThatIsWrittenMeanwhileIsRefused) {
  const Resharded job;
  const std::string path = job.source() + pieces::dcp_file_name(1, 1, 1);
  CarryOptions options = job.options();
  int asked = 0;
  options.is_interrupted = [&] {
    // After the first slab, which has read of both files.
    if (++asked == 2) io::write_text(path, io::read_text(path));
    return false;
  };
  EXPECT_EQ(code_of(carry_out(*job.plan(), options)), "io.changed");
  EXPECT_TRUE(job.named().empty());
}

TEST(CarryOut, ASourceIsNotWrittenOver) {
  const Resharded job;
  CarryOptions options = job.options();
  options.folder = job.source() + "../" +
                   job.source().substr(job.source().find_last_of('/', job.source().size() - 2) + 1);
  const auto plan = job.plan("mesh tp=2\n* P('tp')\n", Names::kDcp);
  EXPECT_EQ(code_of(carry_out(*plan, options)), "reshard.same_folder");
  expect_numbered_model(job.source());
}

TEST(CarryOut, CopiesAreComparedWhereAsked) {
  const Resharded job;
  const io::TemporaryFolder copies;
  const std::vector<pieces::BoxTensor> whole = {{"w", {{0, 0}, {2, 2}}, {2, 2}}};
  const std::vector<pieces::BoxTensor> other = {{"w", {{0, 0}, {2, 2}}, {2, 3}}};
  const std::vector<pieces::SavedOffsets> offsets = {{"w", {0, 0}}};
  pieces::write_tensors(copies / pieces::dcp_file_name(1, 1, 1), whole,
                        pieces::dcp_metadata(offsets));
  pieces::write_tensors(copies / pieces::dcp_file_name(2, 1, 1), other,
                        pieces::dcp_metadata(offsets));
  const auto plan = planned(plan_options(copies.path(), "", Names::kHf));
  ASSERT_TRUE(plan.has_value()) << plan.error()->message;
  CarryOptions options = job.options();
  options.check_copies = true;
  EXPECT_EQ(code_of(carry_out(**plan, options)), "reshard.copies");
  EXPECT_TRUE(job.named().empty());
  options.check_copies = false;
  EXPECT_TRUE(carry_out(**plan, options)->is_complete);
}

TEST(CarryOut, WhatWasSpoiledIsDoneAgainWhereRechecked) {
  const Resharded job;
  CarryOptions options = job.options();
  options.is_interrupted = Interrupt(3);
  ASSERT_EQ(code_of(carry_out(*job.plan(), options)), "io.interrupted");
  const std::string partial = job.output() + "." + kTwoRanks[0] + ".tileglot-partial";
  std::string text = io::read_text(partial);
  const std::size_t header = job.plan()->output.parts[0].header.size();
  text[header + 1] = static_cast<char>(text[header + 1] ^ 1);
  io::write_text(partial, text);
  options = job.options();
  options.recheck = true;
  const auto report = carry_out(*job.plan(), options);
  ASSERT_TRUE(report.has_value()) << report.error()->message;
  EXPECT_GT(report->redone_bytes, 0);
  EXPECT_GT(report->kept_bytes, 0);
  expect_numbered_model(job.output());
}

TEST(CarryOut, ANamedFileThatWasSpoiledIsDoneAgainWhereRechecked) {
  const Resharded job;
  const auto plan = job.plan(Resharded::kColumns, Names::kRank, 2);
  ASSERT_TRUE(carry_out(*plan, job.options(0)).has_value());
  const FileNames named = job.named();
  ASSERT_EQ(named.size(), 1U);
  std::string text = io::read_text(job.output() + named[0]);
  text.back() = static_cast<char>(text.back() ^ 1);
  io::write_text(job.output() + named[0], text);
  CarryOptions options = job.options(0);
  options.recheck = true;
  const auto report = carry_out(*plan, options);
  ASSERT_TRUE(report.has_value()) << report.error()->message;
  EXPECT_EQ(report->redone_bytes, kBytesOfRanks / 2);
  ASSERT_TRUE(carry_out(*plan, job.options(1))->is_complete);
  expect_numbered_model(job.output());
}

TEST(CarryOut, MemoryIsLimited) {
  const Resharded job;
  CarryOptions options = job.options();
  options.max_memory_bytes = std::int64_t{1} << 20;
  EXPECT_EQ(code_of(carry_out(*job.plan(), options)), "relayout.max_memory");
  options.max_memory_bytes = std::int64_t{6} << 20;
  EXPECT_EQ(carry_out(*job.plan(), options)->threads, 1);
}

TEST(CarryOut, AFolderIsMadeAndAFileIsNotOne) {
  const Resharded job;
  CarryOptions options = job.options();
  options.folder = job.output() + "deeper";
  EXPECT_TRUE(carry_out(*job.plan(), options)->is_complete);
  expect_numbered_model(options.folder);
  io::write_text(job.output() + "file", "");
  options.folder = job.output() + "file";
  EXPECT_EQ(code_of(carry_out(*job.plan(), options)), "reshard.output");
  options.folder = job.output() + "none/deeper";
  EXPECT_EQ(code_of(carry_out(*job.plan(), options)), "io.not_found");
}

}  // namespace
}  // namespace tileglot::checkpoint::reshard
