// SPDX-License-Identifier: Apache-2.0
#include "tileglot/api/show/show.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <map>
#include <string>

#include "tileglot/api/reply/reply.h"

namespace tileglot::api {
namespace {

std::string answer(const ShowRequest& request) {
  const Reply reply = show(request);
  return reply ? reply->text : reply.error()->code;
}

Json cells_of(const ShowRequest& request) {
  return show(request)->json["picture"]["panels"][0]["cells"];
}

TEST(Show, TheWorkedExample) {
  EXPECT_EQ(
      answer({.layout = "f32[3,5]{1,0:T(2,2)}"}),
      "f32[3,5]{1,0:T(2,2)}                                        read as: XLA tiled layout\n"
      "  logical 3×5 = 15 elements · in memory 24 (96 B) · padding 9 = 37.5 %\n"
      "\n"
      "       0   1 │   2   3 │   4   5  ← column (dim 1)\n"
      "  0    0   1 │   4   5 │   8  ·9\n"
      "  1    2   3 │   6   7 │  10 ·11\n"
      "    ─────────┼─────────┼────────\n"
      "  2   12  13 │  16  17 │  20 ·21\n"
      "  3  ·14 ·15 │ ·18 ·19 │ ·22 ·23\n"
      "  ↑ row (dim 0)\n"
      "\n"
      "  ·n padding: no element is here\n"
      "\n"
      "  as CuTe     ((2,2),(2,3)):((2,12),(1,4))   on the padded 4×6 domain\n"
      "  as linear   impossible: not F2-linear: x0 has extent 3, which is not a power of two\n");
}

TEST(Show, TheTailIsPadding) {
  EXPECT_NE(answer({.layout = "f32[10]{0:L(16)}"}).find("in memory 16 (64 B) · padding 6 = 37.5 %"),
            std::string::npos);
  EXPECT_EQ(show({.layout = "f32[33,200]{1,0:T(8,128)L(4096)}"})->json["bytes"], 49152);
}

TEST(Show, TheTilesThatAreWrittenAreDrawn) {
  const Json panel =
      show({.layout = "F32[4,8]{1,0:(2,4)(2,1)}", .as = "json"})->json["picture"]["panels"][0];
  EXPECT_EQ(panel["rows"]["borders"], Json::parse(R"([{"before":2,"level":1}])"));
  EXPECT_EQ(panel["columns"]["borders"],
            Json::parse(R"([{"before":1,"level":0},{"before":2,"level":0},{"before":3,"level":0},
                            {"before":4,"level":1},{"before":5,"level":0},{"before":6,"level":0},
                            {"before":7,"level":0}])"));
  EXPECT_EQ(panel["cells"][3]["tile"], 0);
  EXPECT_EQ(panel["cells"][4]["tile"], 1);
  EXPECT_EQ(panel["cells"][31]["tile"], 3);
}

TEST(Show, JsonHasTheCells) {
  const Reply reply = show({.layout = "(2,2):(1,2)", .as = "json"});
  ASSERT_TRUE(reply.has_value());
  EXPECT_EQ(reply->json["picture"]["panels"][0]["cells"][1]["offset"], 2);
  EXPECT_EQ(Json::parse(reply->text)["ok"], true);
  EXPECT_EQ(Json::parse(reply->text)["picture"], reply->json["picture"]);
}

TEST(Show, ALargeLayoutIsSeenByItsTiles) {
  const Reply reply = show({.layout = "f32[4096,4096]{1,0:T(8,128)}"});
  ASSERT_TRUE(reply.has_value());
  EXPECT_EQ(reply->note,
            "overview of 4096 x 4096: a cell is 256 x 256 elements and shows what the first is; "
            "--crop 0:64,0:64 draws elements, --every 64 one of so many\n");
  const Json& cells = reply->json["picture"]["panels"][0]["cells"];
  EXPECT_EQ(cells.size(), 256U);
  EXPECT_EQ(cells[1]["offset"], 2048);
  EXPECT_EQ(cells_of({.layout = "f32[1000,1000]", .crop = "10:12,0:3"})[0]["offset"], 10000);
  EXPECT_EQ(cells_of({.layout = "f32[1000,1000]", .every = 500})[3]["offset"], 500500);
}

TEST(Show, EmptyScalarAndDeepLayoutsAreShown) {
  EXPECT_NE(answer({.layout = "f32[0,3]"}).find("0 elements"), std::string::npos);
  EXPECT_NE(answer({.layout = "f32[]"}).find("1 element"), std::string::npos);
  EXPECT_NE(answer({.layout = "f32[7,5,11]{2,1,0:T(*,2,3)}"}).find("[dim 0=1]"), std::string::npos);
}

TEST(Show, PaddingThatTakesLongToCountIsLeftOut) {
  EXPECT_NE(answer({.layout = "f32[3,5]{1,0:T(2,2)}"}).find("· padding 9"), std::string::npos);
  const Reply slow = show({.layout = "f32[4096,16,1000]{2,1,0:T(16)(8,3)(2)(4)}"});
  ASSERT_TRUE(slow.has_value());
  EXPECT_EQ(slow->text.find("· padding"), std::string::npos);
  EXPECT_FALSE(slow->json.contains("padding"));
}

TEST(Show, SmallElementsTakeWholeBytesUnlessTheyArePacked) {
  const auto bytes_of = [](const char* layout) { return show({.layout = layout})->json["bytes"]; };
  EXPECT_EQ(bytes_of("s4[3]"), 3);
  EXPECT_EQ(bytes_of("s4[5]{0:E(4)}"), 3);
  EXPECT_EQ(bytes_of("s4[3,5]{1,0:E(4)}"), 8);
  EXPECT_EQ(bytes_of("s4[9,130]{1,0:T(8,128)E(4)}"), 2048);
  EXPECT_EQ(bytes_of("pred[9]"), 9);
  EXPECT_EQ(bytes_of("bf16[9,200]{1,0:T(8,128)(2,1)}"), 8192);
  EXPECT_EQ(show({.layout = "5:1", .dtype = "s4"})->json["bytes"], 3);
}

TEST(Show, KeysOfEmptyListsAreThere) {
  EXPECT_EQ(show({.layout = "f32[]"})->json["extents"], Json::array());
  EXPECT_EQ(show({.layout = "f32[0,3]"})->json["picture"]["panels"], Json::array());
}

TEST(Show, NegativeStridesHaveNegativeOffsets) {
  const Reply reply = show({.layout = "(3,5):(-5,1)"});
  ASSERT_TRUE(reply.has_value());
  EXPECT_NE(reply->text.find("in memory 15 · offsets -10 to 4"), std::string::npos);
  EXPECT_EQ(reply->json["first_offset"], -10);
  EXPECT_EQ(reply->json["last_offset"], 4);
}

TEST(Show, NoElementsAreShownWhateverTheOtherExtentsAre) {
  EXPECT_NE(answer({.layout = "f32[0,9223372036854775807,9223372036854775807]{2,1,0:T(8,128)}"})
                .find("= 0 elements · in memory 0"),
            std::string::npos);
}

TEST(Show, AWindowIsBoundedAndSaysSo) {
  const Reply wide = show({.layout = "f32[8,5000,5000]", .crop = "0:4096,0:4096"});
  ASSERT_FALSE(wide.has_value());
  EXPECT_EQ(wide.error()->code, "show.crop");
  EXPECT_EQ(wide.error()->message,
            "a window of 4096 rows and 4096 columns has more than 65536 cells");
  EXPECT_TRUE(show({.layout = "f32[2,65536]", .crop = "0:1,0:65536"}).has_value());
}

TEST(Show, ATypeThatContradictsTheLayoutIsRefused) {
  EXPECT_EQ(answer({.layout = "f32[3]", .dtype = "bf16"}), "layout.type");
}

TEST(Show, WordsThatMeanNothingAreRefused) {
  EXPECT_EQ(answer({.layout = "f32[3]", .as = "gif"}), "show.as");
  EXPECT_EQ(answer({.layout = "f32[3]", .view = "side"}), "show.view");
  EXPECT_EQ(answer({.layout = "f32[3]", .color = "red"}), "show.color");
  EXPECT_EQ(answer({.layout = "f32[3]", .label = "name"}), "show.label");
  EXPECT_EQ(answer({.layout = "f32[3]", .palette = "rainbow"}), "render.palette");
  EXPECT_EQ(answer({.layout = "f32[3]", .theme = "sepia"}), "show.theme");
  EXPECT_EQ(answer({.layout = "f32[3]", .crop = "1"}), "show.crop");
  EXPECT_EQ(answer({.layout = "f32[3]", .crop = "4:1,0:2"}), "show.crop");
  EXPECT_EQ(answer({.layout = "f32[3]", .fold = "0"}), "render.fold");
  EXPECT_EQ(answer({.layout = "f32[3]", .dtype = "f23"}), "type.unknown");
  EXPECT_EQ(show({.layout = "f32[3]", .as = "svgg"}).error()->help, "did you mean 'svg'?");
}

TEST(Show, StepsAreNumbersFrom1) {
  EXPECT_EQ(answer({.layout = "f32[3]", .every = 0}), "show.every");
  EXPECT_EQ(answer({.layout = "f32[3]", .group = -1}), "show.every");
  EXPECT_EQ(answer({.layout = "f32[3]", .view = "memory", .per_row = -1}), "show.every");
  EXPECT_EQ(answer({.layout = "f32[3]", .view = "memory", .per_row = 0}), "show.every");
}

TEST(Show, OptionsOfOtherViewsAreRefused) {
  EXPECT_EQ(answer({.layout = "f32[4]", .view = "memory", .fold = "0 |"}), "show.option");
  EXPECT_EQ(answer({.layout = "f32[4]", .view = "memory", .group = 2}), "show.option");
  EXPECT_EQ(answer({.layout = "f32[4]", .per_row = 4}), "show.option");
  EXPECT_EQ(answer({.layout = "f32[4]", .side_by_side = "4:1", .against = "4:1"}), "show.option");
}

TEST(Show, ThePngOfASvgIsBytesThatATerminalDoesNotShow) {
  const DrawPng draw_png = [](const std::string& svg) { return "PNG of " + svg.substr(0, 4); };
  ShowRequest request{.layout = "f32[4]", .as = "png", .draw_png = draw_png};
  EXPECT_EQ(answer(request), "show.option");
  request.output = "-";
  EXPECT_EQ(answer(request), "PNG of <svg");
  EXPECT_EQ(answer({.layout = "f32[4]", .as = "png"}), "show.png_missing");
}

TEST(Show, ATensorGivesABareLayoutItsShape) {
  const Reply reply = show({.layout = "{1,0:T(2,2)}", .tensor = "tensor<3x5xf32>"});
  ASSERT_TRUE(reply.has_value());
  EXPECT_EQ(reply->json["layout"], "f32[3,5]{1,0:T(2,2)}");
  const Reply other = show({.layout = "f32[3,5]", .tensor = "tensor<4x4xf32>"});
  EXPECT_EQ(other.error()->code, "layout.tensor");
  EXPECT_EQ(other.error()->message, "f32[3,5]{1,0} does not match -t, f32 of [4,4]");
  EXPECT_EQ(show({.layout = "f32[3,5]", .tensor = "f33[3]"}).error()->line->text, "f33[3]");
}

constexpr const char* kDistributed =
    "{register: [[0,1]], lane: [[1,0],[2,0]], warp: []} -> {dim0: 4, dim1: 2}";

TEST(Show, EveryLayoutHasTheViewThatSuitsIt) {
  const Json tv = cells_of({.layout = kDistributed})[5]["thread_values"][0];
  EXPECT_EQ(tv["register"], 1);
  EXPECT_EQ(tv["lane"], 2);
  EXPECT_EQ(cells_of({.layout = kDistributed})[5]["label"], "T2 V1");
  EXPECT_EQ(cells_of({.layout = "f32[2,2]"})[3]["label"], "3");
  // Memory goes from the element to its offset, whichever way its notation goes.
  const char* shared = "{offset: [[0,1],[1,1]]} -> {dim0: 2, dim1: 2}";
  EXPECT_EQ(cells_of({.layout = shared})[2]["offset"], 3);
}

TEST(Show, WhatThreadsHoldHasARowForEachLane) {
  const Json cells = cells_of({.layout = kDistributed, .view = "hw"});
  ASSERT_EQ(cells.size(), 8U);
  EXPECT_EQ(cells[5]["label"], "2,1");
  EXPECT_EQ(answer({.layout = "f32[2,2]", .view = "hw"}), "show.view");
}

TEST(Show, ACuteLayoutOfThreadsAndValuesIsDrawnOverItsTensor) {
  const char* accumulators = "((4,8),(2,2)):((32,1),(16,8))";
  const Json cells = cells_of({.layout = accumulators, .view = "tv", .tensor = "tensor<16x8xf32>"});
  ASSERT_EQ(cells.size(), 128U);
  EXPECT_EQ(cells[3]["label"], "T1 V1");   // (0,3)
  EXPECT_EQ(cells[72]["label"], "T4 V2");  // (9,0)
  EXPECT_EQ(answer({.layout = accumulators, .view = "tv", .tensor = "tensor<4x4xf32>"}),
            "show.view");
  EXPECT_EQ(answer({.layout = "8:1", .view = "tv"}), "show.view");
}

TEST(Show, MemoryIsDrawnInItsOwnOrder) {
  const Json cells = cells_of({.layout = "f32[3,5]{1,0:T(2,2)}", .view = "memory", .per_row = 8});
  ASSERT_EQ(cells.size(), 24U);
  EXPECT_EQ(cells[17]["coordinate"], Json({2, 3}));
  EXPECT_EQ(cells[9]["kind"], "padding");
}

TEST(Show, TheMatrixIsThatOfALinearLayoutOnly) {
  EXPECT_EQ(cells_of({.layout = "(2,2):(2,1)", .view = "matrix"})[1]["label"], "1");
  EXPECT_EQ(answer({.layout = "f32[3]", .view = "matrix"}), "bridge.not_f2_linear");
}

TEST(Show, ATerminalWithoutSignsGetsAscii) {
  for (const char* layout :
       {"f32[3,5]{1,0:T(2,2)}", "(4,3):(1,0)", "Sw<3,3,3> o 0 o (8,64):(64,1)"}) {
    const std::string text = answer({.layout = layout,
                                     .group = 1,
                                     .access = "vector",
                                     .dtype = "f32",
                                     .terminal = {.glyphs = Glyphs::kAscii}});
    EXPECT_TRUE(std::ranges::all_of(text, [](char c) { return c >= 0; })) << text;
  }
}

TEST(Show, PaddingOfTilesLargerThanTheArrayIsDrawn) {
  const Json cells = cells_of({.layout = "f32[3,5]{1,0:T(4,8)}"});
  ASSERT_EQ(cells.size(), 32U);
  EXPECT_EQ(std::count_if(cells.begin(), cells.end(),
                          [](const Json& cell) { return cell["kind"] == "padding"; }),
            17);
  EXPECT_EQ(cells_of({.layout = "f32[5]{0:T(8)}"}).size(), 8U);
}

TEST(Show, TheCellsOfAllSlicesAreBoundedTogether) {
  std::size_t cells = 0;
  const Reply reply = show({.layout = "f32[8,64,64]"});
  for (const Json& panel : reply->json["picture"]["panels"]) cells += panel["cells"].size();
  EXPECT_LE(cells, 4096U);
  EXPECT_NE(reply->note.find("overview"), std::string::npos);
  EXPECT_EQ(reply->json["note"], reply->note);
  EXPECT_LT(show({.layout = "f32[8,256,256]", .as = "svg"})->text.size(), std::size_t{32} << 20);
}

TEST(Show, AWindowIsDrawnAsItIsAskedFor) {
  EXPECT_EQ(cells_of({.layout = "f32[4096,4096]", .crop = "0:100,0:100"}).size(), 10000U);
  EXPECT_EQ(answer({.layout = "f32[256,256]", .as = "latex", .crop = "0:256,0:256"}), "show.crop");
  EXPECT_EQ(answer({.layout = "f32[2,3]", .crop = "5:9,0:3"}), "show.crop");
  EXPECT_EQ(answer({.layout = "f32[2,3]", .view = "memory", .crop = "5:9,0:3"}), "show.crop");
}

TEST(Show, RegistersAreNotMemory) {
  EXPECT_EQ(answer({.layout = kDistributed, .view = "banks", .dtype = "f16"}), "show.option");
  EXPECT_EQ(answer({.layout = kDistributed, .label = "byte", .dtype = "f16"}), "show.option");
  EXPECT_EQ(answer({.layout = kDistributed, .color = "bank", .dtype = "f16"}), "show.option");
  EXPECT_EQ(answer({.layout = "f32[4,4]", .view = "memory", .access = "vector"}), "show.option");
}

TEST(Show, ThreadsOfSeveralBlocksAreToldApart) {
  const Json cells = cells_of(
      {.layout = "{register: [[0,1]], lane: [[1,0]], block: [[2,0]]} -> {dim0: 4, dim1: 2}"});
  EXPECT_EQ(cells[0]["label"], "T0 V0");
  EXPECT_EQ(cells[4]["label"], "B1 T0 V0");
}

TEST(Show, WordsOfOthersDoNotSteerTheTerminal) {
  const Reply reply = show({.layout = "f32[3]", .view = "\x1b[2J"});
  EXPECT_EQ(reply.error()->message.find('\x1b'), std::string::npos);
}

TEST(Show, TheNameOfAFileSaysItsForm) {
  const std::map<std::string, std::string> begins = {{"a.svg", "<svg"},
                                                     {"a.tex", "%"},
                                                     {"a.html", "<!DOCTYPE html>"},
                                                     {"a.json", "{"},
                                                     {"a.txt", "f32[2,2]"}};
  for (const auto& [name, begin] : begins) {
    EXPECT_TRUE(answer({.layout = "f32[2,2]", .output = name}).starts_with(begin)) << name;
  }
}

TEST(Show, ANameThatSaysAnotherFormIsRefused) {
  for (const char* const name : {"a.pdf", "a.jpg", "a.svgz", "b/a.PDF", "a.npy"}) {
    const Reply reply = show({.layout = "f32[2,2]", .output = name});
    ASSERT_FALSE(reply.has_value()) << name;
    EXPECT_EQ(reply.error()->code, "show.as") << name;
  }
  EXPECT_EQ(show({.layout = "f32[2,2]", .output = "a.sgv"}).error()->help, "did you mean 'svg'?");
  for (const char* const name : {"a", "v1.2/a", ".hidden", "a.txt", "/tmp/a.b/c"})
    EXPECT_TRUE(show({.layout = "f32[2,2]", .output = name}).has_value()) << name;
  EXPECT_TRUE(show({.layout = "f32[2,2]", .as = "table", .output = "a.log"}).has_value());
}

}  // namespace
}  // namespace tileglot::api
