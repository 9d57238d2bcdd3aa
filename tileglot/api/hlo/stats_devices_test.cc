// SPDX-License-Identifier: Apache-2.0
#include "tileglot/api/hlo/stats_devices.h"

#include <gtest/gtest.h>

#include <string>

#include "tileglot/api/hlo/stats.h"
#include "tileglot/core/source_text.h"

namespace tileglot::api {
namespace {

Reply counted(const std::string& text) { return hlo_stats({.module = {.text = text}}); }

TEST(HloStatsDevices, WhatADeviceHasOfEachArray) {
  const auto stats = counted(
      "ENTRY f { arg = f32[16,16]{1,0} parameter(0), sharding={devices=[1,16]<=[16]}\n"
      " ROOT r = f32[16,16]{0,1} add(arg, arg), sharding={devices=[16,1]<=[16]} }");
  ASSERT_TRUE(stats) << core::render(stats.error());
  EXPECT_NE(
      stats->text.find("each of 16 devices allocates 64 B for parameters and 64 B for the result\n"
                       "  parameter arg  f32[16,1]{1,0}  64 B  of f32[16,16] "
                       "{devices=[1,16]<=[16]}\n"
                       "  result         f32[1,16]{0,1}  64 B  of f32[16,16] "
                       "{devices=[16,1]<=[16]}\n"),
      std::string::npos)
      << stats->text;
  const Json& devices = stats->json["devices"];
  EXPECT_EQ(devices["count"], 16);
  EXPECT_EQ(devices["values"][0].dump(),
            R"({"value":"parameter arg","shape":"f32[16,16]{1,0}",)"
            R"("sharding":"{devices=[1,16]<=[16]}","allocated":"f32[16,1]{1,0}","bytes":64,)"
            R"("held":[{"shape":"f32[16,1]","devices":16}]})");
}

TEST(HloStatsDevices, UnevenPartsAreTold) {
  const auto stats = counted(
      "ENTRY f { p = f32[10,6] parameter(0), sharding={devices=[4,1]<=[4]}"
      " q = f32[3] parameter(1), sharding={maximal device=2}"
      " s = f32[3] parameter(2), sharding={manual} ROOT r = f32[10,6] negate(p) }");
  ASSERT_TRUE(stats) << core::render(stats.error());
  for (const std::string line : {"f32[3,6]{1,0}    72 B  of f32[10,6] {devices=[4,1]<=[4]}: 3 hold "
                                 "f32[3,6], 1 holds f32[1,6]\n",
                                 "of f32[3] {maximal device=2}: 1 holds f32[3]\n",
                                 "of f32[3] {manual}: what a device holds, the program knows\n",
                                 "f32[10,6]{1,0}  240 B  of f32[10,6] without a sharding\n"}) {
    EXPECT_NE(stats->text.find(line), std::string::npos) << line << stats->text;
  }
}

TEST(HloStatsDevices, AShardingThatDoesNotFitHasItsPlace) {
  const auto stats =
      counted("ENTRY f {\n  ROOT p = f32[4] parameter(0), sharding={devices=[2,2]<=[4]}\n}");
  ASSERT_FALSE(stats);
  EXPECT_NE(core::render(stats.error()).find("\n  2 |   ROOT p"), std::string::npos)
      << core::render(stats.error());
}

TEST(HloStatsDevices, OneDeviceIsNotTold) {
  const auto stats = counted("ENTRY f { ROOT p = f32[4] parameter(0) }");
  ASSERT_TRUE(stats);
  EXPECT_TRUE(stats->json["devices"].is_null());
  EXPECT_EQ(stats->text.find("each of"), std::string::npos);
}

}  // namespace
}  // namespace tileglot::api
