// SPDX-License-Identifier: Apache-2.0
#include "tileglot/hlo/pass/pipeline/compile_module.h"

#include <gtest/gtest.h>

#include <string>

#include "tileglot/hlo/ir/verify.h"
#include "tileglot/hlo/pass/laws/parsed_module.h"
#include "tileglot/hlo/text/print.h"

namespace tileglot::hlo::pass {
namespace {

/// "copies at the border: entry layout", then the instructions.
std::string compiled(const std::string& text, const LayoutPolicy& policy) {
  Module m = parsed_module(text);
  const EntryLayout entry = *m.header.entry_layout;
  const auto done = compile_module(m, policy, entry);
  if (!done) return done.error()->code + ": " + done.error()->message;
  EXPECT_TRUE(verify(m)) << verify(m).error()->message;
  const std::string printed = print(m, PrintStyle::kShort);
  return std::to_string(done->border_copies) + ": " + print(*m.header.entry_layout) +
         printed.substr(printed.find('{', printed.find("ENTRY")) + 1);
}

std::string negate(const std::string& entry) {
  return "HloModule m, entry_computation_layout={" + entry +
         "}\nENTRY e { p = f32[4,6] parameter(0) ROOT n = f32[4,6] negate(p) }";
}

TEST(CompileModule, TilesStayOutside) {
  EXPECT_EQ(compiled(negate("(f32[4,6]{1,0:T(2,2)})->f32[4,6]"), *cpu_policy()),
            "1: {(f32[4,6]{1,0:T(2,2)})->f32[4,6]{1,0}}\n"
            "  p = f32[4,6]{1,0:T(2,2)} parameter(0)\n"
            "  copy = f32[4,6]{1,0} copy(p)\n"
            "  ROOT n = f32[4,6]{1,0} negate(copy)\n}\n");
  const std::string on_gpu =
      compiled(negate("(f32[4,6]{0,1})->f32[4,6]{0,1:T(2,2)}"), *gpu_policy(90));
  EXPECT_EQ(on_gpu.find("1: {(f32[4,6]{0,1})->f32[4,6]{0,1:T(2,2)}}\n"), 0U) << on_gpu;
  EXPECT_NE(on_gpu.find("f32[6,4]{1,0} negate("), std::string::npos) << on_gpu;
  EXPECT_NE(on_gpu.find("ROOT copy = f32[4,6]{0,1:T(2,2)} copy(bitcast"), std::string::npos);
}

/// Layout assignment gives up a result that was asked for where others of its tuple are open.
TEST(CompileModule, WhatWasAskedForIsGiven) {
  const std::string text =
      "HloModule m, entry_computation_layout={(f32[4,6]{1,0})->(f32[4,6]{0,1}, f32[4,6])}\n"
      "ENTRY e { p = f32[4,6] parameter(0) ROOT t = (f32[4,6], f32[4,6]) tuple(p, p) }";
  const std::string answer = compiled(text, *cpu_policy());
  EXPECT_EQ(answer.substr(0, answer.find('\n')),
            "1: {(f32[4,6]{1,0})->(f32[4,6]{0,1}, f32[4,6]{1,0})}");
}

/// The result lies as the transpose does, in which nothing moves; the parameter has its memory.
TEST(CompileModule, OpenValuesThatShareMemoryLieAlike) {
  const std::string answer = compiled(
      "HloModule m, input_output_alias={ {1}: (0, {}, may-alias) },"
      " entry_computation_layout={(f32[4,4])->(f32[4,4]{0,1}, f32[4,4])}\n"
      "ENTRY e { p = f32[4,4] parameter(0) t = f32[4,4] transpose(p), dimensions={1,0}"
      " ROOT r = (f32[4,4], f32[4,4]) tuple(p, t) }",
      *gpu_policy(90));
  const std::string entry = answer.substr(0, answer.find('\n'));
  const std::size_t first = entry.find("f32[4,4]{") + 8;
  EXPECT_EQ(entry.substr(first, 5), entry.substr(entry.rfind('{', entry.size() - 2), 5)) << entry;
}

TEST(CompileModule, AliasesThatLeadNowhereChangeNothing) {
  Module m = parsed_module(
      "HloModule m, input_output_alias={ {}: (0, {3}, may-alias), {}: (7, {}, may-alias) },"
      " entry_computation_layout={(f32[4,6])->f32[6,4]{0,1}}\n"
      "ENTRY e { p = f32[4,6] parameter(0) ROOT t = f32[6,4] transpose(p), dimensions={1,0} }");
  EXPECT_FALSE(verify(m));
  const EntryLayout entry = *m.header.entry_layout;
  ASSERT_TRUE(compile_module(m, *gpu_policy(90), entry));
  EXPECT_EQ(print(*m.header.entry_layout), "{(f32[4,6]{1,0})->f32[6,4]{0,1}}");
}

TEST(CompileModule, TheStepsAreThoseOfThePlatform) {
  Module m = parsed_module(negate("(f32[4,6]{1,0})->f32[4,6]{1,0}"));
  const EntryLayout entry = *m.header.entry_layout;
  const auto done = compile_module(m, *cpu_policy(), entry);
  ASSERT_TRUE(done);
  EXPECT_EQ(done->steps.size(), pipeline_after_assignment(Platform::kCpu).size());
}

}  // namespace
}  // namespace tileglot::hlo::pass
