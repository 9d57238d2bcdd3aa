// SPDX-License-Identifier: Apache-2.0
#include "tileglot/hlo/pass/module/flatten_call_graph.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cstddef>
#include <string>
#include <string_view>

#include "tileglot/hlo/ir/module.h"
#include "tileglot/hlo/ir/verify.h"
#include "tileglot/hlo/pass/assign/assign_layouts.h"
#include "tileglot/hlo/pass/laws/parsed_module.h"
#include "tileglot/hlo/pass/module/layout_invariant.h"
#include "tileglot/hlo/pass/module/layout_policy.h"
#include "tileglot/hlo/text/parse.h"
#include "tileglot/hlo/text/print.h"

namespace tileglot::hlo::pass {
namespace {

constexpr std::string_view kNegate =
    "f { x = f32[4]{0} parameter(0) ROOT n = f32[4]{0} negate(x) }\n";

/// The text after the pass, which can be read again.
std::string flattened(const std::string& text, std::size_t clones) {
  Module module = parsed_module(text);
  const auto changes = flatten_call_graph(module);
  EXPECT_EQ(changes, clones);
  EXPECT_TRUE(verify(module));
  EXPECT_TRUE(check_call_graph_flat(module));
  const std::string after = print(module, PrintStyle::kShort);
  EXPECT_TRUE(parse_module(after)) << after;
  return after;
}

bool says(const std::string& text, std::string_view piece) {
  return text.find(piece) != std::string::npos;
}

TEST(FlattenCallGraph, TheSecondCallerGetsAClone) {
  const std::string text =
      flattened(std::string(kNegate) +
                    "ENTRY e { p = f32[4]{0} parameter(0) a = f32[4]{0} call(p), to_apply=f "
                    "ROOT b = f32[4]{0} call(a), to_apply=f }",
                1);
  EXPECT_TRUE(says(text, "a = f32[4]{0} call(p), to_apply=f\n")) << text;
  EXPECT_TRUE(says(text, "b = f32[4]{0} call(a), to_apply=f.clone\n")) << text;
  EXPECT_TRUE(says(text, "ROOT n.clone = f32[4]{0} negate(x.clone)\n")) << text;
}

TEST(FlattenCallGraph, WhatACloneCallsIsClonedToo) {
  const std::string text =
      flattened(std::string(kNegate) +
                    "g { y = f32[4]{0} parameter(0) ROOT c = f32[4]{0} call(y), to_apply=f }\n"
                    "ENTRY e { p = f32[4]{0} parameter(0) a = f32[4]{0} call(p), to_apply=g "
                    "ROOT b = f32[4]{0} call(a), to_apply=g }",
                2);
  EXPECT_TRUE(says(text, "ROOT c.clone = f32[4]{0} call(y.clone), to_apply=f.clone\n")) << text;
}

TEST(FlattenCallGraph, BranchesAndBodiesAreTheirOwn) {
  const std::string text =
      flattened(std::string(kNegate) +
                    "ENTRY e { i = s32[] parameter(0) p = f32[4]{0} parameter(1) "
                    "ROOT c = f32[4]{0} conditional(i, p, p, p), branch_computations={f, f, f} }",
                2);
  EXPECT_TRUE(says(text, "branch_computations={f, f.clone, f.clone.1}")) << text;
}

TEST(FlattenCallGraph, WhatIsAppliedToElementsBelongsToNoCaller) {
  const std::string plus =
      "plus { a = f32[] parameter(0) b = f32[] parameter(1) ROOT c = f32[] add(a, b) }\n";
  const std::string text =
      flattened(plus +
                    "ENTRY e { p = f32[4]{0} parameter(0) z = f32[] constant(0) "
                    "r = f32[] reduce(p, z), dimensions={0}, to_apply=plus "
                    "s = f32[] reduce(p, r), dimensions={0}, to_apply=plus "
                    "ROOT t = f32[] call(r, s), to_apply=plus }",
                1);
  EXPECT_TRUE(says(text, "call(r, s), to_apply=plus.clone")) << text;
}

TEST(FlattenCallGraph, ATreeStays) {
  flattened(std::string(kNegate) +
                "ENTRY e { p = f32[4]{0} parameter(0) ROOT a = f32[4]{0} call(p), to_apply=f }",
            0);
}

TEST(FlattenCallGraph, ConditionalsThatShareABranchGetLayouts) {
  const std::string text =
      "HloModule m, entry_computation_layout={(s32[], f32[4,6]{0,1}, f32[4,6]{1,0})->"
      "(f32[4,6]{0,1}, f32[4,6]{1,0})}\n"
      "f { x = f32[4,6] parameter(0) a = f32[24] reshape(x) ROOT b = f32[4,6] reshape(a) }\n"
      "g { x2 = f32[4,6] parameter(0) ROOT n = f32[4,6] abs(x2) }\n"
      "h { x3 = f32[4,6] parameter(0) c = f32[6,4] transpose(x3), dimensions={1,0} "
      "d = f32[24] reshape(c) s = f32[6,4] reshape(d) "
      "ROOT t = f32[4,6] transpose(s), dimensions={1,0} }\n"
      "ENTRY e { i = s32[] parameter(0) p = f32[4,6] parameter(1) q = f32[4,6] parameter(2) "
      "cp = f32[4,6] conditional(i, p, p), branch_computations={f, g} "
      "cq = f32[4,6] conditional(i, q, q), branch_computations={h, g} "
      "ROOT both = (f32[4,6], f32[4,6]) tuple(cp, cq) }";
  for (const bool is_gpu : {false, true}) {
    Module module = parsed_module(text);
    const auto policy = is_gpu ? gpu_policy(90) : cpu_policy();
    ASSERT_TRUE(assign_layouts(module, *policy));
    EXPECT_TRUE(verify(module));
    const auto status = check_layouts_assigned(module);
    EXPECT_TRUE(status) << status.error()->message << print(module);
  }
}

TEST(FlattenCallGraph, CallsMayGoOnSharing) {
  Module module =
      parsed_module(std::string(kNegate) +
                    "ENTRY e { i = s32[] parameter(0) p = f32[4]{0} parameter(1) "
                    "a = f32[4]{0} call(p), to_apply=f b = f32[4]{0} call(a), to_apply=f "
                    "ROOT c = f32[4]{0} conditional(i, b, b), branch_computations={f, f} }");
  EXPECT_EQ(flatten_loops_and_branches(module), 2U);
  EXPECT_EQ(flatten_loops_and_branches(module), 0U);
  EXPECT_TRUE(verify(module));
}

/// Twenty levels, each of which calls the next twice.
TEST(FlattenCallGraph, CallsThatMultiplyAreRefused) {
  std::string text(kNegate);
  std::string called = "f";
  for (int i = 0; i < 20; ++i) {
    const std::string name = fmt::format("g{}", i);
    text += fmt::format(
        "{0} {{ x{1} = f32[4]{{0}} parameter(0) y{1} = f32[4]{{0}} call(x{1}), to_apply={2} "
        "ROOT z{1} = f32[4]{{0}} call(y{1}), to_apply={2} }}\n",
        name, i, called);
    called = name;
  }
  Module module = parsed_module(text +
                                "ENTRY e { p = f32[4]{0} parameter(0) "
                                "ROOT a = f32[4]{0} call(p), to_apply=" +
                                called + " }");
  const auto changes = flatten_call_graph(module);
  ASSERT_FALSE(changes);
  EXPECT_EQ(changes.error()->code, "hlo.limit");
}

TEST(FlattenCallGraph, SharedComputationsAreNoticed) {
  const auto status = check_call_graph_flat(
      parsed_module(std::string(kNegate) +
                    "ENTRY e { p = f32[4]{0} parameter(0) a = f32[4]{0} call(p), to_apply=f "
                    "ROOT b = f32[4]{0} call(a), to_apply=f }"));
  ASSERT_FALSE(status);
  EXPECT_EQ(status.error()->message, "b runs what others run too");
}

}  // namespace
}  // namespace tileglot::hlo::pass
