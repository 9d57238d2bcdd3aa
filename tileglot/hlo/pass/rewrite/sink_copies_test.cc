// SPDX-License-Identifier: Apache-2.0
#include "tileglot/hlo/pass/rewrite/sink_copies.h"

#include <gtest/gtest.h>

#include <string>

#include "tileglot/hlo/pass/laws/parsed_module.h"
#include "tileglot/hlo/pass/laws/passed_text.h"

namespace tileglot::hlo::pass {
namespace {

/// The pass on p and q f32[4,6]{0,1}, their copies c and d {1,0}, z 0 and the instructions that
/// follow.
std::string sunk(const std::string& body, const std::string& computations = "") {
  return passed("move_copy_to_users",
                computations +
                    "ENTRY e { p = f32[4,6]{0,1} parameter(0) q = f32[4,6]{0,1} parameter(1)"
                    " z = f32[] constant(0) c = f32[4,6]{1,0} copy(p) d = f32[4,6]{1,0} copy(q) " +
                    body + " }");
}

/// Without the parameters and what is not used.
std::string rest_of(const std::string& text) {
  std::string result;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = text.find('\n', at) + 1;
    const std::string line = text.substr(at, end - at);
    const bool is_given = line.starts_with("p =") || line.starts_with("q =") ||
                          line.starts_with("z =") || line.starts_with("d =");
    if (!is_given) result += line;
    at = end;
  }
  return result;
}

TEST(SinkCopies, ACopySinksBelowAnElementwiseOperation) {
  EXPECT_EQ(rest_of(sunk("ROOT n = f32[4,6]{1,0} negate(c)")),
            "n = f32[4,6]{0,1} negate(p)\nROOT copy = f32[4,6]{1,0} copy(n)\n");
  EXPECT_EQ(rest_of(sunk("ROOT n = s32[4,6]{1,0} convert(c)")),
            "n = s32[4,6]{0,1} convert(p)\nROOT copy = s32[4,6]{1,0} copy(n)\n");
}

TEST(SinkCopies, ACopySinksBelowWhatTakesAPartOrTurnsAround) {
  EXPECT_EQ(rest_of(sunk("ROOT s = f32[2,6]{1,0} slice(c), slice={[0:2], [0:6]}")),
            "s = f32[2,6]{0,1} slice(p), slice={[0:2], [0:6]}\n"
            "ROOT copy = f32[2,6]{1,0} copy(s)\n");
  EXPECT_EQ(rest_of(sunk("i = s32[] constant(1) ROOT s = f32[2,6]{1,0} dynamic-slice(c, i, i),"
                         " dynamic_slice_sizes={2,6}")),
            "i = s32[] constant(1)\n"
            "s = f32[2,6]{0,1} dynamic-slice(p, i, i), dynamic_slice_sizes={2,6}\n"
            "ROOT copy = f32[2,6]{1,0} copy(s)\n");
  EXPECT_EQ(rest_of(sunk("ROOT s = f32[4,6]{1,0} reverse(c), dimensions={0}")),
            "s = f32[4,6]{0,1} reverse(p), dimensions={0}\nROOT copy = f32[4,6]{1,0} copy(s)\n");
}

TEST(SinkCopies, ACopySinksBelowPaddingAndWindows) {
  EXPECT_EQ(rest_of(sunk("ROOT s = f32[6,6]{1,0} pad(c, z), padding=1_1x0_0")),
            "s = f32[6,6]{0,1} pad(p, z), padding=1_1x0_0\nROOT copy = f32[6,6]{1,0} copy(s)\n");
  EXPECT_EQ(rest_of(sunk("ROOT s = f32[2,6]{1,0} reduce-window(c, z),"
                         " window={size=2x1 stride=2x1}, to_apply=add",
                         "add { x = f32[] parameter(0) y = f32[] parameter(1)"
                         " ROOT t = f32[] add(x, y) }\n")),
            "s = f32[2,6]{0,1} reduce-window(p, z), window={size=2x1 stride=2x1}, to_apply=add\n"
            "ROOT copy = f32[2,6]{1,0} copy(s)\n");
}

TEST(SinkCopies, TwoCopiesSinkBelowAnOperationOfTwo) {
  EXPECT_EQ(rest_of(sunk("ROOT a = f32[4,6]{1,0} add(c, d)")),
            "a = f32[4,6]{0,1} add(p, q)\nROOT copy = f32[4,6]{1,0} copy(a)\n");
  EXPECT_EQ(rest_of(sunk("ROOT a = f32[4,6]{1,0} multiply(c, c)")),
            "a = f32[4,6]{0,1} multiply(p, p)\nROOT copy = f32[4,6]{1,0} copy(a)\n");
  EXPECT_EQ(rest_of(sunk("ROOT a = pred[4,6]{1,0} compare(c, d), direction=LT")),
            "a = pred[4,6]{0,1} compare(p, q), direction=LT\n"
            "ROOT copy = pred[4,6]{1,0} copy(a)\n");
  EXPECT_EQ(rest_of(sunk("ROOT a = f32[8,6]{1,0} concatenate(c, d), dimensions={0}")),
            "a = f32[8,6]{0,1} concatenate(p, q), dimensions={0}\n"
            "ROOT copy = f32[8,6]{1,0} copy(a)\n");
}

TEST(SinkCopies, OneCopyOfTwoStays) {
  const std::string both =
      "c = f32[4,6]{1,0} copy(p)\nb = f32[4,6]{1,0} broadcast(z), "
      "dimensions={}\n";
  EXPECT_EQ(rest_of(sunk("b = f32[4,6]{1,0} broadcast(z), dimensions={}"
                         " ROOT a = f32[4,6]{1,0} add(c, b)")),
            both + "ROOT a = f32[4,6]{1,0} add(c, b)\n");
  EXPECT_EQ(rest_of(sunk("b = f32[4,6]{1,0} broadcast(z), dimensions={}"
                         " ROOT a = f32[8,6]{1,0} concatenate(c, b), dimensions={0}")),
            both + "ROOT a = f32[8,6]{1,0} concatenate(c, b), dimensions={0}\n");
}

TEST(SinkCopies, AReductionReadsWhatWasCopied) {
  const std::string add =
      "add { x = f32[] parameter(0) y = f32[] parameter(1) ROOT s = f32[] add(x, y) }\n"
      "two { x1 = f32[] parameter(0) y1 = f32[] parameter(1) x2 = f32[] parameter(2)"
      " y2 = f32[] parameter(3) ROOT t2 = (f32[], f32[]) tuple(x1, y1) }\n";
  EXPECT_EQ(rest_of(sunk("ROOT r = f32[4]{0} reduce(c, z), dimensions={1}, to_apply=add", add)),
            "ROOT r = f32[4]{0} reduce(p, z), dimensions={1}, to_apply=add\n");
  const std::string several =
      "ROOT r = (f32[4]{0}, f32[4]{0}) reduce(c, c, z, z), dimensions={1}, to_apply=two";
  EXPECT_EQ(rest_of(sunk(several, add)), "c = f32[4,6]{1,0} copy(p)\n" + several + "\n");
}

TEST(SinkCopies, ACopyGoesPastEverythingThatFollows) {
  EXPECT_EQ(rest_of(sunk("n = f32[4,6]{1,0} negate(c) ROOT m = f32[4,6]{1,0} abs(n)")),
            "n = f32[4,6]{0,1} negate(p)\nm = f32[4,6]{0,1} abs(n)\n"
            "ROOT copy.1 = f32[4,6]{1,0} copy(m)\n");
  EXPECT_EQ(rest_of(sunk("f = f32[4,6]{0,1} copy(c) ROOT n = f32[4,6]{0,1} negate(f)")),
            "n = f32[4,6]{0,1} negate(p)\ncopy.1 = f32[4,6]{1,0} copy(n)\n"
            "ROOT copy = f32[4,6]{0,1} copy(copy.1)\n");
}

TEST(SinkCopies, ElementsThatArePackedStayPacked) {
  EXPECT_EQ(passed("move_copy_to_users",
                   "ENTRY e { p = s4[4,6]{0,1:E(4)} parameter(0) c = s4[4,6]{1,0:E(4)} copy(p)"
                   " n = s4[4,6]{1,0:E(4)} negate(c) ROOT f = bf16[4,6]{1,0} convert(n) }"),
            "p = s4[4,6]{0,1:E(4)} parameter(0)\nn = s4[4,6]{0,1:E(4)} negate(p)\n"
            "f = bf16[4,6]{0,1} convert(n)\nROOT copy.1 = bf16[4,6]{1,0} copy(f)\n");
}

TEST(SinkCopies, WhatDoesNotFollowItsOperandKeepsItsCopy) {
  for (const std::string body :
       {"ROOT r = f32[4,6]{1,0} reduce-precision(c), exponent_bits=5, mantissa_bits=10",
        "ROOT r = s32[4,6]{1,0} bitcast-convert(c)",
        "ROOT r = f32[6,4]{0,1} transpose(c), dimensions={1,0}",
        "ROOT r = f32[4,6]{1,0} clamp(z, c, z)"}) {
    EXPECT_EQ(rest_of(sunk(body)), "c = f32[4,6]{1,0} copy(p)\n" + body + "\n");
  }
}

TEST(SinkCopies, ACopyToOtherMemoryStays) {
  const std::string text =
      "p = f32[4,6]{1,0:S(5)} parameter(0)\nc = f32[4,6]{1,0} copy(p)\n"
      "ROOT n = f32[4,6]{1,0} negate(c)\n";
  EXPECT_EQ(passed("move_copy_to_users", "ENTRY e { " + text + " }"), text);
}

TEST(SinkCopies, ACopyThatOthersWaitForStays) {
  EXPECT_EQ(rest_of(sunk("n = f32[4,6]{1,0} negate(c) ROOT a = f32[4,6]{1,0} add(n, n),"
                         " control-predecessors={c}")),
            "c = f32[4,6]{1,0} copy(p)\nn = f32[4,6]{0,1} negate(p)\n"
            "a = f32[4,6]{0,1} add(n, n)\n"
            "ROOT copy.1 = f32[4,6]{1,0} copy(a)\n");
}

TEST(SinkCopies, TuplesAndScalarsAreLeftInPeace) {
  EXPECT_EQ(passed("move_copy_to_users",
                   "ENTRY e { p = (f32[2]{0}) parameter(0) c = (f32[2]{0}) copy(p)"
                   " ROOT g = f32[2]{0} get-tuple-element(c), index=0 }"),
            "p = (f32[2]{0}) parameter(0)\nc = (f32[2]{0}) copy(p)\n"
            "ROOT g = f32[2]{0} get-tuple-element(c), index=0\n");
  EXPECT_EQ(passed("move_copy_to_users",
                   "ENTRY e { p = f32[] parameter(0) c = f32[] copy(p)"
                   " ROOT n = f32[] negate(c) }"),
            "p = f32[] parameter(0)\nn = f32[] negate(p)\nROOT copy = f32[] copy(n)\n");
}

TEST(SinkCopies, CopiesThatMultiplyAreRefused) {
  std::string text = "ENTRY e { copy0 = f32[2,3]{1,0} parameter(0)";
  const auto more = [&text](const std::string& name, int i, const std::string& opcode,
                            const std::string& operand) {
    text += " " + name + std::to_string(i) + " = f32[2,3]{1,0} " + opcode + "(" + operand + ")";
  };
  for (int i = 1; i <= 120; ++i) more("copy", i, "copy", "copy" + std::to_string(i - 1));
  more("n", 0, "negate", "copy120");
  for (int i = 1; i <= 120; ++i) more("n", i, "negate", "n" + std::to_string(i - 1));
  EXPECT_EQ(passed("move_copy_to_users", text + " }"), "hlo.limit");
}

TEST(SinkCopies, ACopyThatIsLeftIsNoticed) {
  const auto status = check_copies_sunk(
      parsed_module("ENTRY e { p = f32[4,6]{0,1} parameter(0) c = f32[4,6]{1,0} copy(p)"
                    " ROOT n = f32[4,6]{1,0} negate(c) }"));
  ASSERT_FALSE(status);
  EXPECT_EQ(status.error()->message, "n reads a copy that could be after it");
}

}  // namespace
}  // namespace tileglot::hlo::pass
