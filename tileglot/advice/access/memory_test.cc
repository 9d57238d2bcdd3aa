// SPDX-License-Identifier: Apache-2.0
#include "tileglot/advice/access/memory.h"

#include <gtest/gtest.h>

#include <optional>
#include <string>
#include <utility>

#include "tileglot/advice/advised.h"

namespace tileglot::advice {
namespace {

Request request(const std::string& layout, const std::string& access,
                const std::optional<std::string>& dtype = "f16") {
  return {.layout = layout, .dtype = dtype, .accesses = {.access = access}};
}

TEST(MemoryAccess, EightRowsOf128BytesAreEightWaysAndASwizzleOfThreeBitsFreesThem) {
  Request asked = request("(8,64):(64,1)", "ldmatrix");
  asked.accesses.suggest = true;
  EXPECT_EQ(advised(asked)->text,
            "(8,64):(64,1)\n"
            "  logical                 1,024 B\n"
            "  physical                1,024 B  1x\n"
            "  rule                      value                   limit  verdict\n"
            "  no alias                  512 elements            –      ✓ pass\n"
            "  vector width, ldmatrix    8 × f16 = 16 B          16 B   ✓ pass\n"
            "  bank conflicts, ldmatrix  8-way in 8 of 8 phases  1-way  ! warn\n"
            "  alignment needed          16 B                    16 B   ✓ pass\n"
            "  padding                   0                       –      ✓ pass\n"
            "  cure  Sw<3,3,3>                             1-way\n"
            "        Sw<2,3,3>                             2-way\n"
            "        Sw<1,3,3>                             4-way\n"
            "        pad 64 elements to 72: (8,64):(72,1)  1-way, +12.5 % memory\n"
            "  1 warning, 0 errors\n"
            "  model: 32 banks × 4 B, 16-byte accesses in phases of 8 lanes, broadcast free\n");
}

TEST(MemoryAccess, TheSwizzledTileIsFree) {
  const auto reply = advised(request("Sw<3,3,3> o 0 o (8,64):(64,1)", "ldmatrix.x4,stmatrix"));
  EXPECT_EQ(rule_of(reply, "bank conflicts, ldmatrix.x4")["ways"], 1);
  EXPECT_EQ(rule_of(reply, "bank conflicts, stmatrix")["value"], "1-way, 32 of 32 banks");
  EXPECT_EQ(reply->json["warnings"], 0);
}

TEST(MemoryAccess, ALayoutThatTransposesIsReadTransposed) {
  // Columns are contiguous: ldmatrix finds no rows of 16 bytes, ldmatrix.trans does.
  const auto straight = advised(request("(64,8):(1,64)", "ldmatrix"));
  EXPECT_EQ(straight->json["errors"], 1);
  EXPECT_EQ(rule_of(straight, "vector width, ldmatrix")["verdict"], "fail");
  EXPECT_EQ(rule_of(straight, "bank conflicts, ldmatrix")["verdict"], "none");
  const auto transposed = advised(request("(64,8):(1,64)", "ldmatrix.trans"));
  EXPECT_EQ(transposed->json["errors"], 0);
  EXPECT_EQ(rule_of(transposed, "bank conflicts, ldmatrix.trans")["ways"], 8);
}

TEST(MemoryAccess, RowsThatBeginAnywhereAreToldFromRowsThatAreTorn) {
  const auto odd = advised(request("(8,64):(65,1)", "ldmatrix"));
  EXPECT_EQ(rule_of(odd, "vector width, ldmatrix")["remark"],
            "8 elements are contiguous, but do not begin at a multiple of 8");
  const auto torn = advised(request("(8,64):(128,2)", "ldmatrix"));
  EXPECT_EQ(rule_of(torn, "vector width, ldmatrix")["remark"],
            "no 8 elements of a lane are contiguous");
}

TEST(MemoryAccess, TheLanesOfTheWorstPhaseAreShown) {
  Request asked = request("(32,32):(32,1)", "vector:1@0", "f32");
  asked.accesses.explain = true;
  const std::string text = advised(asked)->text;
  EXPECT_NE(
      text.find("  vector:1@0, warp 0, instruction 0, phase 0: lanes 0-31 hit bank 0 (32-way)\n"
                "    banks 0 █······························· 31\n"
                "    lane  0: bytes 0-3, bank 0\n"
                "    lane  1: bytes 128-131, bank 0\n"),
      std::string::npos)
      << text;
  EXPECT_EQ(advised(asked)->json["rules"][2]["worst"]["lanes"].size(), 32U);
}

TEST(MemoryAccess, GlobalMemoryIsCountedInSectors) {
  const auto rows = advised(request("(64,64):(64,1)", "global:4", "f32"));
  EXPECT_EQ(rule_of(rows, "coalescing, global:4")["value"], "warp 0: 16 sectors, 4 lines of 128 B");
  EXPECT_EQ(rule_of(rows, "coalescing, global:4")["verdict"], "pass");
  const auto columns = advised(request("(64,64):(64,1)", "global:1@0", "f32"));
  EXPECT_EQ(rule_of(columns, "coalescing, global:1@0")["sectors"], 32);
  EXPECT_EQ(rule_of(columns, "coalescing, global:1@0")["remark"], "12.5 %");
}

TEST(MemoryAccess, AnXlaArrayIsWalkedOverToo) {
  const auto reply = advised(request("bf16[16,256]{1,0:T(8,128)(2,1)}", "global", std::nullopt));
  // Two rows alternate, so vectors of two go down and the widest one tried is eight.
  EXPECT_EQ(rule_of(reply, "vector width, global")["elements"], 2);
  EXPECT_EQ(reply->json["errors"], 1);
}

TEST(MemoryAccess, ACopyMovesWhatBothLayoutsKeepTogether) {
  Request asked{.layout = "(8,64):(64,1)", .dtype = "f16"};
  asked.accesses.memory = "Sw<2,2,3> o 0 o (8,64):(64,1)";
  const auto reply = advised(asked);
  EXPECT_EQ(rule_of(reply, "vector width, copy")["elements"], 4);
  EXPECT_EQ(rule_of(reply, "vector width, copy")["verdict"], "warn");
}

TEST(MemoryAccess, AnAliasIsAWarningToLoadsAndAnErrorToStores) {
  EXPECT_EQ(advised(request("(8,64):(0,1)", "ldmatrix"))->json["errors"], 0);
  EXPECT_EQ(advised(request("(8,64):(0,1)", "stmatrix"))->json["errors"], 1);
}

TEST(MemoryAccess, BanksCanBeOthers) {
  Request asked = request("(64,64):(64,1)", "vector:1@0", "f32");
  asked.accesses.banks = 64;
  EXPECT_EQ(rule_of(advised(asked), "bank conflicts, vector:1@0")["ways"], 32);
  asked.accesses.bank_width = 8;
  EXPECT_EQ(rule_of(advised(asked), "bank conflicts, vector:1@0")["ways"], 16);
  asked.accesses.banks = 0;
  EXPECT_EQ(code_of(asked), "access.banks");
}

TEST(MemoryAccess, AnotherSwizzleTakesThePlaceOfTheFirst) {
  Request asked = request("Sw<1,3,3> o 0 o (8,64):(64,1)", "ldmatrix");
  asked.accesses.suggest = true;
  EXPECT_EQ(advised(asked)->json["cures"][0]["layout"], "Sw<3,3,3> o 0 o (8,64):(64,1)");
}

TEST(MemoryAccess, AGpuIsTheTargetOfLanes) {
  Request asked = request("(8,64):(64,1)", "ldmatrix");
  asked.use.target = "gpu:sm_90";
  EXPECT_EQ(advised(asked)->json["warnings"], 1);
  asked.use.target = "tpu";
  EXPECT_EQ(code_of(asked), "advice.shape");
  asked.use.target = "gpu:90";
  EXPECT_EQ(code_of(asked), "target.name");
}

TEST(MemoryAccess, HowAccessesAreLookedAtWantsAnAccess) {
  Request asked{.layout = "(8,64):(64,1)", .dtype = "f16", .accesses = {.suggest = true}};
  EXPECT_EQ(code_of(asked), "access.missing");
  asked.accesses = {.banks = 64};
  EXPECT_EQ(code_of(asked), "access.missing");
  asked.layout = "f16[8,64]";
  EXPECT_EQ(code_of(asked), "access.missing");
}

TEST(MemoryAccess, OneAnswerHasOneSizeOfElements) {
  const auto bytes = advised(request("(64,64):(64,1)", "ldmatrix", "s4"));
  EXPECT_EQ(bytes->json["physical_bytes"], 4096);
  EXPECT_EQ(rule_of(bytes, "vector width, ldmatrix")["value"], "16 × s4 = 16 B");
  EXPECT_NE(bytes->text.find("; s4 in 8 bits\n"), std::string::npos) << bytes->text;
  const auto packed = advised(request("s4[64,64]{1,0:E(4)}", "ldmatrix", std::nullopt));
  EXPECT_EQ(packed->json["physical_bytes"], 2048);
  EXPECT_EQ(rule_of(packed, "vector width, ldmatrix")["value"], "32 × s4 = 16 B");
  EXPECT_NE(packed->text.find("; s4 in 4 bits\n"), std::string::npos) << packed->text;
  const auto sixes = advised(request("memref<64x64xf6E2M3FN>", "vector:1", std::nullopt));
  EXPECT_EQ(rule_of(sixes, "vector width, vector:1")["value"], "1 × f6e2m3fn = 1 B");
}

TEST(MemoryAccess, TheOtherMemoryIsOneOfTheSameTensor) {
  Request asked{.layout = "(16,32):(32,1)", .dtype = "f16"};
  for (const char* memory : {"f32[16,32]", "(32,64):(64,1)", "(32,16):(16,1)", "512:1"}) {
    asked.accesses.memory = memory;
    EXPECT_EQ(code_of(asked), "access.memory") << memory;
  }
  asked.accesses.memory = "f16[16,32]";
  EXPECT_EQ(code_of(asked), "none");
}

TEST(MemoryAccess, WhatWouldBeIgnoredIsRefused) {
  Request asked = request("(8,64):(64,1)", "global:1");
  asked.accesses.suggest = true;
  EXPECT_EQ(code_of(asked), "access.missing");
  asked = request("(8,64):(64,1)", "global:1");
  asked.accesses.banks = 64;
  EXPECT_EQ(code_of(asked), "access.missing");
  EXPECT_EQ(code_of(request("(8,64):(64,1)", "vector:1,vector:1")), "access.kind");
}

TEST(MemoryAccess, AMemoryTooLargeIsNotWalkedOver) {
  EXPECT_EQ(code_of(request("(2,2):(2199023255552,1)", "vector:1@0")), "map.too_large_to_decide");
  EXPECT_EQ(code_of(request("(65536,65536):(65536,1)", "vector:1@0")), "map.too_large_to_decide");
}

TEST(MemoryAccess, HelpDoesNotLeadInACircle) {
  const auto far = advised(request("(2,2):(4611686018427387903,1)", "vector:1@0", "f64"));
  EXPECT_EQ(far.error()->help.find("--dtype"), std::string::npos);
  EXPECT_EQ(code_of({.layout = "(2,2):(4611686018427387903,1)"}), "none");
}

TEST(MemoryAccess, EveryRefusalOfAnAccessHasHelp) {
  for (const auto& [layout, access] :
       {std::pair{"(8,64):(-64,1)", "ldmatrix"}, std::pair{"(0,64):(64,1)", "vector:1"},
        std::pair{"(8,64):(64,1)", "vector:0"}, std::pair{"()", "vector"},
        std::pair{"(8,64):(64,1)", "vector:1,vector:1"}}) {
    const auto reply = advised(request(layout, access));
    ASSERT_FALSE(reply) << layout;
    EXPECT_FALSE(reply.error()->help.empty()) << layout << " " << access;
  }
}

TEST(MemoryAccess, WhatCannotBeAskedIsRefused) {
  EXPECT_EQ(code_of(request("(8,64):(64,1)", "ldmatrix", std::nullopt)), "access.type");
  EXPECT_EQ(code_of(request("(8,64):(64,1)", "ldmatrix.trans", "f32")), "access.transposed");
  EXPECT_EQ(code_of(request("(8,64):(64,1)", "vector:16", "f32")), "access.element");
  EXPECT_EQ(code_of(request("(7,64):(64,1)", "ldmatrix")), "access.extent");
  EXPECT_EQ(code_of(request("512:1", "ldmatrix")), "access.rank");
  EXPECT_EQ(code_of(request("(8,64):(64,1)", "vector:8@2")), "access.mode");
  EXPECT_EQ(code_of(request("(8,64):(-64,1)", "ldmatrix")), "access.offset");
  EXPECT_EQ(code_of(request("(8,64):(64,1)", "ldmatrx")), "access.kind");
}

TEST(MemoryAccess, NestedModesUnderASwizzleHaveTheirVectors) {
  // An MN-major operand of 128 rows: elements 8q .. 8q+7 of mode 0 are contiguous.
  const Request asked{.layout = "Sw<3,3,3> o 0 o ((64,2),(8,8)):((1,512),(64,1024))",
                      .dtype = "bf16",
                      .accesses = {.access = "vector:8"}};
  const auto nested = advised(asked);
  EXPECT_EQ(rule_of(nested, "vector width, vector:8")["elements"], 8);
  EXPECT_EQ(rule_of(nested, "bank conflicts, vector:8")["ways"], 1);
}

TEST(MemoryAccess, ModesThatAreTooSmallDoNotHideTheWidestVectors) {
  const auto elements_of = [](const std::string& layout, const std::string& access) {
    const auto report =
        advised({.layout = layout, .dtype = "bf16", .accesses = {.access = access}});
    return rule_of(report, "vector width, " + access)["elements"].get<std::int64_t>();
  };
  // A mode of stages, which vectors do not cut, and one of odd extent, which vectors of 1 fill.
  const std::string staged = "Sw<3,3,3> o 0 o ((64,2),(8,8),3):((1,512),(64,1024),8192)";
  EXPECT_EQ(elements_of(staged, "vector:8"), 8);
  EXPECT_EQ(elements_of(staged, "vector"), 8);
  EXPECT_EQ(elements_of("Sw<3,2,3> o 0 o (3,64,64):(4160,64,1)", "vector"), 4);
  EXPECT_EQ(elements_of("Sw<3,2,3> o 0 o ((64,2),(8,8)):((1,512),(64,1024))", "vector:8"), 4);
}

}  // namespace
}  // namespace tileglot::advice
