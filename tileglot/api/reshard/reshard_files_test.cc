// SPDX-License-Identifier: Apache-2.0
#include "tileglot/api/reshard/reshard_files.h"

#include <gtest/gtest.h>

#include <cstddef>
#include <string>
#include <vector>

#include "tileglot/api/reply/reply.h"
#include "tileglot/api/reshard/files_request.h"
#include "tileglot/checkpoint/pieces/pieced_model.h"
#include "tileglot/checkpoint/pieces/written_pieces.h"
#include "tileglot/checkpoint/reshard/resharded.h"
#include "tileglot/io/file/temporary_folder.h"

namespace tileglot::api {
namespace {

using checkpoint::reshard::expect_numbered_model;
using checkpoint::reshard::Resharded;

ReshardFilesRequest columns(const Resharded& job) {
  return {
      .input = job.source(), .output = job.output(), .to = "P('tp')", .mesh = "tp=2", .threads = 1};
}

std::string code_of(const Reply& reply) { return reply ? "" : reply.error()->code; }

/// Without the folders, which differ from run to run.
std::string text_of(const Reply& reply, const Resharded& job) {
  std::string text = reply ? reply->text : reply.error()->code + ": " + reply.error()->message;
  for (const std::string& folder : {job.source(), job.output()}) {
    for (std::size_t at = text.find(folder); at != std::string::npos; at = text.find(folder))
      text.replace(at, folder.size(), folder == job.source() ? "IN" : "OUT");
  }
  return text;
}

TEST(ReshardFiles, RowsBecomeColumnsAndComeBack) {
  const Resharded job;
  ReshardFilesRequest request = columns(job);
  request.to = "P(None, 'tp')";
  // The vector b has no second dimension.
  EXPECT_EQ(code_of(reshard_files(request)), "mesh.rank");
  const io::TemporaryFolder rules;
  io::write_text(rules / "r", "b P()\n* P(None, 'tp')\n");
  request.to = "";
  request.rules = rules / "r";
  const Reply there = reshard_files(request);
  ASSERT_TRUE(there.has_value()) << there.error()->message;
  expect_numbered_model(job.output());
  const io::TemporaryFolder back;
  const Reply whole = reshard_files({.input = job.output(), .output = back.path()});
  ASSERT_TRUE(whole.has_value()) << whole.error()->message;
  EXPECT_EQ(back.names(), (std::vector<std::string>{".tileglot-reshard.job", "model.safetensors"}));
  expect_numbered_model(back.path());
}

TEST(ReshardFiles, ADryRunSaysWhatEachWorkerReads) {
  const Resharded job;
  ReshardFilesRequest request = columns(job);
  request.dry_run = true;
  request.worker = "0/2";
  EXPECT_EQ(text_of(reshard_files(request), job),
            R"('IN': torch's sharded safetensors in 2 files, 2 arrays, 212 B
  array  type  shape  cut      tiles  bytes  made of
  b      u32   [5]    P('tp')      2     20
  w      u32   [8,6]  P('tp')      2    192
'OUT': files of ranks in 2 files, 212 B
  worker  files  writes  reads  in pages  in reads
  0/2         1     108    108     8,192         2
  1/2         1     104    104     8,192         2
  reads        212 B in 4 reads, 1.00 of the source
dry run: nothing is written
)");
  EXPECT_TRUE(job.output_names().empty());
}

TEST(ReshardFiles, ARunSaysWhatIsMissing) {
  const Resharded job;
  ReshardFilesRequest request = columns(job);
  request.worker = "1/2";
  EXPECT_EQ(text_of(reshard_files(request), job),
            R"('IN': torch's sharded safetensors in 2 files, 2 arrays, 212 B
  array  type  shape  cut      tiles  bytes  made of
  b      u32   [5]    P('tp')      2     20
  w      u32   [8,6]  P('tp')      2    192
'OUT': files of ranks in 2 files, 212 B
  worker 1/2   wrote 104 B
  missing      1 file of other workers: model-rank-0-part-0.safetensors
)");
  const std::string status = text_of(reshard_status(job.output()), job);
  EXPECT_TRUE(status.starts_with("'OUT': not complete, 104 of 212 B\n")) << status;
  EXPECT_NE(status.find("model-rank-0-part-0.safetensors  missing      0  108\n"),
            std::string::npos)
      << status;
  EXPECT_NE(status.find("model-rank-1-part-0.safetensors  done       104  104  1/2 on "),
            std::string::npos)
      << status;
  request.worker = "0/2";
  const Reply last = reshard_files(request);
  EXPECT_TRUE(last->json["written"]["complete"].get<bool>());
  EXPECT_EQ(last->json["schema"], "tileglot.reshard-files/1");
  EXPECT_EQ(reshard_status(job.output())->exit_code, kYes);
}

TEST(ReshardFiles, WordsThatDoNotFitAreRefused) {
  const Resharded job;
  const auto code = [&](auto change) {
    ReshardFilesRequest request = columns(job);
    change(request);
    return code_of(reshard_files(request));
  };
  EXPECT_EQ(code([](auto& r) { r.output = ""; }), "reshard.output");
  EXPECT_EQ(code([](auto& r) { r.names = "tar"; }), "reshard.names");
  EXPECT_EQ(code([](auto& r) { r.names = "hf"; }), "reshard.names");
  EXPECT_EQ(code([](auto& r) { r.worker = "2/2"; }), "reshard.worker");
  EXPECT_EQ(code([](auto& r) { r.rules = "none.rules"; }), "reshard.two_rules");
  EXPECT_EQ(code([](auto& r) { r.to = ""; }), "reshard.option");
  EXPECT_EQ(code([](auto& r) {
              r.to = "";
              r.to_mesh = "tp=2";
            }),
            "reshard.option");
  EXPECT_EQ(code([](auto& r) {
              r.to = "";
              r.rules = "none.rules";
            }),
            "io.not_found");
  EXPECT_EQ(code([](auto& r) { r.from = "P('tp')"; }), "reshard.from");
  EXPECT_EQ(code([](auto& r) { r.dtype = "f33"; }), "type.unknown");
  EXPECT_EQ(code([](auto& r) { r.input = "none"; }), "io.not_found");
  const io::TemporaryFolder rules;
  io::write_text(rules / "r", "mesh tp=4\n* P('tp')\n");
  EXPECT_EQ(code([&](auto& r) {
              r.to = "";
              r.rules = rules / "r";
            }),
            "reshard.two_meshes");
}

TEST(ReshardFiles, FilesOfRanksNeedWords) {
  const Resharded job;
  const io::TemporaryFolder ranks;
  checkpoint::pieces::write_pieces(ranks / "",
                                   {{"w", {4, 6}, {{{0, 0}, {2, 6}}, {{2, 0}, {4, 6}}}}},
                                   checkpoint::pieces::Spelling::kRanks);
  ReshardFilesRequest request{.input = ranks.path(), .output = job.output()};
  EXPECT_EQ(code_of(reshard_files(request)), "reshard.from");
  request.from = "P('tp')";
  request.mesh = "tp=2";
  const Reply reply = reshard_files(request);
  ASSERT_TRUE(reply.has_value()) << reply.error()->message;
  expect_numbered_model(job.output());
}

}  // namespace
}  // namespace tileglot::api
