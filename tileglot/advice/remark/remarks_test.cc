// SPDX-License-Identifier: Apache-2.0
#include "tileglot/advice/remark/remarks.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <string>

#include "tileglot/advice/advised.h"

namespace tileglot::advice {
namespace {

/// The only remark of that topic.
value::Json remark(const std::string& layout, const UseRequest& asked, const std::string& topic) {
  const auto reply = advised({.layout = layout, .use = asked});
  if (!reply) return reply.error()->code;
  for (const value::Json& one : reply->json["remarks"]) {
    if (one["topic"] == topic) return one;
  }
  return {};
}

TEST(Remarks, AReductionIsToldWhatTheNormalizerDoes) {
  const value::Json one = remark("f32[2,3,4]{0,2,1}", {.reduce = "0"}, "reduction");
  EXPECT_EQ(one["consecutive"], true);
  EXPECT_EQ(one["normalized"], "f32[3,4,2]{2,1,0}");
  EXPECT_EQ(one["normalized_dimensions"], value::Json({2}));
  EXPECT_FALSE(one.contains("row_reduction"));
  const value::Json apart = remark("f32[64,3,64]{2,1,0}", {.reduce = "0,2"}, "reduction");
  EXPECT_EQ(apart["consecutive"], false);
  EXPECT_EQ(apart["warning"], true);
  EXPECT_EQ(apart["row_reduction"], "{2,0,1}");
  EXPECT_EQ(remark("f32[64,1,32]{0,1,2}", {.reduce = "0,2"}, "reduction")["consecutive"], true);
  EXPECT_EQ(advised({.layout = "f32[2,3]", .use = {.reduce = ""}}).error()->code, "scan.integer");
  EXPECT_EQ(remark("f32[2,3]", {.reduce = "2"}, "reduction"), "advice.dimension");
  EXPECT_EQ(remark("f32[2,3]", {.reduce = "0,0"}, "reduction"), "advice.dimension");
  const auto message = [](const char* reduce) {
    return advised({.layout = "f32[2,3]", .use = {.reduce = reduce}}).error()->message;
  };
  EXPECT_EQ(message("2"), "dimension 2 is not one of the 2");
  EXPECT_EQ(message("0,0"), "dimension 0 is listed twice");
  EXPECT_EQ(remark("f32[2,3]", {.reduce = "0;1"}, "reduction"), "advice.dimension");
}

TEST(Remarks, ACpuCountsTheCacheLinesOfARow) {
  const auto lines = [](const std::string& layout) {
    return remark(layout, {.target = "cpu"}, "lines");
  };
  const value::Json odd = lines("f32[100,100]");
  EXPECT_EQ(odd["run_bytes"], 400);
  EXPECT_EQ(odd["pitch_bytes"], 400);
  EXPECT_EQ(odd["lines"], 7);
  EXPECT_EQ(odd["warning"], false);
  EXPECT_EQ(lines("f32[100,28]")["lines"], 3);
  EXPECT_EQ(lines("f32[100,28]")["fewest_lines"], 2);
  EXPECT_EQ(lines("f32[100,128]")["lines"], 8);
  EXPECT_EQ(lines("f32[17]")["lines"], 2);
  EXPECT_EQ(remark("f32[100,128]{0,1}", {.target = "cpu"}, "order")["major_to_minor"], false);
  EXPECT_EQ(remark("f32[]", {.target = "cpu"}, "order")["major_to_minor"], true);
}

/// What about_lines says is the most, by trying every row.
std::int64_t lines_of_rows(std::int64_t rows, std::int64_t bytes) {
  std::int64_t most = 0;
  for (std::int64_t row = 0; row < rows; ++row)
    most = std::max(most, (row * bytes + bytes - 1) / 64 - row * bytes / 64 + 1);
  return most;
}

TEST(Remarks, NoRowTouchesMoreLinesThanItIsTold) {
  for (std::int64_t columns = 1; columns <= 64; ++columns) {
    const value::Json one =
        remark("f32[64," + std::to_string(columns) + "]", {.target = "cpu"}, "lines");
    EXPECT_EQ(one["lines"], lines_of_rows(64, 4 * columns)) << columns;
  }
}

TEST(Remarks, AGpuCountsTheSegmentsOfAWarp) {
  const auto segments = [](const std::string& layout) {
    return remark(layout, {.target = "gpu:sm_90"}, "segments")["segments"];
  };
  EXPECT_EQ(segments("f32[64,64]"), 1);
  EXPECT_EQ(segments("f32[64,4]"), 1);
  EXPECT_EQ(segments("f32[3,5]"), 1);
  EXPECT_EQ(segments("f64[64,64]"), 2);
  EXPECT_EQ(segments("f32[64,64]{1,0:T(8,4)}"), 8);
  EXPECT_EQ(segments("f32[64,4]{1,0:T(1,8)}"), 8);
}

TEST(Remarks, ATpuKnowsItsTilings) {
  const value::Json one =
      remark("bf16[4096,14336]{1,0:T(8,128)(2,1)}", {.target = "tpu"}, "tiling");
  EXPECT_EQ(one["warning"], false);
  const value::Json other = remark("bf16[9,200]{1,0}", {.target = "tpu"}, "tiling");
  EXPECT_EQ(other["compact"], "{1,0:T(8,128)(2,1)}");
  EXPECT_EQ(other["compact_bytes"], 8192);
  EXPECT_EQ(other["untiled_bytes"], 3600);
  EXPECT_EQ(other["warning"], false);
  EXPECT_EQ(remark("bf16[9,200]{1,0:T(256,256)}", {.target = "tpu"}, "tiling")["warning"], true);
  EXPECT_EQ(remark("f64[4,4]", {.target = "tpu"}, "tiling"), "xla.tpu_tiling");
}

TEST(Remarks, AConvolutionIsToldItsForm) {
  const UseRequest asked{.target = "gpu:sm_70", .convolution = "b01f_01io->b01f"};
  const value::Json input = remark("f16[8,28,28,64]{3,2,1,0}", asked, "convolution");
  EXPECT_EQ(input["form"], "NHWC");
  EXPECT_EQ(input["warning"], false);
  EXPECT_EQ(input["channels_most_minor"], true);
  const value::Json wide = remark("f32[8,28,28,64]{3,2,1,0}", asked, "convolution");
  EXPECT_EQ(wide["layout"], "{2,1,3,0}");
  EXPECT_EQ(wide["warning"], true);
  const value::Json unnamed =
      remark("f32[8,28,28,64]{3,2,1,0}", {.target = "gpu", .convolution = "b01f_01io->b01f"},
             "convolution");
  EXPECT_FALSE(unnamed.contains("form"));
  EXPECT_EQ(remark("s8[8,3,28,28,4]", {.target = "gpu:sm_80", .convolution = "bf01_oi01->bf01"},
                   "convolution")["form"],
            "NCHW_VECT_C");
  EXPECT_EQ(remark("f16[8,28]", asked, "convolution"), "xla.dim_labels");
  EXPECT_EQ(remark("f16[3,3,64,8]{2,1,0,3}",
                   {.target = "gpu:sm_70", .convolution = "b01f_01io->b01f", .operand = "filter"},
                   "convolution")["warning"],
            false);
}

TEST(Remarks, AConversionIsCounted) {
  const value::Json one = remark("f32[3,5]{1,0:T(2,2)}", {.convert_to = "{1,0}"}, "conversion");
  EXPECT_EQ(one["read_bytes"], 96);
  EXPECT_EQ(one["written_bytes"], 60);
  EXPECT_EQ(one["cache_lines"], 2 + 1);
  EXPECT_EQ(one["piece_bytes"], 8);
  EXPECT_EQ(remark("f32[3,5]", {.convert_to = "f32[5,3]"}, "conversion"), "advice.array");
  EXPECT_EQ(remark("f32[3,5]", {.convert_to = "{1,1}"}, "conversion"), "xla.order");
}

TEST(Remarks, OnlyAnXlaShapeHasAUse) {
  EXPECT_EQ(advised({.layout = "(4,2):(1,4)", .use = {.target = "cpu"}}).error()->code,
            "advice.shape");
}

}  // namespace
}  // namespace tileglot::advice
