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
  request.input = folder / "m.safetensors";
  request.output = folder / "o.safetensors";
  request.to = "tpu";
  checkpoint::write_safetensors(request.input, entries);
  const Reply reply = relayout_checkpoint(request);
  return reply ? reply->text : reply.error()->message;
}

const std::vector<io::SafetensorsEntry> kThree{{"norm", ElementType::kF32, {256}},
                                               {"up", ElementType::kBf16, {64, 300}},
                                               {"step", ElementType::kS64, {}}};

TEST(CheckpointReport, EveryTensorHasALine) {
  EXPECT_EQ(
      text_of(kThree, {.dry_run = true}),
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
  const std::string text = text_of(kThree, {.dry_run = true, .terminal = {.columns = 80}});
  EXPECT_EQ(text.find("stored"), std::string::npos);
  EXPECT_NE(
      text.find(
          "  up      BF16   [64,300]  {1,0}  {1,0:T(8,128)(2,1)}             49,152   21.9 %\n"),
      std::string::npos)
      << text;
}

TEST(CheckpointReport, ARunListsAFewAndAllIfAsked) {
  std::vector<io::SafetensorsEntry> many;
  for (int i = 0; i < 10; ++i)
    many.push_back({"t" + std::to_string(i), ElementType::kF32, {8, 128}});
  const std::string few = text_of(many, {});
  EXPECT_NE(few.find("  … 2 more; --verbose lists all\n10 tensors moved, 0 copied"),
            std::string::npos)
      << few;
  const std::string all = text_of(many, {.verbose = true});
  EXPECT_EQ(std::ranges::count(all, '\n'), std::ranges::count(few, '\n') + 1) << all;
  const std::string planned = text_of(many, {.dry_run = true});
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

}  // namespace
}  // namespace tileglot::api::files
