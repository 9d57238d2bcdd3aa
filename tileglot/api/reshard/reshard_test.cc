// SPDX-License-Identifier: Apache-2.0
#include "tileglot/api/reshard/reshard.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <string>
#include <vector>

#include "tileglot/api/reply/reply.h"

namespace tileglot::api {
namespace {

ReshardRequest rows_to_columns() {
  return {.shape = "f32[8,6]",
          .from = "{devices=[4,1]<=[4]}",
          .to = "{devices=[1,2,2]<=[4] last_tile_dim_replicate}",
          .ranks_per_node = 2};
}

std::string text_of(const ReshardRequest& request) {
  const Reply reply = reshard(request);
  return reply ? reply->text : reply.error()->code + ": " + reply.error()->message;
}

std::string code_of(const ReshardRequest& request) {
  const Reply reply = reshard(request);
  return reply ? "" : reply.error()->code;
}

std::string help_of(const ReshardRequest& request) {
  const Reply reply = reshard(request);
  return reply ? "" : reply.error()->help;
}

TEST(Reshard, RowsToColumnsOnTwoRanksEach) {
  EXPECT_EQ(text_of(rows_to_columns()),
            R"(f32[8,6]: rows of 4 ranks -> columns of 2, each on 2 ranks
  has \ wants  to  0  1  2  3   elements
  from     0       6  6  6  6   on the diagonal: stays
           1       6  6  6  6
           2       6  6  6  6
           3       6  6  6  6
  moved        288 B in 12 messages, the bound 288 B; largest in 72 B, out 72 B
               4 of the messages between nodes
  into nodes   96 B, the bound 96 B; a flat plan 192 B
  memory       rank 0: 48 B had, 96 B wanted, at most 144 B of chunks
  it is        an all-to-all, then an all-gather in pairs
)");
}

TEST(Reshard, OneRankListsItsPeers) {
  ReshardRequest request = rows_to_columns();
  request.ranks_per_node = 0;
  request.rank = 1;
  request.gigabytes_per_second = 50;
  const std::string text = text_of(request);
  EXPECT_NE(text.find("  rank 1       receives 72 B, the bound 72 B, and sends 72 B\n"
                      "  receives     from 0: 24 B in 1 box\n"),
            std::string::npos)
      << text;
  EXPECT_NE(text.find("at 50 GB/s each way"), std::string::npos) << text;
}

TEST(Reshard, MemoryIsThatOfTheLayout) {
  ReshardRequest request = rows_to_columns();
  request.shape = "f32[8,6]{1,0:T(8,128)}";
  const Reply reply = reshard(request);
  ASSERT_TRUE(reply);
  EXPECT_EQ(reply->json["memory"]["had_bytes"], 8 * 128 * 4);
  EXPECT_EQ(reply->json["memory"]["chunk_bytes"], 144);
}

TEST(Reshard, ASimulationCarriesThePlanOut) {
  ReshardRequest request = rows_to_columns();
  request.simulate = true;
  request.to_layout = "{0,1:T(2,2)}";
  EXPECT_NE(text_of(request).find("every element is in place"), std::string::npos)
      << text_of(request);
}

TEST(Reshard, RanksThatMayBeRenamedKeepMore) {
  const ReshardRequest request{
      .shape = "f32[8]", .from = "{devices=[2]<=[2]}", .to = "{devices=[2]1,0}", .rename = true};
  const Reply reply = reshard(request);
  ASSERT_TRUE(reply);
  EXPECT_NE(reply->text.find("keeps 32 B instead of 0 B: 0->1 1->0"), std::string::npos)
      << reply->text;
  EXPECT_EQ(reply->json["all"]["moved_bits"], 0);
}

TEST(Reshard, TargetRanksCanBeOthers) {
  ReshardRequest request = rows_to_columns();
  request.ranks_per_node = 0;
  request.to_first = 4;
  const Reply reply = reshard(request);
  ASSERT_TRUE(reply);
  EXPECT_EQ(reply->json["ranks"], 8);
  EXPECT_EQ(reply->json["all"]["kept_bits"], 0);
}

TEST(Reshard, SegmentsAreInTheJson) {
  ReshardRequest request = rows_to_columns();
  request.rank = 0;
  request.segments = true;
  const Reply reply = reshard(request);
  ASSERT_TRUE(reply);
  const Json& received = reply->json["rank"]["receives"];
  ASSERT_EQ(received.size(), 3U);
  const Json expected = {
      {"source_byte", 0},
      {"target_byte", 24},
      {"bytes", 12},
      {"loops", {{{"count", 2}, {"source_step_bytes", 24}, {"target_step_bytes", 12}}}}};
  EXPECT_EQ(received[0]["segments"][0], expected) << received.dump();
}

TEST(Reshard, AMeshThatNoSideReadsIsRefused) {
  ReshardRequest request = rows_to_columns();
  request.mesh = "x=8";
  EXPECT_EQ(text_of(request),
            "reshard.option: --mesh 'x=8' has no effect: neither --from nor --to uses a mesh");
  request.to = "P('x')";
  EXPECT_EQ(code_of(request), "");
  request.to_mesh = "x=2";
  EXPECT_EQ(
      text_of(request),
      "reshard.option: --mesh 'x=8' has no effect: --from does not use a mesh, and --to is on "
      "--to-mesh");
  request.mesh = "";
  EXPECT_EQ(code_of(request), "");
  request.to = "NamedSharding(mesh=Mesh('x': 4), spec=P('x'), memory_kind=device)";
  EXPECT_EQ(text_of(request),
            "reshard.option: --to-mesh 'x=2' has no effect: --to does not use a mesh");
  request.to = "{replicated}";
  EXPECT_EQ(code_of(request), "");
  request.ranks = 2;
  EXPECT_EQ(code_of(request), "reshard.option");
}

TEST(Reshard, RanksAreForWhatHasNoNumberOfDevices) {
  ReshardRequest request = rows_to_columns();
  request.ranks = 4;
  EXPECT_EQ(code_of(request), "");
  request.ranks = 8;
  EXPECT_EQ(text_of(request),
            "reshard.option: --ranks 8 does not fit --from, which is on 4 devices by itself");
  request.to = "{replicated}";
  EXPECT_EQ(code_of(request), "");
  request.from = "P('x')";
  request.mesh = "x=4";
  EXPECT_EQ(code_of(request), "");
  request.to = "{maximal device=3}";
  request.ranks = 4;
  EXPECT_EQ(text_of(request),
            "reshard.option: --ranks 4 does not fit --to, which is on 1 device by itself");
}

TEST(Reshard, SegmentsAreATable) {
  ReshardRequest request = rows_to_columns();
  request.rank = 0;
  request.segments = true;
  const std::string table =
      R"(  segments     from  source byte  target byte  bytes  times (source step, target step)
                  1            0           24     12  2 x (+24 B, +12 B)
                  2            0           48     12  2 x (+24 B, +12 B)
                  1           72           72     24  once; from what rank 1 received
)";
  EXPECT_NE(text_of(request).find(table), std::string::npos) << text_of(request);
  request.to = request.from;
  EXPECT_NE(text_of(request).find("  segments     none\n"), std::string::npos) << text_of(request);
}

TEST(Reshard, ManySegmentsAreCutShort) {
  ReshardRequest request{.shape = "f32[100]",
                         .from = "{devices=[100]<=[100]}",
                         .to = "{maximal device=0}",
                         .rank = 0,
                         .segments = true};
  EXPECT_NE(text_of(request).find("               and 83 more; --json lists all\n"),
            std::string::npos)
      << text_of(request);
  EXPECT_EQ(reshard(request)->json["rank"]["receives"].size(), 99U);
  request.shape = "f32[262144]";
  request.from = "{devices=[262144]<=[262144]}";
  EXPECT_EQ(code_of(request), "reshard.too_many");
}

TEST(Reshard, HelpsSayWhatToWrite) {
  ReshardRequest request = rows_to_columns();
  request.rank = 4;
  EXPECT_EQ(text_of(request), "reshard.rank: there is no rank 4; the plan has 4 ranks");
  EXPECT_EQ(help_of(request), "write a rank from 0 to 3");
  request.shape = "f32[8,6]{1,0:E(1)}";
  EXPECT_EQ(help_of(request), "leave E(1) out, or write E(32)");
  request.shape = "s4[8,6]{1,0:E(4)}";
  request.to_layout = "{1,0}";
  EXPECT_EQ(help_of(request), "write E(4) in --to-layout, or the same E(..) in both layouts");
  request = rows_to_columns();
  request.shape = "f32[1152921504606846976,6]";
  EXPECT_EQ(help_of(request),
            "write smaller extents: all elements together have fewer than 2^63 bits");
  request = rows_to_columns();
  request.to = "{manual}";
  EXPECT_EQ(help_of(request),
            "write tiles, such as {devices=[4,1]<=[4]}, or copies: {replicated}; reduce partial "
            "sums first");
}

TEST(Reshard, BadInputIsRefused) {
  ReshardRequest request = rows_to_columns();
  request.rank = 4;
  EXPECT_EQ(code_of(request), "reshard.rank");
  request = rows_to_columns();
  request.shape = "f32[?,6]";
  EXPECT_EQ(code_of(request), "reshard.layout");
  request.shape = "(f32[8,6])";
  EXPECT_EQ(code_of(request), "reshard.layout");
  request.shape = "f32[8,6]{1,0:SC(0:4)}";
  EXPECT_EQ(code_of(request), "reshard.layout");
  request.shape = "f32[8,6]{1,0:E(1)}";
  EXPECT_EQ(code_of(request), "reshard.layout");
  request.shape = "s4[8,6]";
  request.to_layout = "{1,0:E(4)}";
  EXPECT_EQ(code_of(request), "reshard.layout");
  request.to_layout = "{0}";
  EXPECT_EQ(code_of(request), "xla.rank");
  request = rows_to_columns();
  request.chunk_bytes = 15;
  EXPECT_EQ(code_of(request), "reshard.chunk");
  request = rows_to_columns();
  request.rename = true;
  request.to_first = 4;
  EXPECT_EQ(code_of(request), "reshard.rename");
  request = rows_to_columns();
  request.to = "{replicated}";
  EXPECT_EQ(code_of(request), "placement.devices");
  request.ranks = 4;
  EXPECT_EQ(code_of(request), "");
  request = rows_to_columns();
  request.shape = "f32[1048576,1048576]";
  request.simulate = true;
  EXPECT_EQ(code_of(request), "reshard.simulate");
  request.simulate = false;
  request.from = "{devices=[1048576,1048576]<=[1099511627776]}";
  EXPECT_EQ(code_of(request), "reshard.too_many");
}

}  // namespace
}  // namespace tileglot::api
