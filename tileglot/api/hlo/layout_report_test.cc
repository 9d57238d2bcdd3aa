// SPDX-License-Identifier: Apache-2.0
#include "tileglot/api/hlo/layout_report.h"

#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <sstream>
#include <string>

#include "tileglot/api/hlo/assign.h"
#include "tileglot/api/reply/reply.h"
#include "tileglot/core/source_text.h"
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

}  // namespace
}  // namespace tileglot::api
