// SPDX-License-Identifier: Apache-2.0
#include "tileglot/hlo/pass/cost/layout_cost.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <limits>
#include <string>
#include <string_view>
#include <vector>

#include "tileglot/hlo/ir/module.h"
#include "tileglot/hlo/pass/cost/contiguous_bytes.h"
#include "tileglot/hlo/pass/laws/assigned_module.h"
#include "tileglot/hlo/pass/laws/parsed_module.h"
#include "tileglot/hlo/pass/module/reduction_row_order.h"
#include "tileglot/notation/xla/shape/print.h"
#include "tileglot/notation/xla/text/parse.h"

namespace tileglot::hlo::pass {
namespace {

/// "read+written", or "unknown".
std::string moved(std::string_view from, std::string_view to) {
  const MovedBytes bytes =
      moved_between(*notation::xla::parse_shape(from), *notation::xla::parse_shape(to));
  if (!bytes.known) return "unknown";
  return std::to_string(bytes.read) + "+" + std::to_string(bytes.written);
}

/// Of the instruction r.
std::string moved_by_r(std::string_view body) {
  const Module module = parsed_module("ENTRY e { " + std::string(body) + " }");
  const MovedBytes bytes = moved_by(module, named(module, "r"));
  return std::to_string(bytes.read) + "+" + std::to_string(bytes.written);
}

const std::string kAdd =
    "add { a = f32[] parameter(0) b = f32[] parameter(1) ROOT c = f32[] add(a, b) } ";

/// A sum of p as the reduction r.
Module reduction(const std::string& operand, const std::string& result,
                 const std::string& dimensions) {
  return parsed_module(kAdd + "ENTRY e { p = " + operand +
                       " parameter(0) z = f32[] constant(0) ROOT r = " + result +
                       " reduce(p, z), dimensions={" + dimensions + "}, to_apply=add }");
}

std::int64_t reread(const std::string& operand, const std::string& result,
                    const std::string& dimensions, std::string_view policy = "sm_90") {
  const Module module = reduction(operand, result, dimensions);
  return reduction_reread(module, named(module, "r"), *policy_named(policy));
}

LayoutCost cost(std::string_view text, std::string_view policy = "sm_90") {
  return cost_of(parsed_module(text), *policy_named(policy));
}

// "a copy costs what it reads and writes"
TEST(LayoutCost, ACopyCostsWhatItReadsAndWrites) {
  EXPECT_EQ(moved("f32[4,6]{1,0}", "f32[4,6]{0,1}"), "96+96");
  EXPECT_EQ(moved("f32[4,6]{1,0}", "f32[4,6]{1,0}"), "0+0");
  EXPECT_EQ(moved("f32[4,6]", "f32[4,6]{1,0}"), "0+0");
  EXPECT_EQ(moved("f32[<=4,6]{1,0}", "f32[<=4,6]{0,1}"), "96+96");
  EXPECT_EQ(moved("f32[0,6]{1,0}", "f32[0,6]{0,1}"), "0+0");
}

TEST(LayoutCost, DimensionsOfSize1MayStandAnywhere) {
  EXPECT_EQ(moved("f32[4,1]{1,0}", "f32[4,1]{0,1}"), "0+0");
  EXPECT_EQ(moved("f32[4,1,6]{2,1,0}", "f32[4,1,6]{1,2,0}"), "0+0");
  EXPECT_EQ(moved("f32[4,1,6]{2,1,0}", "f32[4,1,6]{0,1,2}"), "96+96");
  EXPECT_EQ(moved("f32[1,1]{1,0}", "f32[1,1]{0,1}"), "0+0");
}

TEST(LayoutCost, PaddingOfTilesMovesToo) {
  EXPECT_EQ(moved("f32[3,5]{1,0}", "f32[3,5]{1,0:T(2,2)}"), "60+96");
  EXPECT_EQ(moved("f32[3,5]{1,0:T(2,2)}", "f32[3,5]{0,1:T(2,2)}"), "96+96");
  EXPECT_EQ(moved("f32[16,128]{1,0:T(8,128)}", "f32[16,128]{1,0}"), "0+0");
}

TEST(LayoutCost, PackedElementsAreOtherBytes) {
  EXPECT_EQ(moved("s4[4,6]{1,0:E(4)}", "s4[4,6]{1,0}"), "12+24");
  EXPECT_EQ(moved("s4[4,6]{1,0:E(4)}", "s4[4,6]{0,1:E(4)}"), "12+12");
}

TEST(LayoutCost, AnotherMemoryIsAnotherPlace) {
  EXPECT_EQ(moved("f32[4,6]{1,0}", "f32[4,6]{1,0:S(5)}"), "96+96");
}

TEST(LayoutCost, TuplesMoveLeafByLeaf) {
  EXPECT_EQ(
      moved("(f32[4,6]{1,0}, f32[2,3]{1,0}, token[])", "(f32[4,6]{1,0}, f32[2,3]{0,1}, token[])"),
      "24+24");
  EXPECT_EQ(moved("()", "()"), "0+0");
}

TEST(LayoutCost, WhatHasNoSizeIsUnknownWhereItMoves) {
  EXPECT_EQ(moved("f32[?,6]{1,0}", "f32[?,6]{1,0}"), "0+0");
  EXPECT_EQ(moved("f32[?,6]{1,0}", "f32[?,6]{0,1}"), "unknown");
  EXPECT_EQ(moved("token[]", "token[]"), "0+0");
}

TEST(LayoutCost, TiledArraysOfAnySizeAreDecided) {
  EXPECT_EQ(moved("s8[2097152,2097152]{1,0:T(1024)}", "s8[2097152,2097152]{1,0:T(1024)}"), "0+0");
  EXPECT_EQ(moved("s8[2097152,2097152]{1,0:T(*,1024)}", "s8[2097152,2097152]{1,0}"), "0+0");
}

TEST(LayoutCost, SumsStopAtTheLargestValue) {
  EXPECT_EQ(moved("s8[4611686018427387904,1,1]{2,1,0}", "s8[4611686018427387904,1,1]{0,1,2}"),
            "0+0");
  const std::string large = "s8[2147483648,4294967295]";
  const auto at = [&](const char* order) { return *notation::xla::parse_shape(large + order); };
  EXPECT_EQ(moved_between(at("{1,0}"), at("{0,1}")).total(),
            std::numeric_limits<std::int64_t>::max());
}

TEST(LayoutCost, ReshapesAndTransposesThatAreBitcastsAreFree) {
  EXPECT_EQ(moved_by_r("p = f32[4,6]{1,0} parameter(0) ROOT r = f32[24]{0} reshape(p)"), "0+0");
  EXPECT_EQ(moved_by_r("p = f32[4,6]{0,1} parameter(0) ROOT r = f32[24]{0} reshape(p)"), "96+96");
  EXPECT_EQ(
      moved_by_r(
          "p = f32[4,6]{0,1} parameter(0) ROOT r = f32[6,4]{1,0} transpose(p), dimensions={1,0}"),
      "0+0");
  EXPECT_EQ(
      moved_by_r(
          "p = f32[4,6]{1,0} parameter(0) ROOT r = f32[6,4]{1,0} transpose(p), dimensions={1,0}"),
      "96+96");
  EXPECT_EQ(moved_by_r("p = f32[4,6]{1,0} parameter(0) ROOT r = f32[4,6]{1,0} negate(p)"), "0+0");
}

TEST(LayoutCost, AnAsynchronousCopyMovesWhenItStarts) {
  const Module module = parsed_module(
      "ENTRY e { p = f32[4,6]{1,0} parameter(0)"
      " s = (f32[4,6]{0,1:S(5)}, f32[4,6]{1,0}, u32[]) copy-start(p)"
      " ROOT d = f32[4,6]{0,1:S(5)} copy-done(s) }");
  EXPECT_EQ(moved_by(module, named(module, "s")).total(), 192);
  EXPECT_TRUE(moved_by(module, named(module, "d")).is_none());
}

// "rows are what is added up"
TEST(LayoutCost, RowsAreWhatIsAddedUp) {
  const auto rows = [](const std::string& operand, const std::string& result,
                       const std::string& dimensions) {
    const Module module = reduction(operand, result, dimensions);
    return print(*reduction_row_shape(module, named(module, "r"), 0).layout);
  };
  EXPECT_EQ(rows("f32[8,128,64]", "f32[8,64]{1,0}", "1"), "{1,2,0}");
  EXPECT_EQ(rows("f32[2,3,5,7]", "f32[3,5]{0,1}", "0,3"), "{3,0,1,2}");
}

// "a reduction in runs shorter than a sector costs one read"
TEST(LayoutCost, AReductionInRunsShorterThanASectorCostsOneRead) {
  EXPECT_EQ(reread("f32[64,4]{1,0}", "f32[4]{0}", "0"), 1024) << "runs of 16 bytes";
  EXPECT_EQ(reread("f32[64,8]{1,0}", "f32[8]{0}", "0"), 0)
      << "runs of 32 bytes, across which it adds";
  EXPECT_EQ(reread("f32[64,4]{0,1}", "f32[4]{0}", "0"), 0) << "rows";
  EXPECT_EQ(reread("f32[4,64]{1,0}", "f32[4]{0}", "1"), 0) << "rows";
  EXPECT_EQ(reread("f32[16,4]{1,0}", "f32[4]{0}", "0"), 0) << "few are added up";
  EXPECT_EQ(reread("f32[64,1]{1,0}", "f32[1]{0}", "0"), 0) << "a dimension of size 1";
  EXPECT_EQ(reread("f32[64,4]{1,0}", "f32[4]{0}", "0", "cpu"), 0);
}

TEST(LayoutCost, AReductionThatReadsInLongRunsReadsOnce) {
  // A batch normalization of a network: runs of 28 * 28 numbers, though not all of them in a row.
  EXPECT_EQ(reread("f32[256,32,28,28]{3,2,1,0}", "f32[32]{0}", "0,2,3"), 0);
  EXPECT_EQ(reread("f32[256,32,28,2]{3,1,2,0}", "f32[32]{0}", "0,2,3"), 256 * 32 * 28 * 2 * 4);
}

TEST(LayoutCost, AReductionOfSeveralReadsEachAgain) {
  const Module module = parsed_module(
      "two { a = f32[] parameter(0) b = s32[] parameter(1) c = f32[] parameter(2)"
      " d = s32[] parameter(3) x = f32[] add(a, c) y = s32[] add(b, d)"
      " ROOT t = (f32[], s32[]) tuple(x, y) }"
      "ENTRY e { p = f32[64,4]{1,0} parameter(0) q = s32[64,4]{0,1} parameter(1)"
      " z = f32[] constant(0) o = s32[] constant(0)"
      " ROOT r = (f32[4]{0}, s32[4]{0}) reduce(p, q, z, o), dimensions={0}, to_apply=two }");
  EXPECT_EQ(reduction_reread(module, named(module, "r"), *policy_named("sm_90")), 1024);
}

/// XLA's answer to gpu_reduce_010, where the parameter could have been laid out otherwise.
const std::string kCopiedForAReduction =
    kAdd +
    "ENTRY e { p = f32[8,128,64]{2,1,0} parameter(0) copy = f32[8,128,64]{1,2,0} copy(p)"
    " z = f32[] constant(0)"
    " ROOT r = f32[8,64]{1,0} reduce(copy, z), dimensions={1}, to_apply=add }";

TEST(LayoutCost, AModulesCostIsListedByInstruction) {
  const LayoutCost found = cost(kCopiedForAReduction);
  EXPECT_EQ(found.bytes(), 524288);
  EXPECT_EQ(found.copies, (KindCost{.count = 1, .bytes = 524288, .bytes_once = 524288}));
  EXPECT_EQ(found.reductions, KindCost{});
  ASSERT_EQ(found.instructions.size(), 1U);
  EXPECT_EQ(found.instructions[0].kind, CostKind::kCopy);
  EXPECT_EQ(found.instructions[0].moved, (MovedBytes{.read = 262144, .written = 262144}));
}

/// Of the instructions that cost something, the largest first; -1: nothing is said.
std::vector<std::int64_t> runs(std::string_view text) {
  const Module module = parsed_module(text);
  std::vector<std::int64_t> result;
  for (const CostlyInstruction& one : cost_of(module, *policy_named("sm_90")).instructions) {
    result.push_back(contiguous_bytes(module, one).value_or(-1));
  }
  return result;
}

// "a copy keeps runs together"
TEST(LayoutCost, ACopyKeepsRunsTogether) {
  const auto copied = [](const std::string& order) {
    return runs("ENTRY e { p = f32[4,6,8] parameter(0) ROOT c = f32[4,6,8]" + order + " copy(p) }");
  };
  EXPECT_EQ(copied("{2,0,1}"), std::vector<std::int64_t>{32});
  EXPECT_EQ(copied("{0,1,2}"), std::vector<std::int64_t>{4});
  EXPECT_EQ(copied("{2,1,0:S(1)}"), std::vector<std::int64_t>{768});
}

TEST(LayoutCost, ReshapesTransposesAndReductionsKeepRunsToo) {
  EXPECT_EQ(runs("ENTRY e { p = f32[4,6,8]{2,0,1} parameter(0) ROOT r = f32[192] reshape(p) }"),
            std::vector<std::int64_t>{32});
  EXPECT_EQ(runs("ENTRY e { p = f32[4,6,8] parameter(0)"
                 " ROOT t = f32[6,4,8] transpose(p), dimensions={1,0,2} }"),
            std::vector<std::int64_t>{32});
  EXPECT_EQ(runs(kAdd + "ENTRY e { p = f32[64,4,8]{1,0,2} parameter(0) z = f32[] constant(0)"
                        " ROOT r = f32[4,8]{0,1} reduce(p, z), dimensions={0}, to_apply=add }"),
            std::vector<std::int64_t>{16});
  EXPECT_EQ(runs("ENTRY e { p = (f32[4,6]) parameter(0) ROOT c = (f32[4,6]{0,1}) copy(p) }"),
            std::vector<std::int64_t>{-1});
}

TEST(LayoutCost, SinkingACopyLeavesAReductionOfColumns) {
  const auto found =
      cost_after_sinking(parsed_module(kCopiedForAReduction), *policy_named("sm_90"));
  ASSERT_TRUE(found.has_value());
  EXPECT_EQ(found->bytes(), 0);
  EXPECT_EQ(found->reductions, KindCost{}) << "runs of 256 bytes";
}

TEST(LayoutCost, PenaltiesAreApartFromWhatMoves) {
  const LayoutCost found = cost(kAdd +
                                "ENTRY e { p = f32[64,4]{1,0} parameter(0) z = f32[] constant(0)"
                                " c = f32[64,4]{0,1} copy(p) d = f32[64,4]{1,0} copy(c)"
                                " ROOT r = f32[4] reduce(d, z), dimensions={0}, to_apply=add }");
  EXPECT_EQ(found.bytes(), 2 * 2048);
  EXPECT_EQ(found.reductions, (KindCost{.count = 1, .bytes = 1024, .bytes_once = 1024}));
}

TEST(LayoutCost, ACopyInALoopMovesInEveryTrip) {
  const LayoutCost found = cost(
      "body { s = (s32[], f32[4,6]) parameter(0) i = s32[] get-tuple-element(s), index=0"
      " x = f32[4,6] get-tuple-element(s), index=1 one = s32[] constant(1) j = s32[] add(i, one)"
      " c = f32[4,6]{0,1} copy(x) y = f32[4,6] copy(c) ROOT t = (s32[], f32[4,6]) tuple(j, y) }"
      "until { s = (s32[], f32[4,6]) parameter(0) i = s32[] get-tuple-element(s), index=0"
      " n = s32[] constant(100) ROOT q = pred[] compare(i, n), direction=LT }"
      "ENTRY e { p = f32[4,6] parameter(0) z = s32[] constant(0) t = (s32[], f32[4,6]) tuple(z, p)"
      " ROOT w = (s32[], f32[4,6]) while(t), condition=until, body=body }");
  EXPECT_EQ(found.bytes(), 100 * 2 * 192);
  EXPECT_EQ(found.bytes_once(), 2 * 192);
  EXPECT_EQ(found.instructions[0].runs, 100);
}

TEST(LayoutCost, TheLargestComesFirst) {
  const LayoutCost found = cost(
      "ENTRY e { p = f32[4,6]{1,0} parameter(0) c = f32[4,6]{0,1} copy(p)"
      " q = f32[8,6]{1,0} parameter(1) d = f32[8,6]{0,1} copy(q)"
      " s = f32[48] reshape(d) t = f32[?,6]{1,0} parameter(2) u = f32[?,6]{0,1} copy(t)"
      " ROOT r = (f32[4,6]{0,1}, f32[48], f32[?,6]{0,1}) tuple(c, s, u) }");
  ASSERT_EQ(found.instructions.size(), 4U);
  EXPECT_EQ(found.instructions[0].moved.total(), 384);
  EXPECT_EQ(found.instructions[1].kind, CostKind::kReshape);
  EXPECT_EQ(found.instructions[2].moved.total(), 192);
  EXPECT_EQ(found.copies, (KindCost{.count = 3, .bytes = 576, .bytes_once = 576}));
  EXPECT_EQ(found.unknown, 1);
}

TEST(LayoutCost, CalledComputationsCountAndFusionsDoNot) {
  const std::string text =
      "f { p = f32[4,6]{1,0} parameter(0) ROOT c = f32[4,6]{0,1} copy(p) }"
      "ENTRY e { p = f32[4,6]{1,0} parameter(0) ROOT r = f32[4,6]{0,1} ";
  EXPECT_EQ(cost(text + "call(p), to_apply=f }").bytes(), 192);
  EXPECT_EQ(cost(text + "fusion(p), kind=kLoop, calls=f }").bytes(), 0);
}

}  // namespace
}  // namespace tileglot::hlo::pass
