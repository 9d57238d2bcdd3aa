// SPDX-License-Identifier: Apache-2.0
#include "tileglot/api/files/relayout_checkpoint.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "tileglot/api/reply/reply.h"
#include "tileglot/api/reply/terminal.h"
#include "tileglot/checkpoint/example.h"
#include "tileglot/core/element_type.h"
#include "tileglot/io/file/temporary_folder.h"
#include "tileglot/io/safetensors/writer.h"

namespace tileglot::api::files {
namespace {

using core::ElementType;

/// The model's text in a folder of its own; the last lines of a run tell times.
std::string text_of(const std::vector<io::SafetensorsEntry>& entries,
                    RelayoutCheckpointRequest request) {
  const io::TemporaryFolder folder;
  request.asked.input = folder / "m.safetensors";
  request.asked.output = folder / "o.safetensors";
  request.asked.to = "tpu";
  checkpoint::write_safetensors(request.asked.input, entries);
  const Reply reply = relayout_checkpoint(request);
  return reply ? reply->text : reply.error()->message;
}

const std::vector<io::SafetensorsEntry> kThree{{"norm", ElementType::kF32, {256}},
                                               {"up", ElementType::kBf16, {64, 300}},
                                               {"step", ElementType::kS64, {}}};

TEST(CheckpointReport, EveryTensorHasALine) {
  EXPECT_EQ(
      text_of(kThree, {.asked = {.dry_run = true}}),
      R"(  tensor  dtype  shape     from   to                              stored            bytes  padding
  norm    F32    [256]     {0}    {0:T(256)}                      [1,256]           1,024      0 %
  up      BF16   [64,300]  {1,0}  {1,0:T(8,128)(2,1)}             [8,3,4,128,2,1]  49,152   21.9 %
  step    I64    []               copied: a scalar has no tiling                        8
2 tensors moved, 1 copied; 39,432 bytes -> 50,184 bytes, 10,752 of them padding (21.4 %)
kernels: run for 1 tensor, transpose for 1 tensor
dry run: nothing is written
)");
}

TEST(CheckpointReport, ANarrowTerminalHasNoRoomForTheShapeInTheFile) {
  const std::string text =
      text_of(kThree, {.asked = {.dry_run = true}, .terminal = {.columns = 80}});
  EXPECT_EQ(text.find("stored"), std::string::npos);
  EXPECT_NE(
      text.find(
          "  up      BF16   [64,300]  {1,0}  {1,0:T(8,128)(2,1)}             49,152   21.9 %\n"),
      std::string::npos)
      << text;
}

TEST(CheckpointReport, ARunListsAFewAndAllIfAsked) {
  std::vector<io::SafetensorsEntry> many;
  many.reserve(10);
  for (int i = 0; i < 10; ++i)
    many.push_back({"t" + std::to_string(i), ElementType::kF32, {8, 128}});
  const std::string few = text_of(many, {});
  EXPECT_NE(few.find("  … 2 more; --verbose lists all\n10 tensors moved, 0 copied"),
            std::string::npos)
      << few;
  const std::string all = text_of(many, {.verbose = true});
  EXPECT_EQ(std::ranges::count(all, '\n'), std::ranges::count(few, '\n') + 1) << all;
  const std::string planned = text_of(many, {.asked = {.dry_run = true}});
  EXPECT_EQ(std::ranges::count(planned, '\n'), 14) << planned;
  EXPECT_EQ(text_of(many, {.terminal = {.glyphs = Glyphs::kAscii}}).find("…"), std::string::npos);
}

TEST(CheckpointReport, ARunSaysWhereTheLayoutsAreWrittenDown) {
  const std::string text = text_of(kThree, {});
  EXPECT_NE(text.find("done in "), std::string::npos);
  EXPECT_NE(text.find(R"(o.safetensors' (layouts recorded in __metadata__["tileglot.layout/.."]))"),
            std::string::npos)
      << text;
  EXPECT_EQ(text_of({{"step", ElementType::kS64, {}}}, {}).find("recorded"), std::string::npos);
}

/// The reply without `tensors` and times.
Json totals_of(const Reply& reply) {
  if (!reply) return reply.error()->message;
  Json json = reply->json;
  for (const char* const key : {"tensors", "seconds", "finish_seconds", "gb_per_s"})
    json.erase(key);
  return json;
}

TEST(CheckpointReport, ADryRunARunAndAResumedRunAreToldInJson) {
  const io::TemporaryFolder folder;
  RelayoutCheckpointRequest request{.asked = {.input = folder / "m.safetensors",
                                              .output = folder / "o.safetensors",
                                              .to = "tpu"}};
  checkpoint::write_safetensors(request.asked.input, kThree);
  Json totals{{"moved_tensors", 2},    {"copied_tensors", 1},    {"source_bytes", 39432},
              {"target_bytes", 50184}, {"padding_bytes", 10752}, {"written", false}};

  request.asked.dry_run = true;
  const Reply planned = relayout_checkpoint(request);
  ASSERT_EQ(totals_of(planned), totals);
  const Json& tensors = planned->json["tensors"];
  ASSERT_EQ(tensors.size(), 3U);
  EXPECT_EQ(
      tensors[1].dump(),
      R"({"name":"up","dtype":"BF16","type":"bf16","from":"bf16[64,300]{1,0}",)"
      R"("to":"bf16[64,300]{1,0:T(8,128)(2,1)}","extents":[64,300],"stored_shape":[8,3,4,128,2,1],)"
      R"("source_bytes":38400,"target_bytes":49152,"padding_bytes":10752})");
  EXPECT_TRUE(tensors[2]["to"].is_null());
  EXPECT_EQ(tensors[2]["copied"], "a scalar has no tiling");

  // The journal as the work ends, before it is removed.
  const std::string journal = folder / ".o.safetensors.tileglot-journal";
  std::string lines;
  request.asked.dry_run = false;
  request.asked.progress = [&](const RelayoutProgress& /*progress*/) {
    lines = io::read_text(journal);
  };
  totals["written"] = true;
  totals["kept_tensors"] = 0;
  const Reply run = relayout_checkpoint(request);
  ASSERT_EQ(totals_of(run), totals);
  EXPECT_TRUE(run->json["gb_per_s"].is_number());

  io::write_text(journal, lines);
  totals["kept_tensors"] = 3;
  EXPECT_EQ(totals_of(relayout_checkpoint(request)), totals);
}

}  // namespace
}  // namespace tileglot::api::files
