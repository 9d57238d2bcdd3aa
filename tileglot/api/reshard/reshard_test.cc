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
