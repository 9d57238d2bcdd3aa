// SPDX-License-Identifier: Apache-2.0
#include "tileglot/advice/access/distributed.h"

#include <gtest/gtest.h>

#include <optional>
#include <string>

#include "tileglot/advice/access/rule_table.h"
#include "tileglot/advice/advise.h"
#include "tileglot/advice/advised.h"
#include "tileglot/value/json.h"

namespace tileglot::advice {
namespace {

/// #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1],
/// order = [1, 0]}> of 16x32.
const std::string kBlocked =
    "{register: [[0,1],[0,2]], lane: [[0,4],[0,8],[0,16],[1,0],[2,0]], warp: [[4,0],[8,0]], block: "
    "[]} -> {dim0: 16, dim1: 32}";

Request request(const std::string& layout, const std::optional<std::string>& memory = {}) {
  return {.layout = layout, .dtype = "f16", .accesses = {.memory = memory}};
}

TEST(Distributed, FourWarpsOfWholeRowsMoveWhatTheyWant) {
  EXPECT_EQ(
      advised(request(kBlocked, "(16,32):(32,1)"))->text,
      kBlocked +
          "\n"
          "  rule                  value                                limit  verdict\n"
          "  bijective onto tile   512 of 512, no alias                 –      ✓ pass\n"
          "  vector width, global  4 × f16 = 8 B                        16 B   ! warn no 8 "
          "elements of a lane are contiguous\n"
          "  coalescing, global    warp 0: 8 sectors, 2 lines of 128 B  8      ✓ pass 100 %\n"
          "  bank conflicts        –                                    1-way  – not a shared "
          "layout\n"
          "  alignment needed      8 B                                  16 B   ✓ pass\n"
          "  padding               0                                    –      ✓ pass\n"
          "  1 warning, 0 errors\n"
          "  model: sectors of 32 B, lines of 128 B, memory that begins at a line\n");
}

Request blocked(const std::string& memory) {
  Request asked{
      .layout =
          "#ttg.blocked<{sizePerThread=[1,4],threadsPerWarp=[4,8],warpsPerCTA=[4,1],order=[1,0]}>",
      .tensor = "tensor<16x32xf16>",
      .accesses = {.memory = memory, .suggest = true}};
  return asked;
}

TEST(Distributed, ABlockedLayoutOfTritonIsToldHowToWidenItsVectors) {
  const auto reply = advised(blocked("(16,32):(32,1)"));
  EXPECT_EQ(rule_of(reply, "coalescing, global")["sectors"], 8);
  ASSERT_EQ(reply->json["cures"].size(), 1U);
  EXPECT_EQ(reply->json["cures"][0]["name"], "sizePerThread = [1, 8], threadsPerWarp = [8, 4]");
  EXPECT_EQ(reply->json["cures"][0]["effect"], "8 × f16 = 16 B, duplicates: 2 along warp");
  const std::string shown = reply->text;
  EXPECT_NE(shown.find("! warn no 8 elements of a lane are contiguous\n" + std::string(75, ' ') +
                       "sizePerThread = [1, 8], threadsPerWarp = [8, 4] gives 8 × f16 = 16 B, "
                       "duplicates: 2 along warp\n"),
            std::string::npos)
      << shown;
  // Down columns no vector is wider for it.
  EXPECT_TRUE(advised(blocked("(16,32):(1,16)"))->json["cures"].empty());
}

TEST(Distributed, TritonsSharedMemoriesAreRead) {
  const auto plain = advised(
      blocked("#ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [1, 0]}>"));
  EXPECT_EQ(rule_of(plain, "bank conflicts, shared")["verdict"], "pass");
  // Columns of 16 elements: 8 lanes along a row are 4 columns each apart, 128 bytes.
  const auto columns = advised(
      blocked("#ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [0, 1]}>"));
  EXPECT_EQ(rule_of(columns, "bank conflicts, shared")["ways"], 8);
  const auto padded =
      advised(blocked("#ttg.padded_shared<[64:+4] {order = [0, 1], shape = [16, 32]}>"));
  EXPECT_EQ(rule_of(padded, "bank conflicts, shared")["ways"], 1);
}

TEST(Distributed, MemoryIsRowMajorWhereNothingElseIsSaid) {
  EXPECT_EQ(advised(request(kBlocked))->json, advised(request(kBlocked, "(16,32):(32,1)"))->json);
  const auto columns = advised(request(kBlocked, "(16,32):(1,16)"));
  EXPECT_EQ(rule_of(columns, "vector width, global")["elements"], 1);
  EXPECT_EQ(rule_of(columns, "coalescing, global")["verdict"], "warn");
  EXPECT_EQ(rule_of(columns, "coalescing, global")["remark"], "25 %");
}

TEST(Distributed, SharedMemoryHasBanks) {
  // Lanes down 16 rows of 32 banks, two words each: 16 lanes share a bank, and rows have to move by
  // two.
  const std::string down =
      "{register: [[0,1]], lane: [[1,0],[2,0],[4,0],[8,0],[0,2]]} -> {dim0: 16, dim1: 4}";
  Request asked = request(down, "(16,4):(64,1)");
  asked.accesses.access = "vector";
  asked.accesses.suggest = true;
  const auto reply = advised(asked);
  EXPECT_EQ(rule_of(reply, "vector width, shared")["elements"], 2);
  EXPECT_EQ(rule_of(reply, "bank conflicts, shared")["ways"], 16);
  ASSERT_FALSE(reply->json["cures"].empty());
  EXPECT_EQ(reply->json["cures"].back()["padding"], value::Json({64, 4}));
  // A linear layout of offsets is shared memory by itself.
  const auto offsets =
      advised(request("{register: [[0,1]], lane: [[1,0],[2,0]]} -> {dim0: 4, dim1: 2}",
                      "{offset: [[0,1],[1,0],[2,0]]} -> {dim0: 4, dim1: 2}"));
  EXPECT_EQ(rule_of(offsets, "bank conflicts, shared")["ways"], 1);
}

TEST(Distributed, DuplicatesAndHolesAreTold) {
  const auto twice =
      advised(request("{register: [[1]], lane: [[2],[0]], warp: [[0]]} -> {dim0: 4}"));
  EXPECT_EQ(rule_of(twice, "bijective onto tile")["value"], "4 of 4, 4 positions each");
  EXPECT_EQ(rule_of(twice, "bijective onto tile")["remark"], "2 along lane, 2 along warp");
  EXPECT_EQ(twice->json["errors"], 0);
  const auto hole =
      advised(request("{register: [[1]], lane: [[4]]} -> {dim0: 8}, surjective: false"));
  EXPECT_EQ(rule_of(hole, "bijective onto tile")["verdict"], "fail");
  EXPECT_EQ(hole->json["errors"], 1);
}

TEST(Distributed, WithoutATypeOnlyThreadsAndValuesAreCounted) {
  const auto reply = advised({.layout = kBlocked});
  EXPECT_EQ(reply->json["rules"].size(), 1U);
  EXPECT_EQ(code_of({.layout = kBlocked, .accesses = {.access = "vector"}}), "access.type");
}

TEST(Distributed, AnOperandIsMovedByMatrices) {
  // Operand A of mma, 16x16 of f16: pairs of registers along a row, then down, then along.
  const std::string operand =
      "{register: [[0,1],[8,0],[0,8]], lane: [[0,2],[0,4],[1,0],[2,0],[4,0]]} -> {dim0: 16, dim1: "
      "16}";
  Request asked = request(operand, "(16,16):(64,1)");
  asked.accesses.access = "ldmatrix.x4";
  asked.accesses.suggest = true;
  const auto reply = advised(asked);
  EXPECT_EQ(rule_of(reply, "vector width, ldmatrix.x4")["value"], "8 × f16 = 16 B");
  EXPECT_EQ(rule_of(reply, "bank conflicts, ldmatrix.x4")["ways"], 8);
  EXPECT_EQ(reply->json["cures"].back()["padding"], value::Json({64, 8}));
  asked.accesses.memory = "(16,16):(1,16)";
  EXPECT_EQ(rule_of(advised(asked), "matrices, ldmatrix.x4")["remark"],
            "each lane's elements are contiguous in runs of 1; a 4-byte vector needs 2");
  EXPECT_EQ(advised(asked)->json["errors"], 1);
  asked.accesses.access = "ldmatrix.trans";
  EXPECT_EQ(rule_of(advised(asked), "bank conflicts, ldmatrix.trans")["verdict"], "warn");
}

TEST(Distributed, ItsLanesAreNotToldWhatToTake) {
  Request asked = request(kBlocked);
  for (const char* access : {"vector@0", "vector,global"}) {
    asked.accesses.access = access;
    EXPECT_EQ(code_of(asked), "access.holders") << access;
  }
  EXPECT_EQ(code_of(request(kBlocked, "(8,32):(32,1)")), "access.memory");
}

TEST(Distributed, ACuredMemoryOfTritonHasTheConflictsThatTheCurePromises) {
  // Rows of 128 bytes, of which the lanes of a phase read one column.
  const std::string registers =
      "#ttg.blocked<{sizePerThread = [1, 8], threadsPerWarp = [32, 1], warpsPerCTA = [4, 1], order "
      "= [1, 0]}>";
  const auto report = [&](const std::string& memory) {
    return advise({.layout = registers,
                   .tensor = "f16[128,64]",
                   .accesses = {.access = "vector", .memory = memory, .suggest = true}});
  };
  for (const char* memory :
       {"#ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [1, 0]}>",
        "#ttg.swizzled_shared<{vec = 8, perPhase = 1, maxPhase = 2, order = [1, 0]}>"}) {
    const auto found = report(memory);
    ASSERT_TRUE(found.has_value()) << memory;
    int swizzles = 0;
    for (const Cure& cure : *found->rules->cures) {
      if (!cure.change.contains("swizzle")) continue;
      ++swizzles;
      const auto cured = report(cure.numbers["layout"].get<std::string>());
      ASSERT_TRUE(cured.has_value()) << cure.numbers.dump();
      EXPECT_EQ(cured->rules->rules[2].numbers["ways"], cure.remaining->ways) << cure.name;
      EXPECT_EQ(cured->rules->rules[2].numbers["wavefronts"], cure.remaining->wavefronts);
    }
    EXPECT_GT(swizzles, 0) << memory;
  }
}

}  // namespace
}  // namespace tileglot::advice
