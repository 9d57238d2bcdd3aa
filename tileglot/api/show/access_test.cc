// SPDX-License-Identifier: Apache-2.0
#include "tileglot/api/show/access.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "tileglot/api/check.h"
#include "tileglot/api/reply/reply.h"

namespace tileglot::api {
namespace {

constexpr const char* kRows = "(8,64):(64,1)";

Json json_of(const AccessRequest& request) {
  const Reply reply = access(request);
  if (reply) return reply->json;
  ADD_FAILURE() << reply.error()->message;
  return {};
}

std::string code_of(const AccessRequest& request) {
  const Reply reply = access(request);
  return reply ? "" : reply.error()->code;
}

std::vector<std::string> keys_of(const Json& json) {
  std::vector<std::string> keys;
  for (const auto& [key, value] : json.items()) keys.push_back(key);
  return keys;
}

TEST(ShowAccess, EachLaneGetsItsWordsInTheirTicks) {
  const Json json = json_of({.layout = kRows, .dtype = "f16"});
  EXPECT_EQ(json["layout"], kRows);
  EXPECT_EQ(json["access"], "ldmatrix");
  EXPECT_EQ(json["title"], "ldmatrix (8 rows × 16 B)");
  EXPECT_EQ(json["model"], "32 banks × 4 B, 16-byte accesses in phases of 8 lanes, broadcast free");
  EXPECT_EQ(json["element_bits"], 16);
  EXPECT_EQ(json["vector"], 8);
  EXPECT_EQ(json["ways"], 8);
  EXPECT_EQ(json["wavefronts"], 64);
  EXPECT_EQ(json["all_phases"], 8);
  ASSERT_EQ(json["phases"].size(), 8U);
  const Json& phase = json["phases"][0];
  EXPECT_EQ(phase["ways"], 8);
  EXPECT_EQ(phase["lanes"][3].dump(),
            R"({"lane":3,"offset":192,"byte":384,"bytes":16,"banks":[0,1,2,3],"ticks":[3,3,3,3]})");
  EXPECT_EQ(phase["words"][13].dump(), R"({"bank":1,"word":97,"tick":3,"lanes":[3]})");
  EXPECT_EQ(json["cures"], Json::array());
}

TEST(ShowAccess, TheKeysAreThoseOfThePage) {
  const Json json = json_of({.layout = kRows, .dtype = "f16"});
  EXPECT_EQ(keys_of(json),
            (std::vector<std::string>{"layout", "access", "title", "model", "banks", "bank_bytes",
                                      "element_bits", "vector", "ways", "wavefronts", "phases",
                                      "all_phases", "cures"}));
  EXPECT_EQ(keys_of(json["phases"][0]),
            (std::vector<std::string>{"warp", "instruction", "phase", "ways", "lanes", "words"}));
}

TEST(ShowAccess, ThePhasesAreATableForPeople) {
  EXPECT_EQ(access({.layout = "(32,2):(2,1)", .dtype = "f32", .access = "vector:2"})->text,
            "vector:2 (8 B a lane): 1-way, 2 wavefronts in 2 phases\n"
            "  warp  instruction  phase  ways  banks\n"
            "     0            0      0     1  32 of 32\n"
            "     0            0      1     1  32 of 32\n");
}

TEST(ShowAccess, TheCuresAreThoseOfCheck) {
  const Json json = json_of({.layout = kRows, .dtype = "f16", .suggest = true});
  const Reply checked = check(
      {.asked = {
           .layout = kRows, .dtype = "f16", .accesses = {.access = "ldmatrix", .suggest = true}}});
  EXPECT_EQ(json["cures"], checked->json["cures"]);
  EXPECT_EQ(json["model"], checked->json["model"]);
  const Json& first = json["cures"][0];
  EXPECT_EQ(first["name"], "Sw<3,3,3>");
  EXPECT_EQ(first["layout"], "Sw<3,3,3> o 0 o (8,64):(64,1)");
  EXPECT_EQ(first["ways"], 1);
  // Playing the cure shows what it promises.
  const Json cured = json_of({.layout = first["layout"], .dtype = "f16"});
  EXPECT_EQ(cured["ways"], first["ways"]);
  EXPECT_EQ(cured["wavefronts"], first["wavefronts"]);
}

TEST(ShowAccess, ElementsOfFourBitsShareBytes) {
  const Json json = json_of({.layout = "(32,2):(2,1)", .dtype = "s4", .access = "vector:1"});
  EXPECT_EQ(json["title"], "vector:1 (0.5 B a lane)");
  EXPECT_EQ(json["ways"], 1);
  EXPECT_EQ(json["phases"][0]["lanes"][1]["byte"], 0);
  EXPECT_EQ(json["phases"][0]["words"][0]["lanes"].size(), 8U);
}

TEST(ShowAccess, LongAccessesAreCountedBeyondTheList) {
  const Reply reply = access({.layout = "(1024,64):(64,1)", .dtype = "f16"});
  EXPECT_EQ(reply->json["all_phases"], 1024);
  EXPECT_EQ(reply->json["wavefronts"], 8192);
  EXPECT_EQ(reply->json["phases"].size(), kMostListed);
  EXPECT_EQ(reply->note, "the first 256 phases are listed\n");
}

TEST(ShowAccess, WhatIsNotSupportedIsRefused) {
  EXPECT_EQ(code_of({.layout = kRows}), "render.no_type");
  EXPECT_EQ(code_of({.layout = "(4096,4096):(4096,1)", .dtype = "f16"}), "map.too_large_to_decide");
  EXPECT_EQ(code_of({.layout = kRows, .dtype = "f16", .access = "global:4"}), "show.option");
  EXPECT_EQ(code_of({.layout = kRows, .dtype = "f16", .access = "ldmatrx"}), "access.kind");
  const Reply torn = access({.layout = "(8,64):(1,8)", .dtype = "f16", .access = "ldmatrix"});
  ASSERT_FALSE(torn);
  EXPECT_EQ(torn.error()->code, "access.element");
  EXPECT_EQ(torn.error()->message, "ldmatrix reads rows of 16 bytes, and 1 element is contiguous");
  const std::string blocked =
      "#ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [8, 4], warpsPerCTA = [1, 1], "
      "order = [1, 0]}>";
  EXPECT_EQ(code_of({.layout = blocked, .dtype = "f16", .tensor = "tensor<8x16xf16>"}),
            "show.option");
}

}  // namespace
}  // namespace tileglot::api
