// SPDX-License-Identifier: Apache-2.0
#include "tileglot/api/hlo/layout_report.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <sstream>
#include <string>

#include "tileglot/api/hlo/assign.h"
#include "tileglot/api/hlo/compile.h"
#include "tileglot/api/hlo/layout_strategy.h"
#include "tileglot/api/reply/reply.h"
#include "tileglot/core/source_text.h"
#include "tileglot/hlo/ir/ids.h"
#include "tileglot/hlo/ir/instruction.h"
#include "tileglot/hlo/ir/module.h"
#include "tileglot/hlo/pass/module/layout_policy.h"
#include "tileglot/hlo/text/parse.h"
#include "tileglot/value/text/columns.h"

namespace tileglot::api {
namespace {

/// A parameter whose declared layout is not the one in which the GPU sums.
constexpr const char* kSum =
    "HloModule m, entry_computation_layout={(f32[8,128,64]{2,1,0})->f32[8,64]{1,0}}\n"
    "add { a = f32[] parameter(0) b = f32[] parameter(1) ROOT s = f32[] add(a, b) }\n"
    "ENTRY e { p = f32[8,128,64] parameter(0) z = f32[] constant(0)\n"
    "  ROOT r = f32[8,64] reduce(p, z), dimensions={1}, to_apply=add,"
    " metadata={op_name=\"jit(f)/sum\" source_file=\"model\" source_line=12} }\n";

HloAssignRequest reported(const std::string& text, int columns) {
  HloAssignRequest request{.module = {.text = text}};
  request.target = "gpu:sm_90";
  request.report = true;
  request.terminal.columns = columns;
  return request;
}

void expect_fits(const std::string& text, std::size_t columns) {
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) {
    EXPECT_LE(value::width_of(line), columns) << line;
  }
}

TEST(LayoutReport, ADeclaredLayoutThatCostsACopyIsNamed) {
  const Reply reply = hlo_assign(reported(kSum, 80));
  ASSERT_TRUE(reply) << core::render(reply.error());
  const Json& entry = reply->json["report"]["entry"];
  EXPECT_EQ(reply->json["report"]["xla"]["moved_bytes"], 524288);
  EXPECT_EQ(entry["declared_bytes"], 0);
  ASSERT_EQ(entry["changes"].size(), 1U);
  EXPECT_EQ(entry["changes"][0]["arrays"].dump(), R"x(["parameter 0 (%p)"])x");
  EXPECT_EQ(entry["changes"][0]["to"], "{1,2,0}");
  EXPECT_EQ(entry["changes"][0]["moved_bytes"], 0);
  const Json& kept = reply->json["report"]["kept"][0];
  EXPECT_EQ(kept["gone_if_declared"], 524288);
  EXPECT_EQ(kept["reader_source"], "jit(f)/sum, model:12");
  EXPECT_EQ(reply->json["copies"][0]["moved"]["bytes"], 524288);
  // What is advised is right: declared so, nothing moves.
  std::string declared = kSum;
  declared.replace(declared.find("{2,1,0}"), 7, "{1,2,0}");
  EXPECT_EQ(hlo_assign(reported(declared, 80))->json["cost"]["after"], 0);
}

TEST(LayoutReport, LinesFitTheTerminal) {
  for (const int columns : {80, 120}) {
    for (const char* strategy : {"xla", "optimal"}) {
      HloAssignRequest request = reported(kSum, columns);
      request.strategy.strategy = strategy;
      const Reply reply = hlo_assign(request);
      ASSERT_TRUE(reply) << core::render(reply.error());
      expect_fits(reply->text, static_cast<std::size_t>(columns));
    }
  }
}

/// A transpose whose result a dot reads: it moves, or a copy of it does.
constexpr const char* kTransposed =
    "HloModule m, entry_computation_layout={(f32[4,6]{1,0}, f32[4,8]{1,0})->f32[6,8]{1,0}}\n"
    "ENTRY e { p = f32[4,6] parameter(0) q = f32[4,8] parameter(1)\n"
    "  t = f32[6,4] transpose(p), dimensions={1,0}\n"
    "  ROOT d = f32[6,8] dot(t, q), lhs_contracting_dims={1}, rhs_contracting_dims={0} }\n";

/// An open parameter that a sum and a negate read.
constexpr const char* kTwoReaders =
    "HloModule m, entry_computation_layout={(f32[8,128,64])->(f32[8,64]{1,0}, f32[8,128,64])}\n"
    "add { a = f32[] parameter(0) b = f32[] parameter(1) ROOT s = f32[] add(a, b) }\n"
    "ENTRY e { p = f32[8,128,64] parameter(0) z = f32[] constant(0)\n"
    "  r = f32[8,64] reduce(p, z), dimensions={1}, to_apply=add n = f32[8,128,64] negate(p)\n"
    "  ROOT t = (f32[8,64], f32[8,128,64]) tuple(r, n) }\n";

TEST(LayoutReport, XlasLayoutsAreBesideTheOptimalOnes) {
  HloAssignRequest request = reported(kTwoReaders, 80);
  request.strategy.strategy = "optimal";
  const Reply reply = hlo_assign(request);
  ASSERT_TRUE(reply) << core::render(reply.error());
  const Json& report = reply->json["report"];
  std::int64_t sum = 0;
  for (const Json& saving : report["savings"]) {
    sum += saving["bytes"].get<std::int64_t>() - saving["xla_bytes"].get<std::int64_t>();
  }
  EXPECT_EQ(sum, report["optimal"]["moved_bytes"].get<std::int64_t>() -
                     report["xla"]["moved_bytes"].get<std::int64_t>());
}

TEST(LayoutReport, WhatMovesInAnotherInstructionIsNotASaving) {
  HloAssignRequest request = reported(kTransposed, 80);
  request.target = "cpu";
  request.strategy.strategy = "optimal";
  const Reply reply = hlo_assign(request);
  ASSERT_TRUE(reply) << core::render(reply.error());
  const Json& report = reply->json["report"];
  EXPECT_EQ(report["xla"]["copies"]["count"], 1);
  EXPECT_EQ(report["optimal"]["moved_bytes"], report["xla"]["moved_bytes"]);
  EXPECT_EQ(report["savings"].dump(), "[]");
}

/// Three readers of a column-major parameter want rows, a fourth wants columns.
constexpr const char* kFourReaders =
    "HloModule m, entry_computation_layout={(f32[64,64]{0,1}, f32[64,64])"
    "->(f32[64,64]{1,0}, f32[64,64]{1,0})}\n"
    "ENTRY e { p = f32[64,64] parameter(0) q = f32[64,64] parameter(1)\n"
    "  a = f32[64,64] dot(p, q), lhs_contracting_dims={1}, rhs_contracting_dims={0}\n"
    "  b = f32[64,64] custom-call(p), custom_call_target=\"g\","
    " operand_layout_constraints={f32[64,64]{0,1}}\n"
    "  c = f32[64,64] custom-call(p), custom_call_target=\"f\","
    " operand_layout_constraints={f32[64,64]{1,0}}\n"
    "  d = f32[64,64] custom-call(p), custom_call_target=\"h\","
    " operand_layout_constraints={f32[64,64]{1,0}}\n"
    "  e = f32[64,64] add(b, c) g = f32[64,64] add(e, d)\n"
    "  ROOT t = (f32[64,64], f32[64,64]) tuple(a, g) }\n";

TEST(LayoutReport, CopiesForReadersThatNeedNoneAreGone) {
  for (const std::string strategy : {"xla", "optimal"}) {
    HloAssignRequest request = reported(kFourReaders, 0);
    request.target = "cpu";
    request.strategy.strategy = strategy;
    const Reply reply = hlo_assign(request);
    ASSERT_TRUE(reply) << core::render(reply.error());
    for (const Json& kept : reply->json["report"]["kept"]) {
      // With optimal layouts the three readers share a copy: one for the fourth costs the same.
      EXPECT_EQ(kept["gone_if_declared"], strategy == "xla" ? kept["bytes"] : Json(0));
    }
    // With rows declared only the fourth reader needs a copy.
    EXPECT_EQ(reply->json["report"]["entry"]["declared_bytes"], 32768) << reply->text;
    EXPECT_EQ(reply->text.find("stays when"), std::string::npos) << reply->text;
  }
}

/// A parameter that would better be declared otherwise, and whose memory a result takes.
constexpr const char* kAliased =
    "HloModule m, input_output_alias={ {1}: (0, {}, may-alias) }, entry_computation_layout="
    "{(f32[8,128,64]{2,1,0}, f32[8,128,64])->(f32[8,64]{1,0}, f32[8,128,64]{2,1,0})}\n"
    "add { a = f32[] parameter(0) b = f32[] parameter(1) ROOT s = f32[] add(a, b) }\n"
    "ENTRY e { p = f32[8,128,64] parameter(0) q = f32[8,128,64] parameter(1)\n"
    "  z = f32[] constant(0)\n"
    "  r = f32[8,64] reduce(p, z), dimensions={1}, to_apply=add n = f32[8,128,64] negate(q)\n"
    "  ROOT t = (f32[8,64], f32[8,128,64]) tuple(r, n) }\n";

TEST(LayoutReport, ArraysThatShareMemoryAreDeclaredTogether) {
  const Reply reply = hlo_assign(reported(kAliased, 0));
  ASSERT_TRUE(reply) << core::render(reply.error());
  const Json& changes = reply->json["report"]["entry"]["changes"];
  ASSERT_EQ(changes.size(), 1U);
  EXPECT_EQ(changes[0]["arrays"].dump(), R"x(["parameter 0 (%p)","result {1}"])x");
  EXPECT_NE(reply->text.find("declare parameter 0 (%p), result {1}, f32[8,128,64], as {1,2,0}"),
            std::string::npos)
      << reply->text;
  // Declared so it compiles, where the parameter alone is refused.
  const auto declared = [](std::size_t count) {
    std::string text = kAliased;
    for (std::size_t i = 0; i < count; ++i) text.replace(text.find("{2,1,0}"), 7, "{1,2,0}");
    return hlo_compile({.module = {.text = text}, .target = "gpu:sm_90"});
  };
  EXPECT_TRUE(declared(2));
  const Reply alone = declared(1);
  ASSERT_FALSE(alone);
  EXPECT_EQ(alone.error()->code, "hlo.alias");
}

/// Transposes of which dots read a copy on CPUs: two in a loop of TRIPS, one after it.
std::string copies_in_loop(int trips) {
  return fmt::format(
      "HloModule m, entry_computation_layout={{(f32[64,64]{{1,0}}, f32[64,64]{{1,0}})"
      "->(f32[64,64]{{1,0}}, f32[64,64]{{1,0}})}}\n"
      "body {{ s = (s32[], f32[64,64]) parameter(0) i = s32[] get-tuple-element(s), index=0\n"
      "  x = f32[64,64] get-tuple-element(s), index=1 one = s32[] constant(1)\n"
      "  j = s32[] add(i, one) t = f32[64,64] transpose(x), dimensions={{1,0}}\n"
      "  y = f32[64,64] dot(t, x), lhs_contracting_dims={{1}}, rhs_contracting_dims={{0}}\n"
      "  u = f32[64,64] transpose(y), dimensions={{1,0}}\n"
      "  v = f32[64,64] dot(u, y), lhs_contracting_dims={{1}}, rhs_contracting_dims={{0}}\n"
      "  ROOT r = (s32[], f32[64,64]) tuple(j, v) }}\n"
      "until {{ s = (s32[], f32[64,64]) parameter(0) i = s32[] get-tuple-element(s), index=0\n"
      "  n = s32[] constant({}) ROOT c = pred[] compare(i, n), direction=LT }}\n"
      "ENTRY e {{ p = f32[64,64] parameter(0) q = f32[64,64] parameter(1)\n"
      "  z = s32[] constant(0) init = (s32[], f32[64,64]) tuple(z, p)\n"
      "  w = (s32[], f32[64,64]) while(init), condition=until, body=body\n"
      "  r = f32[64,64] get-tuple-element(w), index=1\n"
      "  t = f32[64,64] transpose(q), dimensions={{1,0}}\n"
      "  y = f32[64,64] dot(t, q), lhs_contracting_dims={{1}}, rhs_contracting_dims={{0}}\n"
      "  ROOT o = (f32[64,64], f32[64,64]) tuple(r, y) }}\n",
      trips);
}

TEST(LayoutReport, CopiesInALoopAreApartFromOthersOfTheirCause) {
  HloAssignRequest request = reported(copies_in_loop(10), 0);
  request.target = "cpu";
  const Reply reply = hlo_assign(request);
  ASSERT_TRUE(reply) << core::render(reply.error());
  const Json& kept = reply->json["report"]["kept"];
  ASSERT_EQ(kept.size(), 2U) << reply->text;
  EXPECT_EQ(kept[0]["count"], 2);
  EXPECT_EQ(kept[0]["bytes"], 655360);
  EXPECT_EQ(kept[0]["loop"], "in the loop %w, 10 runs");
  EXPECT_EQ(kept[1]["count"], 1);
  EXPECT_EQ(kept[1]["bytes"], 32768);
  EXPECT_TRUE(kept[1]["loop"].is_null());
  EXPECT_NE(reply->text.find("in the loop %w, 10 runs; in one run both move 64.00 KiB\n"),
            std::string::npos)
      << reply->text;
}

/// A transpose in a loop that never runs.
constexpr const char* kNeverRun =
    "HloModule m, entry_computation_layout={(f32[64,64]{1,0})->f32[64,64]{1,0}}\n"
    "body { s = (s32[], f32[64,64]) parameter(0) i = s32[] get-tuple-element(s), index=0\n"
    "  x = f32[64,64] get-tuple-element(s), index=1 one = s32[] constant(1)\n"
    "  j = s32[] add(i, one) t = f32[64,64] transpose(x), dimensions={1,0}\n"
    "  y = f32[64,64] dot(t, x), lhs_contracting_dims={1}, rhs_contracting_dims={0}\n"
    "  ROOT r = (s32[], f32[64,64]) tuple(j, y) }\n"
    "until { s = (s32[], f32[64,64]) parameter(0) i = s32[] get-tuple-element(s), index=0\n"
    "  n = s32[] constant(0) ROOT c = pred[] compare(i, n), direction=LT }\n"
    "ENTRY e { p = f32[64,64] parameter(0) z = s32[] constant(0)\n"
    "  init = (s32[], f32[64,64]) tuple(z, p)\n"
    "  w = (s32[], f32[64,64]) while(init), condition=until, body=body\n"
    "  ROOT r = f32[64,64] get-tuple-element(w), index=1 }\n";

TEST(LayoutReport, CopiesThatMoveNothingAreNotDenied) {
  HloAssignRequest request = reported(kNeverRun, 0);
  request.target = "cpu";
  const Reply reply = hlo_assign(request);
  ASSERT_TRUE(reply) << core::render(reply.error());
  EXPECT_EQ(reply->json["report"]["inserted"], 1);
  EXPECT_NE(reply->text.find("\nno copy that was inserted moves anything\n"), std::string::npos)
      << reply->text;
}

TEST(LayoutReport, JsonHasWhatTheTextTells) {
  HloAssignRequest request = reported(copies_in_loop(10), 0);
  request.target = "cpu";
  const Reply reply = hlo_assign(request);
  ASSERT_TRUE(reply) << core::render(reply.error());
  const Json& report = reply->json["report"];
  EXPECT_EQ(report["module"], "m");
  EXPECT_EQ(report["target"], "cpu");
  EXPECT_EQ(report["instructions"], reply->json["instructions"]);
  EXPECT_GT(report["layouts"], 0);
  EXPECT_EQ(report["free_layouts"], 0);
  EXPECT_EQ(report["loops"].dump(), R"([{"loop":"w","trips":10,"source":"condition","runs":1}])");
  const Reply open = hlo_assign(reported(
      "HloModule m, entry_computation_layout={(f32[4,6]{1,0})->(f32[4,6]{0,1}, f32[4,6])}\n"
      "ENTRY e { p = f32[4,6] parameter(0) ROOT t = (f32[4,6], f32[4,6]) tuple(p, p) }\n",
      0));
  ASSERT_TRUE(open) << core::render(open.error());
  for (const char* key : {"warnings", "chosen"}) {
    const Json& lines = open->json["report"][key];
    ASSERT_EQ(lines.size(), 1U) << open->text;
    EXPECT_NE(open->text.find(lines[0].get<std::string>()), std::string::npos) << lines;
  }
}

TEST(LayoutReport, AnOperationOutsideOfLoopsHasNone) {
  const Reply reply =
      hlo_assign(reported("HloModule m, entry_computation_layout={(f32[4,6]{1,0})->f32[4,6]{0,1}}\n"
                          "ENTRY e { p = f32[4,6] parameter(0) ROOT c = f32[4,6] copy(p) }\n",
                          0));
  ASSERT_TRUE(reply) << core::render(reply.error());
  const Json& operations = reply->json["report"]["operations"];
  ASSERT_EQ(operations.size(), 1U) << reply->text;
  EXPECT_TRUE(operations[0]["loop"].is_null());
}

/// The policy of a GPU, with the number of times that a computation was assigned.
class CountedPolicy final : public hlo::pass::LayoutPolicy {
 public:
  hlo::pass::Platform platform() const override { return policy_->platform(); }
  void add_constraints(hlo::pass::LayoutConstraints& constraints,
                       hlo::ComputationId computation) const override {
    ++count_;
    policy_->add_constraints(constraints, computation);
  }
  bool can_change_layout(const hlo::Instruction& instruction) const override {
    return policy_->can_change_layout(instruction);
  }
  bool passes_reduction_to_operand(const hlo::Module& module,
                                   hlo::InstructionId reduce) const override {
    return policy_->passes_reduction_to_operand(module, reduce);
  }
  bool keeps_ones_beside_neighbours() const override {
    return policy_->keeps_ones_beside_neighbours();
  }

  int count() const { return count_; }

 private:
  std::unique_ptr<hlo::pass::LayoutPolicy> policy_ = hlo::pass::gpu_policy(90);
  mutable int count_ = 0;
};

TEST(LayoutReport, ALoneProposalIsTriedOnce) {
  const CountedPolicy policy;
  const auto before = hlo::parse_module(kSum);
  ASSERT_TRUE(before) << before.error()->message;
  hlo::Module module = *before;
  const auto assigned = assign_by(module, policy, {});
  ASSERT_TRUE(assigned) << assigned.error()->message;
  const int once = policy.count();
  const auto report = layout_report(*before, {module, assigned->assignment, assigned->summary},
                                    {policy, "gpu:sm_90", {}});
  ASSERT_TRUE(report) << report.error()->message;
  ASSERT_EQ(report->entry.changes.size(), 1U);
  // One assignment has all layouts open, one has the proposal.
  EXPECT_EQ(policy.count(), 3 * once);
}

}  // namespace
}  // namespace tileglot::api
