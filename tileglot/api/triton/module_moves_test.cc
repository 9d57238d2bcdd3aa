// SPDX-License-Identifier: Apache-2.0
#include "tileglot/api/triton/module_moves.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <string>

#include "tileglot/api/check.h"
#include "tileglot/api/reply/reply.h"
#include "tileglot/api/triton/inspect_module.h"
#include "tileglot/bridge/triton/module_scan.h"
#include "tileglot/core/error.h"

namespace tileglot::api {
namespace {

constexpr const char* kBlocked =
    "#ttg.blocked<{sizePerThread = [1, 8], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = "
    "[1, 0]}>";
constexpr const char* kTransposed =
    "#ttg.blocked<{sizePerThread = [8, 1], threadsPerWarp = [8, 4], warpsPerCTA = [1, 4], order = "
    "[0, 1]}>";
constexpr const char* kShared =
    "#ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [1, 0]}>";

std::string module_with(const std::string& operations) {
  return fmt::format("#a = {}\n#b = {}\n#s = {}\n#smem = #ttg.shared_memory\n{}", kBlocked,
                     kTransposed, kShared, operations);
}

core::Result<ModuleMoves> moved(const std::string& text) {
  TILEGLOT_TRY(layouts, bridge::scan_module(text));
  return moves_of(text, layouts);
}

constexpr const char* kConvert =
    "%1 = ttg.convert_layout %0 : tensor<64x64xf16, #a> -> tensor<64x64xf16, #b>\n";
constexpr const char* kLoad =
    "%2 = ttg.local_load %1 : !ttg.memdesc<64x64xf16, #s, #smem> -> tensor<64x64xf16, #a>\n";
constexpr const char* kStore =
    "ttg.local_store %1, %2 : tensor<64x64xf16, #b> -> !ttg.memdesc<64x64xf16, #s, #smem>\n";

TEST(ModuleMoves, AConversionHasItsPlan) {
  const auto moves = moved(module_with(kConvert));
  ASSERT_TRUE(moves.has_value());
  ASSERT_EQ(moves->plans.size(), 1U);
  const Json& move = moves->plans[0];
  EXPECT_EQ(moves->moves[0]["operation"], "ttg.convert_layout");
  EXPECT_EQ(moves->moves[0]["line"], 5);
  EXPECT_EQ(moves->moves[0]["plan"], 0);
  EXPECT_EQ(move["from"]["layout"], "#a");
  EXPECT_EQ(move["to"]["shape"], Json({64, 64}));
  EXPECT_EQ(move["to"]["linear"], move["conversion"]["to"]);
  // What `check --convert-to` says of the same layouts.
  const Reply asked = check({.asked = {.layout = kBlocked,
                                       .dtype = "f16",
                                       .tensor = "f16[64,64]",
                                       .use = {.convert_to = kTransposed}}});
  ASSERT_TRUE(asked.has_value());
  EXPECT_EQ(move["conversion"], asked->json["conversion"]);
  EXPECT_EQ(move["conversion"]["class"], "shared");
  EXPECT_NE(moves->text.find("through shared memory: "), std::string::npos);
}

TEST(ModuleMoves, AnAccessHasItsConflictsAndCures) {
  const auto moves = moved(module_with(std::string(kLoad) + kStore));
  ASSERT_TRUE(moves.has_value());
  ASSERT_EQ(moves->plans.size(), 2U);
  const std::string begins[] = {kBlocked, kTransposed};
  for (const std::size_t i : {0U, 1U}) {
    const Json& access = moves->plans[i]["access"];
    const Reply asked =
        check({.asked = {.layout = begins[i],
                         .tensor = "f16[64,64]",
                         .accesses = {.access = "vector", .memory = kShared, .suggest = true}}});
    ASSERT_TRUE(asked.has_value());
    EXPECT_EQ(access["rules"], asked->json["rules"]);
    EXPECT_EQ(access["cures"], asked->json["cures"]);
    EXPECT_EQ(access["copies"], asked->json["copies"]);
  }
  // Rows of 128 bytes: eight lanes in a row, of 16 bytes each, meet no bank twice.
  EXPECT_EQ(moves->plans[0]["access"]["rules"][2]["ways"], 1);
  EXPECT_EQ(moves->plans[1]["access"]["rules"][2]["ways"], 8);
}

TEST(ModuleMoves, APartOfAMemoryHasTheOffsetsOfTheWhole) {
  // Lanes down a column: of rows of 32 bytes four have banks of their own, of 128 bytes one has.
  const auto ways = [](const std::string& memory) {
    const auto moves =
        moved(module_with("#c = #ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [32, 1], "
                          "warpsPerCTA = [1, 4], order = [0, 1]}>\n%2 = ttg.local_load %1 : " +
                          memory + " -> tensor<64x16xf16, #c>\n"));
    return moves->plans[0]["access"]["rules"];
  };
  const Json whole = ways("!ttg.memdesc<64x16xf16, #s, #smem>");
  const Json part = ways("!ttg.memdesc<64x16xf16, #s, #smem, mutable, 64x64>");
  EXPECT_EQ(whole[0]["rule"], "bijective onto tile");
  EXPECT_EQ(whole[2]["ways"], 8);
  EXPECT_EQ(part[0]["rule"], "vector width, shared");
  EXPECT_EQ(part[1]["ways"], 32);
}

TEST(ModuleMoves, EachPartOfAFileHasItsOwnAliases) {
  const std::string other = fmt::format("// -----\n#a = {0}\n#b = {0}\n", kBlocked);
  const std::string text = module_with(kConvert) + other + kConvert;
  const auto moves = moved(text);
  ASSERT_TRUE(moves.has_value());
  ASSERT_EQ(moves->plans.size(), 2U);
  EXPECT_EQ(moves->plans[0]["conversion"]["class"], "shared");
  EXPECT_EQ(moves->plans[1]["conversion"]["class"], "none");
  EXPECT_EQ(moves->moves[1]["line"], 9);
  EXPECT_EQ(moves->moves[1]["plan"], 1);
  const std::size_t begin = moves->moves[1]["span"][0];
  EXPECT_EQ(text.substr(begin, 18), "ttg.convert_layout");
}

TEST(ModuleMoves, OnlyCopiesOfTheTargetAreOffered) {
  const auto copies = [](const std::string& target) {
    const auto moves = moved(module_with(
        "#m = #ttg.nvidia_mma<{versionMajor = 2, versionMinor = 0, warpsPerCTA = [2, 2], "
        "instrShape = [16, 8]}>\nmodule attributes {ttg.target = \"" +
        target +
        "\"} {\n%2 = ttg.local_load %1 : !ttg.memdesc<64x64xf16, #s, #smem> -> "
        "tensor<64x64xf16, #ttg.dot_op<{opIdx = 0, parent = #m, kWidth = 2}>>\n"));
    return moves->plans[0]["access"].value("copies", Json());
  };
  // stmatrix came with sm_90, ldmatrix with sm_75.
  EXPECT_EQ(copies("cuda:90").size(), 2U);
  EXPECT_EQ(copies("cuda:80").size(), 1U);
  EXPECT_EQ(copies("cuda:80")[0]["use"], "load");
  EXPECT_EQ(copies("hip:gfx942"), Json());
}

TEST(ModuleMoves, WhatCannotBePlannedSaysWhy) {
  const auto error = [](const std::string& line) {
    const auto moves = moved(module_with(line));
    if (!moves || moves->plans.size() != 1) return std::string("no move");
    return moves->plans[0]["error"]["code"].get<std::string>();
  };
  EXPECT_EQ(error("ttg.convert_layout %0 : i32 -> i32"), "triton.type");
  EXPECT_EQ(error("ttg.convert_layout %0 : tensor<64x64xf16> -> tensor<64x64xf16, #a>"),
            "triton.no_encoding");
  EXPECT_EQ(error("ttg.convert_layout %0 : tensor<64x64xf16, #z> -> tensor<64x64xf16, #a>"),
            "triton.alias");
  EXPECT_EQ(error("ttg.convert_layout %0 : tensor<64x64xf16, #a> -> tensor<64xf16, #a>"),
            "triton.rank");
  EXPECT_EQ(error("ttg.convert_layout %0 : tensor<64x64xf16, #a> -> tensor<32x64xf16, #b>"),
            "linear.other_tensor");
  EXPECT_EQ(error("ttg.local_load %0 : !ttg.memdesc<32x64xf16, #s> -> tensor<64x64xf16, #a>"),
            "triton.type");
  EXPECT_EQ(error("ttg.local_load %0 : !ttg.memdesc<64x64xf16, #s> -> !ttg.memdesc<64x64xf16, #s>"),
            "triton.type");
}

std::string load_of(std::int64_t rows, std::int64_t columns) {
  return fmt::format(
      "ttg.local_load %0 : !ttg.memdesc<{0}x{1}xf16, #s> -> tensor<{0}x{1}xf16, #a>\n", rows,
      columns);
}

TEST(ModuleMoves, PlanningEndsAndSmallOperationsAreStillPlanned) {
  // 2^25 and 2^62 elements are not begun, and so cost nothing.
  const auto moves = moved(module_with(load_of(8192, 4096) + load_of(1LL << 31, 1LL << 31) +
                                       load_of(64, 64) + load_of(64, 64)));
  ASSERT_TRUE(moves.has_value());
  ASSERT_EQ(moves->plans.size(), 3U);
  EXPECT_EQ(moves->plans[0]["error"]["code"], "triton.too_many_moves");
  EXPECT_TRUE(moves->plans[1].contains("error"));
  EXPECT_TRUE(moves->plans[2].contains("access"));
  ASSERT_EQ(moves->moves.size(), 4U);
  EXPECT_EQ(moves->moves[3]["plan"], 2);
}

TEST(ModuleMoves, TheTargetIsReadInEverySpelling) {
  EXPECT_EQ(target_of("module attributes {ttg.target = \"cuda:90\", a = 1 : i32} {"), "cuda:90");
  EXPECT_EQ(target_of("\"triton_gpu.target\" = \"hip:gfx942\""), "hip:gfx942");
  EXPECT_EQ(target_of("a.target = \"cuda:90\" ttg.target ttg.target"), "");
  EXPECT_EQ(target_of("ttg.target = \""), "");
}

TEST(ModuleMoves, AModuleListsThem) {
  const Reply reply = inspect_module({.name = "'k'", .text = module_with(kConvert)});
  ASSERT_TRUE(reply.has_value());
  EXPECT_NE(reply->text.find("\nmoves\n  line  operation "), std::string::npos);
  EXPECT_EQ(reply->json["moves"].size(), 1U);
  EXPECT_EQ(inspect_module({.text = module_with("")})->text.find("moves"), std::string::npos);
}

}  // namespace
}  // namespace tileglot::api
