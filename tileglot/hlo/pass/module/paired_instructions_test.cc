// SPDX-License-Identifier: Apache-2.0
#include "tileglot/hlo/pass/module/paired_instructions.h"

#include <gtest/gtest.h>

#include <string>

#include "tileglot/hlo/pass/assign/assign_layouts.h"
#include "tileglot/hlo/pass/laws/assigned_module.h"
#include "tileglot/hlo/pass/laws/parsed_module.h"
#include "tileglot/hlo/pass/laws/transformer_chain.h"
#include "tileglot/hlo/pass/module/structure.h"

namespace tileglot::hlo::pass {
namespace {

/// "a=b, c=-, ..": each instruction of `before` with its partner, in the order of the text.
std::string pairs(const std::string& before, const std::string& after) {
  const Module a = parsed_module(before);
  const Module b = parsed_module(after);
  const PairedInstructions paired = paired_instructions(a, b);
  std::string text;
  for (const ComputationId computation : a.computations()) {
    for (const InstructionId id : a.instructions(computation)) {
      const auto& partner = paired.after_of[index_of(id)];
      text += (text.empty() ? "" : " ") + std::string(a[id].name) + "=" +
              (partner ? std::string(b[*partner].name) : "-");
    }
  }
  return text;
}

TEST(PairedInstructions, NamesDoNotCountWhereStructureTells) {
  const std::string head = "ENTRY e { p = f32[4] parameter(0) q = f32[4] parameter(1) ";
  EXPECT_EQ(pairs(head + "a = negate(p) b = negate(q) ROOT r = subtract(a, b) }",
                  head + "b = negate(p) a = negate(q) ROOT z = subtract(b, a) }"),
            "p=p q=q a=b b=a r=z");
}

TEST(PairedInstructions, CopiesAreLookedThrough) {
  EXPECT_EQ(pairs("ENTRY e { p = f32[4,6] parameter(0) n = negate(p) ROOT a = abs(n) }",
                  "ENTRY e { x = f32[4,6] parameter(0) c = f32[4,6]{0,1} copy(x)"
                  " y = f32[4,6]{0,1} negate(c) d = f32[4,6] copy(y) ROOT z = abs(d) }"),
            "p=x n=y a=z");
}

TEST(PairedInstructions, TuplesThatAreRebuiltAroundACopyAreLookedThrough) {
  EXPECT_EQ(pairs("ENTRY e { p = (f32[2,3], f32[4]) parameter(0)"
                  " ROOT o = (f32[2,3], f32[4]) opt-barrier(p) }",
                  "ENTRY e { p = (f32[2,3], f32[4]) parameter(0) a = get-tuple-element(p), index=0"
                  " c = f32[2,3]{0,1} copy(a) b = get-tuple-element(p), index=1"
                  " t = (f32[2,3]{0,1}, f32[4]) tuple(c, b)"
                  " ROOT z = (f32[2,3]{0,1}, f32[4]) opt-barrier(t) }"),
            "p=p o=z");
}

TEST(PairedInstructions, UseTellsEqualConstantsApart) {
  const std::string head = "ENTRY e { p = f32[] parameter(0) ";
  EXPECT_EQ(pairs(head + "one = f32[] constant(1) same = f32[] constant(1) a = add(p, one)"
                         " ROOT m = multiply(a, same) }",
                  head + "x = f32[] constant(1) y = f32[] constant(1) a = add(p, y)"
                         " ROOT m = multiply(a, x) }"),
            "p=p one=y same=x a=a m=m");
}

TEST(PairedInstructions, AroundWhatDiffersPositionsTell) {
  // abs became sign: what is below still has its operands, what is above its users.
  EXPECT_EQ(pairs("ENTRY e { p = f32[4] parameter(0) q = f32[4] parameter(1) n = negate(p)"
                  " s = abs(n) t = add(s, q) ROOT r = exponential(t) }",
                  "ENTRY e { p = f32[4] parameter(0) q = f32[4] parameter(1) n.1 = negate(p)"
                  " s = sign(n.1) t.1 = add(s, q) ROOT r.1 = exponential(t.1) }"),
            "p=p q=q n=n.1 s=- t=t.1 r=r.1");
}

TEST(PairedInstructions, ComputationsArePairedByTheirCallers) {
  const auto text = [](const std::string& first, const std::string& second) {
    return first + " { p = f32[] parameter(0) ROOT r = negate(p) }\n" + second +
           " { p2 = f32[] parameter(0) ROOT r2 = abs(p2) }\n"
           "ENTRY e { x = f32[] parameter(0) c = call(x), to_apply=" +
           first + " ROOT d = call(c), to_apply=" + second + " }";
  };
  EXPECT_EQ(pairs(text("f", "g"), text("g", "f")), "p=p r=r p2=p2 r2=r2 x=x c=c d=d");
}

TEST(PairedInstructions, WhatIsComputedAlikeHasOneNumber) {
  const auto root = [](const std::string& body) {
    const Module m = parsed_module("ENTRY e { p = f32[4,6] parameter(0) " + body + " }");
    return structure_of(m).own[index_of(*m[m.entry()].root)];
  };
  const auto negate = root("ROOT n = negate(p)");
  EXPECT_EQ(root("c = f32[4,6]{0,1} copy(p) ROOT x = f32[4,6]{0,1} negate(c)"), negate);
  EXPECT_NE(root("ROOT n = abs(p)"), negate);
  EXPECT_NE(root("m = negate(p) ROOT n = negate(m)"), negate);
  EXPECT_NE(root("ROOT n = f32[6,4] transpose(p), dimensions={1,0}"), negate);
}

TEST(PairedInstructions, EveryInstructionOfAnAssignedModelHasAPartner) {
  Module before = parsed_module(transformer_chain(40));
  Module after = before;
  ASSERT_TRUE(assign_layouts(after, *policy_named("cpu")));
  // Other names for all, so that structure alone can tell.
  for (const ComputationId computation : after.computations()) {
    for (const InstructionId id : after.instructions(computation)) {
      after[id].name = after.fresh_name("renamed");
    }
  }
  const PairedInstructions paired = paired_instructions(before, after);
  for (const ComputationId computation : before.computations()) {
    for (const InstructionId id : before.instructions(computation)) {
      const auto& partner = paired.after_of[index_of(id)];
      ASSERT_TRUE(partner) << before[id].name;
      EXPECT_EQ(*partner, id) << before[id].name;
    }
  }
}

}  // namespace
}  // namespace tileglot::hlo::pass
