// SPDX-License-Identifier: Apache-2.0
#include "tileglot/api/hlo/stats_devices.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cstdint>
#include <fstream>
#include <sstream>
#include <string>
#include <string_view>

#include "tileglot/api/hlo/stats.h"
#include "tileglot/api/reply/reply.h"
#include "tileglot/core/shared_material.h"
#include "tileglot/core/source_text.h"
#include "tileglot/value/text/numbers.h"

namespace tileglot::api {
namespace {

Reply counted(const std::string& text) { return hlo_stats({.module = {.text = text}}); }

TEST(HloStatsDevices, WhatADeviceHasOfEachArray) {
  const auto stats = counted(
      "ENTRY f { arg = f32[16,16]{1,0} parameter(0), sharding={devices=[1,16]<=[16]}\n"
      " ROOT r = f32[16,16]{0,1} add(arg, arg), sharding={devices=[16,1]<=[16]} }");
  ASSERT_TRUE(stats) << core::render(stats.error());
  EXPECT_NE(
      stats->text.find("the shapes are those of whole arrays: nothing shows that a partitioner has "
                       "run\n"
                       "each of 16 devices allocates 64 B for parameters and 64 B for the result\n"
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

constexpr const char* kOneDevices =
    "HloModule m, input_output_alias={ {}: (0, {}, may-alias) }\n"
    "ENTRY main.1_spmd { p = f32[4,8]{1,0} parameter(0), sharding={devices=[16,1]<=[16]}\n"
    " ROOT n = f32[4,8]{1,0} negate(p) }";

TEST(HloStatsDevices, TheShapesOfOneDeviceAreNotDividedAgain) {
  const auto stats = counted(kOneDevices);
  ASSERT_TRUE(stats) << core::render(stats.error());
  EXPECT_NE(stats->text.find(
                "the shapes are one device's: 1 computation's name ends in _spmd, as XLA's "
                "partitioner names them, such as main.1_spmd\n"
                "each of 16 devices allocates 128 B for parameters and 128 B for the result\n"
                "  parameter p  f32[4,8]{1,0}  128 B  a part by {devices=[16,1]<=[16]}\n"
                "  result       f32[4,8]{1,0}  128 B\n"),
            std::string::npos)
      << stats->text;
  EXPECT_EQ(stats->json["devices"]["partitioned"], true);
  EXPECT_EQ(stats->json["devices"]["decided_by"], "evidence");
  EXPECT_EQ(stats->json["devices"]["aliases"].dump(), R"({"count":1,"differ":[]})");
}

TEST(HloStatsDevices, AnOptionOverrulesTheEvidence) {
  const auto stats = hlo_stats({.module = {.text = kOneDevices}, .partitioned = "no"});
  ASSERT_TRUE(stats) << core::render(stats.error());
  EXPECT_NE(stats->text.find(
                "the shapes are those of whole arrays: --partitioned no says so\n"
                "  although 1 computation's name ends in _spmd, as XLA's partitioner names them, "
                "such as main.1_spmd\n"
                "each of 16 devices allocates 32 B for parameters and 32 B for the result\n"),
            std::string::npos)
      << stats->text;
  EXPECT_EQ(hlo_stats({.module = {.text = kOneDevices}, .partitioned = "maybe"}).error()->code,
            "hlo.partitioned");
}

TEST(HloStatsDevices, AnArgumentAndAResultOfOneMemoryAreCompared) {
  const auto stats = counted(
      "HloModule m, input_output_alias={ {}: (0, {}, may-alias) }\n"
      "ENTRY e { p = f32[16,8] parameter(0), sharding={devices=[16,1]<=[16]}\n"
      " ROOT n = f32[16,8] negate(p), sharding={replicated} }");
  ASSERT_TRUE(stats) << core::render(stats.error());
  EXPECT_NE(stats->text.find("warning: parameter p and result share memory, but each device "
                             "stores f32[1,8] of one and f32[16,8] of the other\n"),
            std::string::npos)
      << stats->text;
  EXPECT_EQ(stats->json["devices"]["aliases"]["differ"][0]["result_shape"], "f32[16,8]");
}

/// By hand, from the text: the sum of the shapes of one device, and of whole arrays divided by
/// their shardings for the module that is not partitioned.
struct RealModule {
  std::string_view file;
  bool is_partitioned;
  std::int64_t devices;
  std::int64_t parameter_bytes;
  std::int64_t result_bytes;
  std::int64_t aliases;
};

TEST(HloStatsDevices, RealModulesHaveTheBytesOfOneDevice) {
  const auto shared = core::shared_folder();
  if (!shared) GTEST_SKIP() << "SKIP: no recorded modules: set TILEGLOT_SHARED";
  for (const RealModule& real : {
           RealModule{"hlo_llama31_405b_fp8_16x8.hlo", true, 128, 38'109'120'868, 38'108'957'056,
                      81},
           RealModule{"hlo_llama31_8b_bf16_1x8.hlo", true, 8, 12'048'515'084, 12'048'187'432, 876},
           RealModule{"nv_maxtext_deepseek_1n4g_jit_train_step_before_optimization.hlo", false, 4,
                      12'807'053'224, 12'806'528'964, 228},
       }) {
    std::stringstream text;
    text << std::ifstream(*shared / "data/hlo" / real.file).rdbuf();
    const auto stats = counted(text.str());
    ASSERT_TRUE(stats) << core::render(stats.error());
    const Json& devices = stats->json["devices"];
    EXPECT_EQ(devices["partitioned"], real.is_partitioned) << real.file;
    EXPECT_EQ(devices["count"], real.devices) << real.file;
    EXPECT_EQ(devices["aliases"]["count"], real.aliases) << real.file;
    EXPECT_TRUE(devices["aliases"]["differ"].empty()) << real.file;
    EXPECT_NE(stats->text.find(fmt::format("allocates {} B for parameters and {} B for the result",
                                           value::grouped(real.parameter_bytes),
                                           value::grouped(real.result_bytes))),
              std::string::npos)
        << real.file;
  }
}

TEST(HloStatsDevices, OneDeviceIsNotTold) {
  const auto stats = counted("ENTRY f { ROOT p = f32[4] parameter(0) }");
  ASSERT_TRUE(stats);
  EXPECT_TRUE(stats->json["devices"].is_null());
  EXPECT_EQ(stats->text.find("each of"), std::string::npos);
}

}  // namespace
}  // namespace tileglot::api
