// SPDX-License-Identifier: Apache-2.0
// conflict_cures_test.cc: what is suggested holds when it is checked.
#include "tileglot/advice/access/conflict_cures.h"

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <algorithm>
#include <cstdint>
#include <initializer_list>
#include <string>
#include <vector>

#include "tileglot/advice/advised.h"
#include "tileglot/core/law.h"
#include "tileglot/value/json.h"

namespace tileglot::advice {
namespace {

Request request(const std::string& layout, const std::string& dtype, const std::string& access) {
  Request asked{.layout = layout, .dtype = dtype, .accesses = {.access = access}};
  asked.accesses.suggest = true;
  return asked;
}

struct Total {
  std::int64_t ways = 0;
  std::int64_t wavefronts = 0;
};

/// Of all accesses to shared memory.
Total total_of(const value::Json& answer) {
  Total total;
  for (const value::Json& rule : answer["rules"]) {
    if (!rule.contains("wavefronts")) continue;
    total.ways = std::max(total.ways, rule["ways"].get<std::int64_t>());
    total.wavefronts += rule["wavefronts"].get<std::int64_t>();
  }
  return total;
}

/// Checks every cure with a layout again; how many there were.
std::int64_t expect_cures_hold(const Request& asked) {
  const auto reply = advised(asked);
  if (!reply) return 0;
  std::int64_t count = 0;
  for (const value::Json& cure : reply->json["cures"]) {
    if (!cure.contains("layout")) continue;
    Request again = asked;
    again.layout = cure["layout"].get<std::string>();
    const auto cured = advised(again);
    EXPECT_TRUE(cured) << again.layout;
    if (!cured) continue;
    const std::string text = asked.layout + " with " + *asked.accesses.access + ": " + again.layout;
    EXPECT_EQ(cured->json["errors"], 0) << text;
    EXPECT_EQ(total_of(cured->json).ways, cure["ways"]) << text;
    EXPECT_EQ(total_of(cured->json).wavefronts, cure["wavefronts"]) << text;
    ++count;
  }
  return count;
}

TEST(ConflictCures, ACureLetsTheAccessBeDone) {
  const Request odd = request("(8,64):(65,1)", "f16", "ldmatrix");
  const value::Json cures = advised(odd)->json["cures"];
  ASSERT_EQ(cures.size(), 1U);
  EXPECT_EQ(cures[0]["layout"], "(8,64):(72,1)");
  EXPECT_EQ(expect_cures_hold(odd), 1);
  // Elements that lie apart stay so.
  EXPECT_TRUE(advised(request("(8,64):(128,2)", "f16", "ldmatrix"))->json["cures"].empty());
}

TEST(ConflictCures, VectorsThatAPaddingWidensAreCountedAnew) {
  Request asked = request("(16,32):(36,1)", "f8e5m2", "vector:8@0");
  asked.accesses.banks = 32;
  asked.accesses.bank_width = 8;
  EXPECT_GT(expect_cures_hold(asked), 0);
  asked.layout = "Sw<2,0,3> o 0 o (16,32):(36,1)";
  asked.accesses.banks = 64;
  asked.accesses.bank_width = 4;
  EXPECT_GT(expect_cures_hold(asked), 0);
  asked = request("Sw<2,4,4> o 0 o (8,32):(33,1)", "f8e5m2", "vector:16");
  asked.accesses.banks = 16;
  EXPECT_GT(expect_cures_hold(asked), 0);
}

TEST(ConflictCures, WithoutConflictNothingIsSuggested) {
  const auto swizzled = request("Sw<3,3,3> o 0 o (8,64):(64,1)", "f16", "ldmatrix");
  EXPECT_TRUE(advised(swizzled)->json["cures"].empty());
  EXPECT_EQ(advised(swizzled)->text.find("cure"), std::string::npos);
}

TEST(ConflictCures, AnAccessThatCannotBeMadeDoesNotSilenceTheOthers) {
  const auto one = advised(request("(8,64):(64,1)", "f16", "ldmatrix"));
  const auto torn = advised(request("(8,64):(64,1)", "f16", "ldmatrix,ldmatrix.trans"));
  ASSERT_TRUE(torn.has_value()) << torn.error()->message;
  ASSERT_FALSE(torn->json["cures"].empty());
  EXPECT_EQ(torn->json["cures"][0]["name"], one->json["cures"][0]["name"]);
  EXPECT_NE(torn->text.find("  not cured: ldmatrix.trans: elements of a lane are apart"),
            std::string::npos)
      << torn->text;
  const auto only = advised(request("(8,64):(64,1)", "f16", "ldmatrix.trans"));
  EXPECT_NE(only->text.find("  no cure is suggested: ldmatrix.trans: "), std::string::npos)
      << only->text;
}

TEST(ConflictCures, ASwizzleInFrontIsReplacedOrLeftOut) {
  const auto two_ways = request("Sw<2,3,3> o 0 o (8,64):(64,1)", "f16", "ldmatrix");
  const value::Json cures = advised(two_ways)->json["cures"];
  ASSERT_FALSE(cures.empty());
  EXPECT_EQ(cures[0]["name"], "Sw<3,3,3> in place of Sw<2,3,3>");
  for (const value::Json& cure : cures)
    EXPECT_EQ(cure["ways"], 1);  // those of 2 ways are no better
  const auto torn = request("Sw<2,0,3> o 0 o (8,64):(72,1)", "f16", "ldmatrix");
  EXPECT_EQ(advised(torn)->json["cures"][0]["name"], "no swizzle: (8,64):(72,1)");
  EXPECT_EQ(expect_cures_hold(torn), 1);
}

TEST(ConflictCures, WhatIsTooMuchToTryIsToldBesideTheRules) {
  const auto reply = advised(request("(512,512):(512,1)", "f32", "vector:1@0"));
  ASSERT_TRUE(reply);
  EXPECT_EQ(total_of(reply->json).ways, 32);
  EXPECT_TRUE(reply->json["cures"].empty());
  EXPECT_NE(reply->text.find("  no cure is suggested: 215 cures of 262144 vectors"),
            std::string::npos)
      << reply->text;
}

TEST(ConflictCuresLaw, EveryCureIsWhatACheckFinds) {
  std::int64_t held = 0;
  core::check_law("cures_hold_when_checked", 1000, [&] {
    const auto any = [](std::initializer_list<std::int64_t> values) {
      return *rc::gen::elementOf(std::vector<std::int64_t>(values));
    };
    const std::int64_t columns = any({8, 32, 64});
    const std::int64_t rows = any({8, 16, 32});
    const std::int64_t pitch = columns + any({0, 0, 1, 4, 8});
    const bool is_column_major = any({0, 0, 1}) == 1;
    std::string layout = is_column_major ? fmt::format("({},{}):(1,{})", columns, rows, pitch)
                                         : fmt::format("({},{}):({},1)", rows, columns, pitch);
    if (any({0, 1}) == 1) {
      layout = fmt::format("Sw<{},{},{}> o 0 o {}", any({1, 2, 3}), any({0, 2, 3, 4}), any({3, 4}),
                           layout);
    }
    const auto access =
        *rc::gen::element<std::string>("ldmatrix", "ldmatrix.x4", "ldmatrix.trans", "vector:1",
                                       "vector:1@0", "vector:8@0", "vector:4,vector:1@0");
    Request asked = request(layout, *rc::gen::element<std::string>("f8e5m2", "f16"), access);
    asked.accesses.banks = any({16, 32, 64});
    asked.accesses.bank_width = any({4, 8});
    held += expect_cures_hold(asked);
  });
  EXPECT_GT(held, 0);
}

}  // namespace
}  // namespace tileglot::advice
