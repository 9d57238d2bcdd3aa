// SPDX-License-Identifier: Apache-2.0
// The facts that XLA's own tests of layout assignment state, in this project's words and with modules of
// its own; the platform is the generic one.
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "tileglot/hlo/ir/ids.h"
#include "tileglot/hlo/ir/module.h"
#include "tileglot/hlo/ir/opcode.h"
#include "tileglot/hlo/pass/laws/assigned_module.h"
#include "tileglot/notation/xla/shape/print.h"
#include "tileglot/notation/xla/shape/shape.h"

namespace tileglot::hlo::pass {
namespace {

using Texts = std::vector<std::string>;

Assigned generic(const std::string& entry_layout, const std::string& body) {
  return Assigned("HloModule m, entry_computation_layout={" + entry_layout + "}\n" + body,
                  "generic");
}

TEST(LayoutAssignment, AnAddTakesTheLayoutOfItsCaller) {
  for (const std::string order : {"{0,1}", "{1,0}"}) {
    const std::string s = "f32[42,12]" + order;
    const auto a = generic("(" + s + "," + s + ")->" + s,
                           "ENTRY e { p = f32[42,12] parameter(0) q = f32[42,12] parameter(1)"
                           " ROOT r = f32[42,12] add(p, q) }");
    for (const char* name : {"p", "q", "r"}) EXPECT_EQ(a.layout(name), order);
    EXPECT_EQ(a.copies(), Texts{});
  }
}

TEST(LayoutAssignment, ParametersKeepTheirLayoutsAndOneIsCopied) {
  const auto a = generic("(f32[42,12]{1,0},f32[42,12]{0,1})->f32[42,12]{1,0}",
                         "ENTRY e { p = f32[42,12] parameter(0) q = f32[42,12] parameter(1)"
                         " ROOT r = f32[42,12] add(p, q) }");
  EXPECT_EQ(a.layout("p"), "{1,0}");
  EXPECT_EQ(a.layout("q"), "{0,1}");
  EXPECT_EQ(a.layout("r"), "{1,0}");
  EXPECT_EQ(a.copies(), Texts{"q {0,1} -> {1,0} for r:1"});
}

TEST(LayoutAssignment, EveryLeafOfATupleOfConstantsHasALayout) {
  const Assigned a(
      "HloModule m\nENTRY e { c = f32[2,2]{0,1} constant({{1,2},{3,4}})"
      " d = f32[2,2]{1,0} constant({{1,2},{3,4}})"
      " t = (f32[2,2], f32[2,2]) tuple(c, d) g = f32[2,2] get-tuple-element(t), index=0"
      " ROOT n = f32[2,2] negate(g) }",
      "generic");
  ASSERT_TRUE(a.ok()) << a.error_code();
  EXPECT_EQ(a.layout("c"), a.layout("g"));
  EXPECT_EQ(a.layout("c"), a.layout("n"));
  EXPECT_EQ(a.shape("t"), "(f32[2,2]" + a.layout("c") + ", f32[2,2]" + a.layout("d") + ")");
}

TEST(LayoutAssignment, OneElementOfANestedResultIsCopied) {
  const auto a =
      generic("()->((f32[2,2]{1,0}),(f32[2,2]{0,1}))",
              "ENTRY e { c = f32[2,2]{1,0} constant({{1,2},{3,4}}) i = (f32[2,2]) tuple(c)"
              " ROOT t = ((f32[2,2]), (f32[2,2])) tuple(i, i) }");
  EXPECT_EQ(a.assignment().copies.size(), 1U);
  EXPECT_EQ(a.entry(), "{()->((f32[2,2]{1,0}), (f32[2,2]{0,1}))}");
}

TEST(LayoutAssignment, ATransposeBetweenMatchingLayoutsIsFree) {
  const auto a = generic("(f32[4,6]{1,0})->f32[6,4]{0,1}",
                         "ENTRY e { p = f32[4,6] parameter(0) l = f32[4,6] log(p)"
                         " t = f32[6,4] transpose(l), dimensions={1,0}"
                         " ROOT r = f32[6,4] tanh(t) }");
  EXPECT_EQ(a.layout("l"), "{1,0}");
  EXPECT_EQ(a.layout("t"), "{0,1}");
  EXPECT_EQ(a.layout("r"), "{0,1}");
  EXPECT_EQ(a.copies(), Texts{});
}

TEST(LayoutAssignment, ABroadcastFollowsTheTransposeAfterIt) {
  const auto a = generic("(f32[3,4]{1,0})->f32[4,3,2]{2,1,0}",
                         "ENTRY e { p = f32[3,4] parameter(0)"
                         " b = f32[2,3,4] broadcast(p), dimensions={1,2}"
                         " ROOT t = f32[4,3,2] transpose(b), dimensions={2,1,0} }");
  EXPECT_EQ(a.layout("b"), "{0,1,2}");
  EXPECT_EQ(a.layout("t"), "{2,1,0}");
}

TEST(LayoutAssignment, ATransposeOfAParameterIsABitcast) {
  const auto a = generic("(f32[3,5,6,7]{2,0,3,1})->f32[6,7,3,5]",
                         "ENTRY e { p = f32[3,5,6,7] parameter(0)"
                         " ROOT t = f32[6,7,3,5] transpose(p), dimensions={2,3,0,1} }");
  EXPECT_EQ(a.layout("p"), "{2,0,3,1}");
  EXPECT_EQ(a.layout("t"), "{0,2,1,3}");
  EXPECT_EQ(a.copies(), Texts{});
}

TEST(LayoutAssignment, ATransposeOfABroadcastIsABitcast) {
  const Assigned a(
      "HloModule m\nENTRY e { p = f32[] parameter(0) b = f32[3,5,6,7] broadcast(p), dimensions={}"
      " ROOT t = f32[6,7,3,5] transpose(b), dimensions={2,3,0,1} }",
      "generic");
  EXPECT_EQ(a.layout("b"), "{1,0,3,2}");
  EXPECT_EQ(a.layout("t"), "{3,2,1,0}");
}

constexpr const char* kFusion =
    "f { p = f32[3,4] parameter(0) t = f32[4,3] transpose(p), dimensions={1,0}"
    " ROOT n = f32[4,3] negate(t) }\n"
    "ENTRY e { a = f32[3,4] parameter(0)"
    " ROOT r = f32[4,3] fusion(a), kind=kLoop, calls=f }";

TEST(LayoutAssignment, InsideAFusionOnlyParametersAndRootHaveLayouts) {
  const auto a = generic("(f32[3,4]{0,1})->f32[4,3]{0,1}", kFusion);
  ASSERT_TRUE(a.ok()) << a.error_code();
  EXPECT_EQ(a.layout("p"), "{0,1}");
  EXPECT_EQ(a.layout("t"), "none");
  EXPECT_EQ(a.layout("n"), "{0,1}");
  EXPECT_EQ(a.layout("r"), "{0,1}");
}

TEST(LayoutAssignment, WhatAFusionTakesOutOfATupleLiesAsItDidThere) {
  const auto a = generic(
      "((f32[2,3,4]{0,1,2},f32[2,3,4]{1,2,0}))->f32[2,3,4]{2,1,0}",
      "f { p = (f32[2,3,4], f32[2,3,4]) parameter(0)"
      " x = f32[2,3,4] get-tuple-element(p), index=0 y = f32[2,3,4] get-tuple-element(p), index=1"
      " ROOT s = f32[2,3,4] add(x, y) }\n"
      "ENTRY e { a = (f32[2,3,4], f32[2,3,4]) parameter(0)"
      " ROOT r = f32[2,3,4] fusion(a), kind=kLoop, calls=f }");
  EXPECT_EQ(a.layout("x"), "{0,1,2}");
  EXPECT_EQ(a.layout("y"), "{1,2,0}");
  EXPECT_EQ(a.layout("r"), "{2,1,0}");
}

TEST(LayoutAssignment, ABranchMayGivePartOfItsParameter) {
  const Assigned a(
      "HloModule m\n"
      "t { p = (f32[2,2], f32[4,4]) parameter(0) ROOT g = f32[4,4] get-tuple-element(p), index=1 "
      "}\n"
      "f { q = (f32[4,4]) parameter(0) ROOT h = f32[4,4] get-tuple-element(q), index=0 }\n"
      "ENTRY e { c = pred[] parameter(0) a = f32[2,2] parameter(1) b = f32[4,4]{0,1} parameter(2)"
      " x = (f32[2,2], f32[4,4]) tuple(a, b) y = (f32[4,4]) tuple(b)"
      " ROOT r = f32[4,4] conditional(c, x, y), true_computation=t, false_computation=f }",
      "generic");
  EXPECT_TRUE(a.ok()) << a.error_code();
}

TEST(LayoutAssignment, ABitcastIsRefused) {
  const Assigned a(
      "HloModule m\nENTRY e { p = f32[2,3] parameter(0) ROOT b = f32[3,2] bitcast(p) }", "generic");
  EXPECT_EQ(a.error_code(), "hlo.bitcast");
}

constexpr const char* kSum =
    "s { x = f32[] parameter(0) y = f32[] parameter(1) ROOT z = f32[] add(x, y) }\n";

TEST(LayoutAssignment, OfOnePartitionedProgramChannelsSayNothing) {
  const Assigned a(std::string("HloModule m, num_partitions=2\n") + kSum +
                       "ENTRY e { p = f32[2,2] parameter(0) q = f32[4] parameter(1)"
                       " a = f32[2,2] all-reduce(p), replica_groups={}, channel_id=1, to_apply=s"
                       " b = f32[4] all-reduce(q), replica_groups={}, channel_id=1, to_apply=s"
                       " ROOT t = (f32[2,2], f32[4]) tuple(a, b) }",
                   "generic");
  EXPECT_TRUE(a.ok()) << a.error_code();
}

TEST(LayoutAssignment, AllReducesOfOneChannelAgree) {
  const auto a =
      generic("(f32[2,2]{0,1},f32[2,2]{1,0})->f32[2,2]{1,0}",
              std::string(kSum) +
                  "ENTRY e { p = f32[2,2] parameter(0) q = f32[2,2] parameter(1)"
                  " a = f32[2,2] all-reduce(p), replica_groups={}, channel_id=1, to_apply=s"
                  " c = f32[2,2] add(a, q)"
                  " b = f32[2,2] all-reduce(c), replica_groups={}, channel_id=1, to_apply=s"
                  " ROOT r = f32[2,2] add(b, q) }");
  EXPECT_EQ(a.layout("a"), a.layout("b"));
  EXPECT_EQ(a.root_layout(), "{1,0}");
}

TEST(LayoutAssignment, WhatIsSlicedIsCopiedFirst) {
  const auto a = generic("(f32[1,8]{1,0},f32[4,8]{0,1})->f32[1,8]{1,0}",
                         "ENTRY e { p = f32[1,8] parameter(0) q = f32[4,8] parameter(1)"
                         " s = f32[1,8] slice(q), slice={[1:2],[0:8]}"
                         " ROOT r = f32[1,8] add(p, s) }");
  EXPECT_EQ(a.copies(), Texts{"q {0,1} -> {1,0} for s:0"});
}

TEST(LayoutAssignment, WhatIsJoinedIsCopiedFirst) {
  const auto a = generic("(f32[3,8]{1,0},f32[3,5]{0,1},f32[3,3]{1,0})->f32[3,8]{1,0}",
                         "ENTRY e { p = f32[3,8] parameter(0) q = f32[3,5] parameter(1)"
                         " u = f32[3,3] parameter(2)"
                         " c = f32[3,8] concatenate(q, u), dimensions={1}"
                         " ROOT r = f32[3,8] add(p, c) }");
  EXPECT_EQ(a.copies(), Texts{"q {0,1} -> {1,0} for c:0"});
}

TEST(LayoutAssignment, WhatIsJoinedFollowsTheLongest) {
  const auto a = generic("(f32[8,2]{0,1},f32[8,6]{1,0})->f32[8,8]",
                         "ENTRY e { p = f32[8,2] parameter(0) q = f32[8,6] parameter(1)"
                         " ROOT c = f32[8,8] concatenate(p, q), dimensions={1} }");
  EXPECT_EQ(a.layout("c"), "{1,0}");
  EXPECT_EQ(a.copies(), Texts{"p {0,1} -> {1,0} for c:0"});
}

TEST(LayoutAssignment, ASplitElementIsTheMostMinorDimension) {
  const auto a = generic("(f32[2,64]{0,1})->u4[2,64,8]{1,2,0:E(4)}",
                         "ENTRY e { p = f32[2,64] parameter(0)"
                         " ROOT b = u4[2,64,8] bitcast-convert(p) }");
  EXPECT_EQ(a.copies(), Texts{"p {0,1} -> {1,0} for b:0"});
}

TEST(LayoutAssignment, AConvolutionReadsWhatItGets) {
  const auto a = generic("(f32[1,2,3,4]{2,3,1,0},f32[5,2,1,1]{3,2,0,1})->f32[1,5,3,4]",
                         "ENTRY e { p = f32[1,2,3,4] parameter(0) k = f32[5,2,1,1] parameter(1)"
                         " ROOT c = f32[1,5,3,4] convolution(p, k), window={size=1x1},"
                         " dim_labels=bf01_oi01->bf01 }");
  EXPECT_EQ(a.copies(), Texts{});
}

TEST(LayoutAssignment, ASliceReadsAsItWrites) {
  const auto a = generic("(f32[4,5]{1,0})->f32[2,3]{0,1}",
                         "ENTRY e { p = f32[4,5] parameter(0)"
                         " ROOT s = f32[2,3] slice(p), slice={[1:3],[1:4]} }");
  EXPECT_EQ(a.copies(), Texts{"p {1,0} -> {0,1} for s:0"});
}

TEST(LayoutAssignment, AFreeCustomCallTakesAnyLayouts) {
  const auto a = generic("(f32[3,4,5]{0,2,1})->f32[1,2,3,4]{3,2,0,1}",
                         "ENTRY e { p = f32[3,4,5] parameter(0)"
                         " ROOT c = f32[1,2,3,4] custom-call(p), custom_call_target=\"foo\" }");
  EXPECT_EQ(a.layout("c"), "{3,2,0,1}");
  EXPECT_EQ(a.layout("p"), "{0,2,1}");
  EXPECT_EQ(a.copies(), Texts{});
}

constexpr const char* kConstrainedCall =
    "c = f32[1,2,3,4]{3,2,0,1} custom-call(p, q), custom_call_target=\"foo\","
    " operand_layout_constraints={f32[3,4]{0,1}, f32[3,4]{1,0}}";

TEST(LayoutAssignment, AConstrainedCallIsSurroundedByCopies) {
  const auto a = generic("(f32[3,4]{1,0},f32[3,4]{1,0})->f32[1,2,3,4]{2,1,0,3}",
                         std::string("ENTRY e { p = f32[3,4] parameter(0) q = f32[3,4] parameter(1)"
                                     " ROOT ") +
                             kConstrainedCall + " }");
  EXPECT_EQ(a.copies(),
            (Texts{"c {3,2,0,1} -> {2,1,0,3} for the result", "p {1,0} -> {0,1} for c:0"}));
}

TEST(LayoutAssignment, AfterAConstrainedCallTheCopyComesLast) {
  const auto a =
      generic("(f32[3,4]{1,0},f32[3,4]{1,0})->f32[1,2,3,4]{2,1,0,3}",
              std::string("ENTRY e { p = f32[3,4] parameter(0) q = f32[3,4] parameter(1)\n") +
                  kConstrainedCall + "\n ROOT x = f32[1,2,3,4] exponential(c) }");
  EXPECT_EQ(a.opcode_of_root(), "copy");
  EXPECT_EQ(a.copies(),
            (Texts{"p {1,0} -> {0,1} for c:0", "x {3,2,0,1} -> {2,1,0,3} for the result"}));
}

TEST(LayoutAssignment, AConstrainedCallMayHaveNoOperands) {
  const auto a = generic("()->f32[1,2,3,4]{2,1,0,3}",
                         "ENTRY e { ROOT c = f32[1,2,3,4]{3,2,0,1} custom-call(),"
                         " custom_call_target=\"foo\", operand_layout_constraints={} }");
  EXPECT_EQ(a.copies(), Texts{"c {3,2,0,1} -> {2,1,0,3} for the result"});
}

TEST(LayoutAssignment, AConstrainedCallMayTakeATuple) {
  const auto a = generic(
      "((f32[4,4]{1,0},f32[2,3]{1,0}))->f32[1,2,3,4]{2,1,0,3}",
      "ENTRY e { p = (f32[4,4], f32[2,3]) parameter(0)"
      " x = f32[4,4] get-tuple-element(p), index=0 y = f32[2,3] get-tuple-element(p), index=1"
      " t = (f32[4,4], f32[2,3]) tuple(x, y)"
      " ROOT c = f32[1,2,3,4]{3,2,0,1} custom-call(t), custom_call_target=\"foo\","
      " operand_layout_constraints={(f32[4,4]{1,0}, f32[2,3]{0,1})} }");
  const InstructionId call = a.id("c");
  EXPECT_EQ(a.shape(a.module()[a.module().operand(call, 0)].name),
            "(f32[4,4]{1,0}, f32[2,3]{0,1})");
  EXPECT_EQ(a.root_layout(), "{2,1,0,3}");
}

TEST(LayoutAssignment, MemorySpacesOfTheEntryAreReset) {
  const auto a = generic("(f32[3,4]{1,0:S(5)},f32[3,4]{0,1:S(5)})->f32[3,4]{1,0:S(5)}",
                         "ENTRY e { p = f32[3,4] parameter(0) q = f32[3,4] parameter(1)"
                         " ROOT r = f32[3,4] add(p, q) }");
  EXPECT_EQ(a.entry(), "{(f32[3,4]{1,0}, f32[3,4]{0,1})->f32[3,4]{1,0}}");
  EXPECT_EQ(a.layout("p"), "{1,0}");
  EXPECT_EQ(a.layout("q"), "{0,1}");
}

TEST(LayoutAssignment, ATransposeThatIsUsedTwiceSuitsOneOfItsUsers) {
  const auto a = generic("(f32[8,32]{1,0})->(f32[32,8]{1,0},f32[32,8]{0,1})",
                         "ENTRY e { p = f32[8,32] parameter(0)"
                         " t = f32[32,8] transpose(p), dimensions={1,0}"
                         " n = f32[32,8] add(t, t)"
                         " ROOT r = (f32[32,8], f32[32,8]) tuple(n, t) }");
  EXPECT_EQ(a.layout("t"), "{0,1}");
  const InstructionId add = a.id("n");
  EXPECT_EQ(a.layout(a.module()[a.module().operand(add, 0)].name),
            a.layout(a.module()[a.module().operand(add, 1)].name));
}

TEST(LayoutAssignment, ABindingCollectiveIsReadAndWrittenAsItSays) {
  const auto a =
      generic("(f32[2,3]{0,1},f32[4,5]{1,0})->(f32[2,3]{1,0},f32[4,5]{1,0})",
              std::string(kSum) +
                  "ENTRY e { p = f32[2,3] parameter(0) q = f32[4,5] parameter(1)"
                  " ROOT a = (f32[2,3]{1,0}, f32[4,5]{1,0}) all-reduce(p, q), replica_groups={},"
                  " constrain_layout=true, to_apply=s }");
  EXPECT_EQ(a.copies(), Texts{"p {0,1} -> {1,0} for a:0"});
}

TEST(LayoutAssignment, DynamicDimensionsStay) {
  const auto a = generic("(f32[1,<=16]{0,1})->f32[1,<=16]",
                         "ENTRY e { p = f32[1,<=16] parameter(0) ROOT r = f32[1,<=16] abs(p) }");
  EXPECT_EQ(a.shape("r"), "f32[1,<=16]{0,1}");
}

TEST(LayoutAssignment, AnAliasedCallReadsAsItWrites) {
  const auto a = generic("(f32[2,3]{0,1})->f32[2,3]{1,0}",
                         "ENTRY e { p = f32[2,3] parameter(0)"
                         " ROOT c = f32[2,3] custom-call(p), custom_call_target=\"foo\","
                         " output_to_operand_aliasing={{}: (0, {})} }");
  EXPECT_EQ(a.layout("p"), "{0,1}");
  EXPECT_EQ(a.root_layout(), "{1,0}");
  EXPECT_EQ(a.copies(), Texts{"p {0,1} -> {1,0} for c:0"});
}

TEST(LayoutAssignment, AnOpenLeafOfAParameterIsFilledIn) {
  const std::string body =
      "ENTRY e { p = (f32[2,3], f32[2,3,4]) parameter(0)"
      " ROOT g = f32[2,3] get-tuple-element(p), index=0 }";
  EXPECT_EQ(generic("((f32[2,3]{0,1},f32[2,3,4]{0,1,2}))->f32[2,3]", body).entry(),
            "{((f32[2,3]{0,1}, f32[2,3,4]{0,1,2}))->f32[2,3]{0,1}}");
  EXPECT_EQ(generic("((f32[2,3]{0,1},f32[2,3,4]))->f32[2,3]", body).entry(),
            "{((f32[2,3]{0,1}, f32[2,3,4]{2,1,0}))->f32[2,3]{0,1}}");
}

TEST(LayoutAssignment, AParameterAndTheResultInItsMemoryLieAlike) {
  for (const std::string entry :
       {"(f32[4,6])->f32[4,6]", "(f32[4,6]{0,1})->f32[4,6]", "(f32[4,6])->f32[4,6]{0,1}"}) {
    const Assigned a(
        "HloModule m, input_output_alias={ {}: (0, {}, may-alias) }, "
        "entry_computation_layout={" +
            entry +
            "}\n"
            "ENTRY e { p = f32[4,6] parameter(0) ROOT r = f32[4,6] negate(p) }",
        "generic");
    EXPECT_EQ(a.layout("p"), a.root_layout()) << entry;
    const std::string order = entry.find("{0,1}") == std::string::npos ? "{1,0}" : "{0,1}";
    EXPECT_EQ(a.entry(), "{(f32[4,6]" + order + ")->f32[4,6]" + order + "}");
  }
}

TEST(LayoutAssignment, AChainOfBuffersTakesTheOrderOfTheResult) {
  const std::string body =
      "ENTRY e { p = f32[2,3] parameter(0)"
      " a = b(f32[2,3]) custom-call(p), custom_call_target=\"Pin\","
      " output_to_operand_aliasing={{}: (0, {})}"
      " c = b(f32[2,3]) custom-call(a), custom_call_target=\"y\","
      " output_to_operand_aliasing={{}: (0, {})}"
      " ROOT d = f32[2,3] custom-call(c), custom_call_target=\"Unpin\","
      " output_to_operand_aliasing={{}: (0, {})} }";
  for (const std::string entry : {"(f32[2,3])->f32[2,3]{0,1}", "(f32[2,3]{0,1})->f32[2,3]{0,1}"}) {
    const auto a = generic(entry, body);
    ASSERT_TRUE(a.ok()) << a.error_code();
    EXPECT_EQ(a.shape("p"), "f32[2,3]{0,1}") << entry;
    for (const char* name : {"a", "c"}) EXPECT_EQ(a.shape(name), "b(f32[2,3]{0,1})") << entry;
    EXPECT_EQ(a.shape("d"), "f32[2,3]{0,1}") << entry;
    EXPECT_EQ(a.copies(), Texts{});
  }
  const Assigned open("HloModule m\n" + body, "generic");
  for (const char* name : {"a", "c"}) EXPECT_EQ(open.shape(name), "b(f32[2,3]{1,0})");
  EXPECT_EQ(open.shape("d"), "f32[2,3]{1,0}");
}

TEST(LayoutAssignment, ABufferThatIsReadOtherwiseLeavesItsMemory) {
  const auto a = generic(
      "(f32[2,3]{1,0})->f32[2,3]{1,0}",
      "ENTRY e { p = f32[2,3] parameter(0)"
      " a = b(f32[2,3]{1,0}) custom-call(p), custom_call_target=\"Pin\","
      " output_to_operand_aliasing={{}: (0, {})}"
      " c = b(f32[2,3]{1,0}) custom-call(a), custom_call_target=\"x\","
      " operand_layout_constraints={b(f32[2,3]{1,0})}, output_to_operand_aliasing={{}: (0, {})}"
      " d = b(f32[2,3]{0,1}) custom-call(c), custom_call_target=\"y\","
      " operand_layout_constraints={b(f32[2,3]{0,1})}, output_to_operand_aliasing={{}: (0, {})}"
      " ROOT r = f32[2,3] custom-call(d), custom_call_target=\"Unpin\","
      " output_to_operand_aliasing={{}: (0, {})} }");
  ASSERT_TRUE(a.ok()) << a.error_code();
  for (const ComputationId computation : a.module().computations()) {
    for (const InstructionId id : a.module().instructions(computation)) {
      if (a.module()[id].opcode != Opcode::kCopy) continue;
      EXPECT_TRUE(is_array(a.module().shape_of(id))) << a.module()[id].name;
    }
  }
  const InstructionId read = a.module().operand(a.id("d"), 0);
  EXPECT_EQ(notation::xla::print(a.module().shape_of(read)), "b(f32[2,3]{0,1})");
  EXPECT_EQ(a.root_layout(), "{1,0}");
}

TEST(LayoutAssignment, AnElementThatIsWrittenIntoAnOperandLiesAsItDoes) {
  const auto a = generic("(f32[2,3]{0,1})->(f32[2,3],f32[2,3])",
                         "ENTRY e { p = f32[2,3] parameter(0)"
                         " ROOT c = (f32[2,3], f32[2,3]) custom-call(p), custom_call_target=\"x\","
                         " output_to_operand_aliasing={{0}: (0, {})} }");
  EXPECT_EQ(a.shape("c"), "(f32[2,3]{0,1}, f32[2,3]{1,0})");
}

TEST(LayoutAssignment, APinnedParameterIsCopiedFirst) {
  const std::string body =
      "ENTRY e { p = s32[2,8] parameter(0)"
      " pin = b(s32[2,8]{0,1}) custom-call(p), custom_call_target=\"Pin\","
      " operand_layout_constraints={s32[2,8]{0,1}}, output_to_operand_aliasing={{}: (0, {})}"
      " back = b(s32[2,8]{0,1}) custom-call(pin), custom_call_target=\"CallBack_AddOne\","
      " operand_layout_constraints={b(s32[2,8]{0,1})}, output_to_operand_aliasing={{}: (0, {})}"
      " ROOT un = s32[2,8] custom-call(back), custom_call_target=\"Unpin\","
      " output_to_operand_aliasing={{}: (0, {})} }";
  const auto a = generic("(s32[2,8]{0,1})->s32[2,8]", body);
  ASSERT_TRUE(a.ok()) << a.error_code();
  ASSERT_EQ(a.assignment().special_case_copies.size(), 1U);
  EXPECT_EQ(a.module().operand(a.id("pin"), 0), a.assignment().special_case_copies[0]);
  EXPECT_EQ(a.shape("back"), "b(s32[2,8]{0,1})");
  EXPECT_EQ(a.root_layout(), "{0,1}");
  EXPECT_EQ(generic("(s32[2,8]{0,1})->s32[2,8]{1,0}", body).root_layout(), "{1,0}");
}

TEST(LayoutAssignment, APinThatAsksForNothingIsReadAsItsBufferIs) {
  const auto a = generic(
      "(s32[2,8]{1,0})->s32[2,8]",
      "ENTRY e { p = s32[2,8] parameter(0)"
      " pin = b(s32[2,8]) custom-call(p), custom_call_target=\"Pin\","
      " output_to_operand_aliasing={{}: (0, {})}"
      " back = b(s32[2,8]{0,1}) custom-call(pin), custom_call_target=\"CallBack_AddOne\","
      " operand_layout_constraints={b(s32[2,8]{0,1})}, output_to_operand_aliasing={{}: (0, {})}"
      " ROOT un = s32[2,8] custom-call(back), custom_call_target=\"Unpin\","
      " output_to_operand_aliasing={{}: (0, {})} }");
  ASSERT_TRUE(a.ok()) << a.error_code();
  EXPECT_EQ(a.copies(), Texts{"p {1,0} -> {0,1} for pin:0"});
  EXPECT_EQ(a.shape("pin"), "b(s32[2,8]{0,1})");
  EXPECT_EQ(a.root_layout(), "{0,1}");
}

TEST(LayoutAssignment, AReshapeAfterAGatherIsMadeAsTheCallerWantsIt) {
  const Assigned a(
      "HloModule m, entry_computation_layout={(f32[8,10]{1,0},s32[4,1,6]{0,1,2})->"
      "f32[4,1,6,8]{3,1,2,0}}\n"
      "ENTRY e { p = f32[8,10]{1,0} parameter(0) i = s32[4,1,6]{0,1,2} parameter(1)"
      " t = f32[10,8]{0,1} transpose(p), dimensions={1,0} n = s32[24,1]{1,0} reshape(i)"
      " g = f32[24,1,8]{2,1,0} gather(t, n), offset_dims={1,2}, collapsed_slice_dims={},"
      " start_index_map={0}, index_vector_dim=1, slice_sizes={1,8}"
      " ROOT r = f32[4,1,6,8]{3,2,1,0} reshape(g) }",
      "generic");
  EXPECT_EQ(a.layout("n"), "{1,0}");
  EXPECT_EQ(a.layout("r"), "{3,1,2,0}");
  EXPECT_EQ(a.copies(), Texts{});
}

TEST(LayoutAssignment, TheResultsRequestIsTakenFirst) {
  const std::string body =
      "ENTRY e { p = f32[6,4] parameter(0) t = f32[4,6] transpose(p), dimensions={1,0}"
      " ROOT n = f32[4,6] negate(t) }";
  const auto open = generic("(f32[6,4]{0,1})->f32[4,6]", body);
  EXPECT_EQ(open.entry(), "{(f32[6,4]{0,1})->f32[4,6]{1,0}}");
  EXPECT_EQ(open.copies(), Texts{});
  EXPECT_EQ(generic("(f32[6,4]{0,1})->f32[4,6]{0,1}", body).copies(),
            Texts{"p {0,1} -> {1,0} for t:0"});
}

TEST(LayoutAssignment, AResultBesideAnOpenOneMayNotBeHonoured) {
  const auto a = generic("(f32[4,6]{1,0})->(f32[4,6]{0,1},f32[4,6])",
                         "ENTRY e { p = f32[4,6] parameter(0)"
                         " ROOT t = (f32[4,6], f32[4,6]) tuple(p, p) }");
  EXPECT_EQ(a.entry(), "{(f32[4,6]{1,0})->(f32[4,6]{1,0}, f32[4,6]{1,0})}");
  ASSERT_EQ(a.assignment().unhonoured.size(), 1U);
  EXPECT_EQ(a.assignment().unhonoured[0].path, std::vector<std::int64_t>{0});
}

}  // namespace
}  // namespace tileglot::hlo::pass
