// SPDX-License-Identifier: Apache-2.0
#include "tileglot/api/hlo/assign.h"

#include <gtest/gtest.h>

#include <string>

#include "tileglot/api/hlo/layout_strategy.h"
#include "tileglot/api/reply/reply.h"
#include "tileglot/core/source_text.h"
#include "tileglot/hlo/optimal/assign_optimal.h"

namespace tileglot::api {
namespace {

constexpr const char* kNegate =
    "HloModule m, entry_computation_layout={(f32[4,6]{0,1})->f32[4,6]{0,1}}\n"
    "ENTRY e { p = f32[4,6] parameter(0) ROOT n = f32[4,6] negate(p) }\n";

HloAssignRequest request(const std::string& text = kNegate) {
  return {.module = {.name = "'m.hlo'", .text = text}};
}

TEST(HloAssign, AModuleIsAssignedForATarget) {
  const Reply cpu = hlo_assign(request());
  ASSERT_TRUE(cpu) << core::render(cpu.error());
  EXPECT_NE(cpu->text.find("f32[4,6]{1,0} negate(%copy)"), std::string::npos) << cpu->text;
  EXPECT_EQ(cpu->json["copies"].size(), 2U);
  HloAssignRequest gpu = request();
  gpu.target = "gpu:sm_90";
  const Reply on_gpu = hlo_assign(gpu);
  ASSERT_TRUE(on_gpu);
  EXPECT_EQ(on_gpu->json["copies"].size(), 0U);
  EXPECT_EQ(on_gpu->json["entry_layout"], "{(f32[4,6]{0,1})->f32[4,6]{0,1}}");
}

TEST(HloAssign, WhatBecameOfLayoutsIsDumped) {
  HloAssignRequest asked = request();
  asked.dump_layouts = "";
  const Reply reply = hlo_assign(asked);
  ASSERT_TRUE(reply);
  EXPECT_NE(reply->text.find("2 copies inserted\n  %copy = f32[4,6]{1,0} of %p {0,1}\n"),
            std::string::npos)
      << reply->text;
  EXPECT_EQ(reply->json["difference"]["copies"].size(), 2U);
  asked.dump_layouts = "after:layout-assignment";
  EXPECT_EQ(hlo_assign(asked)->text, reply->text);
  asked.dump_layouts = "after:move_copy_to_users";
  EXPECT_EQ(hlo_assign(asked).error()->code, "hlo.pass");
}

TEST(HloAssign, EachCopyIsExplained) {
  HloAssignRequest asked = request();
  asked.explain = true;
  const Reply reply = hlo_assign(asked);
  ASSERT_TRUE(reply);
  EXPECT_EQ(
      reply->text,
      "%copy: %p {0,1} -> {1,0} for operand 0 of %n, 96 B\n"
      "  read as {1,0}:\n"
      "    %n reads its operands in row-major order [cpu.row_major_operand, mandatory]\n"
      "  made as {0,1}:\n"
      "    the entry layout fixes the layout of parameter %p [entry.parameter, mandatory]\n"
      "  how it is made is mandatory, so it is copied for who reads it\n"
      "%copy.1: %n {1,0} -> {0,1} for the result, 96 B\n"
      "  read as {0,1}:\n"
      "    the entry layout fixes the layout of the result, which is %n [entry.result, mandatory]\n"
      "  made as {1,0}:\n"
      "    %n writes its result in the layout of its operands [spread.result_as_operand, "
      "mandatory]\n"
      "    %n reads its operands in row-major order [cpu.row_major_operand, mandatory]\n"
      "  how it is made is mandatory, so it is copied for who reads it\n");
}

TEST(HloAssign, OneInstructionIsExplained) {
  HloAssignRequest asked = request();
  asked.explain = true;
  asked.instruction = "%n";
  const Reply reply = hlo_assign(asked);
  ASSERT_TRUE(reply);
  EXPECT_EQ(reply->text.substr(0, reply->text.find('\n')), "%n = f32[4,6]{1,0}");
  EXPECT_NE(reply->text.find("operand 0 is read as {1,0}:"), std::string::npos);
  asked.instruction = "nobody";
  const Reply missing = hlo_assign(asked);
  ASSERT_FALSE(missing);
  EXPECT_EQ(missing.error()->code, "hlo.no_instruction");
}

TEST(HloAssign, AReportCountsWhatWasDone) {
  HloAssignRequest asked = request();
  asked.report = true;
  const Reply reply = hlo_assign(asked);
  ASSERT_TRUE(reply);
  EXPECT_EQ(reply->text.substr(0, reply->text.find('\n')),
            "module m for cpu: 4 instructions, 2 layouts, 0 of which nothing requires");
  EXPECT_EQ(reply->json["report"]["before"]["copies"]["count"], 0);
  EXPECT_EQ(reply->json["report"]["xla"]["copies"]["count"], 2);
}

TEST(HloAssign, ALeafThatIsNotHonouredIsAWarning) {
  const Reply reply = hlo_assign(
      request("HloModule m, entry_computation_layout={(f32[4,6]{1,0})->(f32[4,6]{0,1},f32[4,6])}\n"
              "ENTRY e { p = f32[4,6] parameter(0) ROOT t = (f32[4,6], f32[4,6]) tuple(p, p) }\n"));
  ASSERT_TRUE(reply);
  EXPECT_EQ(reply->note.substr(0, 65),
            "warning: result {0} was requested as f32[4,6]{0,1} and is f32[4,6");
}

constexpr const char* kSum =
    "HloModule m, entry_computation_layout={(f32[8,128,64])->f32[8,64]}\n"
    "add { a = f32[] parameter(0) b = f32[] parameter(1) ROOT s = f32[] add(a, b) }\n"
    "ENTRY e { p = f32[8,128,64] parameter(0) z = f32[] constant(0)\n"
    "  ROOT r = f32[8,64] reduce(p, z), dimensions={1}, to_apply=add }\n";

TEST(HloAssign, TheOptimalStrategyMovesLessAndSaysSo) {
  HloAssignRequest asked = request(kSum);
  asked.target = "gpu:sm_90";
  asked.strategy.strategy = "optimal";
  asked.report = true;
  const Reply reply = hlo_assign(asked);
  ASSERT_TRUE(reply) << core::render(reply.error());
  EXPECT_EQ(
      reply->text.substr(0, reply->text.find('\n')),
      "moves 0 B where XLA's layouts move 524,288 B; nothing moves less (3 layouts were free)");
  EXPECT_EQ(reply->json["strategy"]["xla_bytes"], 524288);
  EXPECT_EQ(reply->json["strategy"]["bound"], 0);
  EXPECT_EQ(reply->note, "");
  const auto json = assigned_json(kSum, "gpu:sm_90", {.strategy = "optimal"});
  ASSERT_TRUE(json);
  EXPECT_EQ((*json)["entry_layout"], "{(f32[8,128,64]{2,1,0})->f32[8,64]{1,0}}");
  EXPECT_EQ((*json)["strategy"]["bytes"], 0);
}

/// A loop of unknown trips, whose state is given in two orders and added up.
constexpr const char* kLoopOfCopies =
    "HloModule m, entry_computation_layout={(f32[4,6]{0,1}, f32[4,6]{1,0}, s32[])->f32[4,6]{1,0}}\n"
    "body { s = (s32[], s32[], f32[4,6], f32[4,6]) parameter(0)\n"
    "  i = s32[] get-tuple-element(s), index=0 m = s32[] get-tuple-element(s), index=1\n"
    "  x = f32[4,6] get-tuple-element(s), index=2 y = f32[4,6] get-tuple-element(s), index=3\n"
    "  one = s32[] constant(1) j = s32[] add(i, one) z = f32[4,6] add(x, y)\n"
    "  ROOT t = (s32[], s32[], f32[4,6], f32[4,6]) tuple(j, m, x, z) }\n"
    "until { s = (s32[], s32[], f32[4,6], f32[4,6]) parameter(0)\n"
    "  i = s32[] get-tuple-element(s), index=0 m = s32[] get-tuple-element(s), index=1\n"
    "  ROOT q = pred[] compare(i, m), direction=LT }\n"
    "ENTRY e { p = f32[4,6] parameter(0) q = f32[4,6] parameter(1) m = s32[] parameter(2)\n"
    "  z = s32[] constant(0) t = (s32[], s32[], f32[4,6], f32[4,6]) tuple(z, m, p, q)\n"
    "  w = (s32[], s32[], f32[4,6], f32[4,6]) while(t), condition=until, body=body\n"
    "  ROOT r = f32[4,6] get-tuple-element(w), index=3 }\n";

TEST(HloAssign, ACopyThatTheOptimalStrategyChoseIsNotExplainedByXlasRules) {
  HloAssignRequest asked = request(kLoopOfCopies);
  asked.target = "gpu:sm_90";
  asked.strategy.strategy = "optimal";
  asked.explain = true;
  const Reply reply = hlo_assign(asked);
  ASSERT_TRUE(reply) << core::render(reply.error());
  EXPECT_EQ(reply->text.find("changed too often"), std::string::npos) << reply->text;
  EXPECT_EQ(reply->text.find("[strategy.cheapest]") == std::string::npos,
            reply->text.find("the layouts that move the fewest bytes of the module have a copy "
                             "here") == std::string::npos)
      << reply->text;
}

TEST(HloAssign, LoopsAreToldWithTheirTrips) {
  HloAssignRequest asked = request(kLoopOfCopies);
  asked.strategy.strategy = "optimal";
  asked.report = true;
  const Reply reply = hlo_assign(asked);
  ASSERT_TRUE(reply) << core::render(reply.error());
  EXPECT_NE(reply->text.find("if 1 loop with an unknown trip count runs 5 times ("),
            std::string::npos)
      << reply->text;
  EXPECT_NE(reply->text.find("loop %w: 5 trips, a guess, which --loop-trips N replaces\n"),
            std::string::npos)
      << reply->text;
  EXPECT_EQ(reply->json["cost"]["loops"][0].dump(),
            R"({"loop":"w","trips":5,"source":"guess","runs":1})");
  asked.strategy.loop_trips = 2;
  EXPECT_EQ(hlo_assign(asked)->json["cost"]["loops"][0]["trips"], 2);
  asked.strategy.loop_trips = -2;
  EXPECT_EQ(hlo_assign(asked).error()->code, "hlo.loop_trips");
}

/// A copy of one row is a column: nothing moves, in 10 trips.
constexpr const char* kCopyOfARow =
    "HloModule m, entry_computation_layout={(f32[64,1]{1,0})->f32[1,1]{1,0}}\n"
    "body { s = (s32[], f32[64,1], f32[1,1]) parameter(0)\n"
    "  i = s32[] get-tuple-element(s), index=0 x = f32[64,1] get-tuple-element(s), index=1\n"
    "  one = s32[] constant(1) j = s32[] add(i, one)\n"
    "  t = f32[1,64] transpose(x), dimensions={1,0}\n"
    "  y = f32[1,1] dot(t, x), lhs_contracting_dims={1}, rhs_contracting_dims={0}\n"
    "  ROOT r = (s32[], f32[64,1], f32[1,1]) tuple(j, x, y) }\n"
    "until { s = (s32[], f32[64,1], f32[1,1]) parameter(0)\n"
    "  i = s32[] get-tuple-element(s), index=0 n = s32[] constant(10)\n"
    "  ROOT c = pred[] compare(i, n), direction=LT }\n"
    "ENTRY e { p = f32[64,1] parameter(0) z = s32[] constant(0) k = f32[] constant(0)\n"
    "  b = f32[1,1] broadcast(k), dimensions={}\n"
    "  init = (s32[], f32[64,1], f32[1,1]) tuple(z, p, b)\n"
    "  w = (s32[], f32[64,1], f32[1,1]) while(init), condition=until, body=body\n"
    "  ROOT r = f32[1,1] get-tuple-element(w), index=2 }\n";

TEST(HloAssign, ACopyThatMovesNothingRunsAsOftenAsItsLoop) {
  const Reply reply = hlo_assign(request(kCopyOfARow));
  ASSERT_TRUE(reply) << core::render(reply.error());
  ASSERT_EQ(reply->json["copies"].size(), 1U) << reply->text;
  const Json& moved = reply->json["copies"][0]["moved"];
  EXPECT_EQ(moved["bytes"], 0);
  EXPECT_EQ(moved["runs"], 10);
}

TEST(HloAssign, AnUnknownStrategyIsRefused) {
  HloAssignRequest asked = request();
  asked.strategy.strategy = "best";
  EXPECT_EQ(hlo_assign(asked).error()->code, "hlo.strategy");
  asked.strategy = {.strategy = "optimal", .time_limit = 0};
  EXPECT_EQ(hlo_assign(asked).error()->code, "hlo.strategy");
  asked.strategy.time_limit = 1e9;
  EXPECT_EQ(hlo_assign(asked).error()->code, "hlo.strategy");
}

TEST(StrategyText, AGapAndFailuresAreTold) {
  const hlo::optimal::OptimalSummary summary{
      .xla_bytes = 4000,
      .bytes = 2000,
      .shared_bytes = 500,
      .bound = 1500,
      .is_whole = false,
      .free_layouts = 7,
      .failures = {{{.code = "optimal.solver_missing", .message = "none", .help = "install one"}}}};
  EXPECT_EQ(
      strategy_text(summary),
      "moves 2,000 B where XLA's layouts move 4,000 B; nothing moves less than 1,500 B without "
      "sharing copies, a gap of 25.00 % (7 layouts were free)\n"
      "equal copies are shared: 500 B of it need not move\n");
  EXPECT_EQ(strategy_notes(summary),
            "note: of arrays of rank 6 and more not all orders were tried\n"
            "note: optimal.solver_missing: none\n  help: install one\n");
}

TEST(StrategyText, WordsAgreeWithTheirNumbers) {
  hlo::optimal::OptimalSummary summary{.xla_bytes = 96, .free_layouts = 1};
  summary.executions.loops = {{.trips = 5}, {.trips = 5}};
  summary.parts.penalty_bytes = 96;
  EXPECT_EQ(strategy_text(summary),
            "moves 0 B where XLA's layouts move 96 B; nothing moves less if 2 loops with unknown "
            "trip counts run 5 times each (1 layout was free)\n"
            "in addition, reductions in runs of less than 32 B may read 96 B once more, 0 B with "
            "XLA's layouts\n");
}

TEST(HloAssign, TargetsWithoutAPolicyAreRefused) {
  for (const std::string target : {"tpu", "gpu"}) {
    HloAssignRequest asked = request();
    asked.target = target;
    const Reply reply = hlo_assign(asked);
    ASSERT_FALSE(reply);
    EXPECT_EQ(reply.error()->code, "target.kind");
  }
}

TEST(HloAssignOperation, HloAssignAnswersWithLayoutsAndCopies) {
  const auto json =
      assigned_json("ENTRY e { p = f32[2,3] parameter(0) ROOT n = negate(p) }", "cpu");
  ASSERT_TRUE(json) << json.error()->message;
  EXPECT_EQ(json->dump(), R"({"entry_layout":"{(f32[2,3]{1,0})->f32[2,3]{1,0}}",)"
                          R"("layouts":{"p":"f32[2,3]{1,0}","n":"f32[2,3]{1,0}"},)"
                          R"("cost":{"before":0,"after":0,"after_once":0,)"
                          R"("penalties":{"before":0,"after":0},"loops":[]},"copies":[]})");
}

}  // namespace
}  // namespace tileglot::api
