// SPDX-License-Identifier: Apache-2.0
#include "tileglot/hlo/pass/rewrite/simplify_copies.h"

#include <gtest/gtest.h>

#include <string>
#include <string_view>

#include "tileglot/hlo/pass/laws/parsed_module.h"
#include "tileglot/hlo/pass/laws/passed_text.h"

namespace tileglot::hlo::pass {
namespace {

std::string simplified(std::string_view entry) {
  return passed("algsimp", "ENTRY e { " + std::string(entry) + " }");
}

/// Neither more nor less than it was.
void expect_left(std::string_view entry) {
  auto module = parsed_module("ENTRY e { " + std::string(entry) + " }");
  EXPECT_EQ(simplify_copies(module), 0U) << entry;
}

TEST(SimplifyCopies, BitcastsThatUndoOneAnotherGo) {
  EXPECT_EQ(simplified("p = f32[4,5]{1,0} parameter(0) n = f32[4,5]{1,0} negate(p) "
                       "b1 = f32[5,4]{0,1} bitcast(n) b2 = f32[4,5]{1,0} bitcast(b1) "
                       "ROOT a = f32[4,5]{1,0} abs(b2)"),
            "p = f32[4,5]{1,0} parameter(0)\nn = f32[4,5]{1,0} negate(p)\n"
            "ROOT a = f32[4,5]{1,0} abs(n)\n");
}

TEST(SimplifyCopies, AChainOfBitcastsIsOne) {
  EXPECT_EQ(simplified("p = f32[4,6]{1,0} parameter(0) b = f32[24]{0} bitcast(p) "
                       "c = f32[2,12]{1,0} bitcast(b) d = f32[12,2]{0,1} bitcast(c) "
                       "t = (f32[24]{0}, f32[12,2]{0,1}) tuple(b, d) ROOT r = "
                       "(f32[24]{0}, f32[12,2]{0,1}) custom-call(t), custom_call_target=\"mine\""),
            "p = f32[4,6]{1,0} parameter(0)\nb = f32[24]{0} bitcast(p)\n"
            "d = f32[12,2]{0,1} bitcast(p)\n"
            "t = (f32[24]{0}, f32[12,2]{0,1}) tuple(b, d)\n"
            "ROOT r = (f32[24]{0}, f32[12,2]{0,1}) custom-call(t), custom_call_target=\"mine\"\n");
}

TEST(SimplifyCopies, ACopyOfACopyIsOne) {
  EXPECT_EQ(simplified("p = f32[2,3,4]{2,1,0} parameter(0) c = f32[2,3,4]{0,1,2} copy(p) "
                       "ROOT d = f32[2,3,4]{1,2,0} copy(c)"),
            "p = f32[2,3,4]{2,1,0} parameter(0)\nROOT d = f32[2,3,4]{1,2,0} copy(p)\n");
  EXPECT_EQ(simplified("p = f32[2,3]{1,0} parameter(0) c = f32[2,3]{0,1} copy(p) "
                       "ROOT d = f32[2,3]{1,0} copy(c)"),
            "ROOT p = f32[2,3]{1,0} parameter(0)\n");
}

TEST(SimplifyCopies, WhatChangesNothingGoes) {
  const std::string negated = "p = f32[4,5]{1,0} parameter(0)\nROOT n = f32[4,5]{1,0} negate(p)\n";
  for (const std::string_view same : {"copy(p)", "bitcast(p)", "transpose(p), dimensions={0,1}"}) {
    EXPECT_EQ(simplified("p = f32[4,5]{1,0} parameter(0) s = f32[4,5]{1,0} " + std::string(same) +
                         " ROOT n = f32[4,5]{1,0} negate(s)"),
              negated)
        << same;
  }
  expect_left(
      "p = f32[4,4]{1,0} parameter(0) "
      "ROOT t = f32[4,4]{1,0} transpose(p), dimensions={1,0}");
  expect_left("p = f32[4,4]{1,0} parameter(0) ROOT t = f32[4,4]{1,0:T(2,2)} copy(p)");
}

TEST(SimplifyCopies, ACopyThatMovesNothingIsABitcast) {
  EXPECT_EQ(simplified("p = f32[1,5,4]{2,1,0} parameter(0) "
                       "ROOT c = f32[1,5,4]{2,0,1} copy(p)"),
            "p = f32[1,5,4]{2,1,0} parameter(0)\nROOT c = f32[1,5,4]{2,0,1} bitcast(p)\n");
  // Through the bitcast before it, and then nothing is left of either.
  EXPECT_EQ(simplified("p = f32[1,5]{1,0} parameter(0) b = f32[1,5]{0,1} bitcast(p) "
                       "c = f32[1,5]{1,0} copy(b) ROOT n = f32[1,5]{1,0} negate(c)"),
            "p = f32[1,5]{1,0} parameter(0)\nROOT n = f32[1,5]{1,0} negate(p)\n");
  expect_left("p = f32[1,5,4]{2,1,0} parameter(0) ROOT c = f32[1,5,4]{1,2,0} copy(p)");
  expect_left("p = f32[<=1,5]{1,0} parameter(0) ROOT c = f32[<=1,5]{0,1} copy(p)");
  expect_left("p = f32[1,5]{1,0:T(2,4)} parameter(0) ROOT c = f32[1,5]{0,1:T(2,4)} copy(p)");
}

TEST(SimplifyCopies, WhatIsTakenFromATupleIsTheElement) {
  EXPECT_EQ(simplified("p = f32[4]{0} parameter(0) n = f32[4]{0} negate(p) "
                       "t = (f32[4]{0}, f32[4]{0}) tuple(p, n) "
                       "g = f32[4]{0} get-tuple-element(t), index=1 ROOT a = f32[4]{0} abs(g)"),
            "p = f32[4]{0} parameter(0)\nn = f32[4]{0} negate(p)\nROOT a = f32[4]{0} abs(n)\n");
}

TEST(SimplifyCopies, WhatNobodyReadsGoesWithWhatOnlyItHasRead) {
  EXPECT_EQ(simplified("p = f32[4,5]{1,0} parameter(0) c = f32[4,5]{0,1} copy(p) "
                       "b = f32[5,4]{1,0} bitcast(c) n = f32[4,5]{1,0} negate(p) "
                       "ROOT a = f32[4,5]{1,0} abs(p)"),
            "p = f32[4,5]{1,0} parameter(0)\nn = f32[4,5]{1,0} negate(p)\n"
            "ROOT a = f32[4,5]{1,0} abs(p)\n");
}

/// From memory 0 to 5 and back: there it would be elsewhere meanwhile.
TEST(SimplifyCopies, AMemorySpaceOfItsOwnIsKept) {
  expect_left("p = f32[4]{0} parameter(0) c = f32[4]{0:S(5)} copy(p) ROOT d = f32[4]{0} copy(c)");
  EXPECT_EQ(simplified("p = f32[4,5]{1,0} parameter(0) c = f32[4,5]{0,1} copy(p) "
                       "ROOT d = f32[4,5]{1,0:S(5)} copy(c)"),
            "p = f32[4,5]{1,0} parameter(0)\nROOT d = f32[4,5]{1,0:S(5)} copy(p)\n");
}

TEST(SimplifyCopies, WhatOthersWaitForStays) {
  expect_left(
      "p = f32[4]{0} parameter(0) c = f32[4]{0} copy(p) "
      "ROOT n = f32[4]{0} negate(p), control-predecessors={c}");
  expect_left(
      "p = f32[4]{0} parameter(0) n = f32[4]{0} negate(p) "
      "b = f32[4]{0} bitcast(n) c = f32[4]{0} bitcast(b), control-predecessors={n} "
      "ROOT a = f32[4]{0} add(c, b), control-predecessors={b}");
}

TEST(SimplifyCopies, AnotherShardingIsKept) {
  expect_left(
      "p = f32[4]{0} parameter(0), sharding={replicated} "
      "ROOT c = f32[4]{0} copy(p), sharding={devices=[2]<=[2]}");
  EXPECT_EQ(simplified("p = f32[4]{0} parameter(0), sharding={replicated} "
                       "ROOT c = f32[4]{0} copy(p), sharding={replicated}"),
            "ROOT p = f32[4]{0} parameter(0), sharding={replicated}\n");
}

TEST(SimplifyCopies, WhatCouldGoIsNoticed) {
  const auto fault = [](const std::string& entry) {
    const auto status = check_copies_simplified(parsed_module("ENTRY e { " + entry + " }"));
    return status ? std::string() : status.error()->message;
  };
  const std::string p = "p = f32[4,5]{1,0} parameter(0) ";
  EXPECT_EQ(fault(p + "ROOT c = f32[4,5]{1,0} copy(p)"), "c changes nothing");
  EXPECT_EQ(fault(p + "c = f32[4,5]{0,1} copy(p) ROOT d = f32[4,5]{1,0:T(2)} copy(c)"),
            "d is a copy of a copy, or a bitcast of a bitcast");
  EXPECT_EQ(fault(p + "c = f32[4,5]{0,1} copy(p) ROOT n = f32[4,5]{1,0} negate(p)"),
            "c hands on a value that nobody reads");
  EXPECT_EQ(fault(p + "t = (f32[4,5]{1,0}) tuple(p) "
                      "ROOT g = f32[4,5]{1,0} get-tuple-element(t), index=0"),
            "g takes what was put into a tuple");
  EXPECT_EQ(fault("p = f32[1,5]{1,0} parameter(0) ROOT c = f32[1,5]{0,1} copy(p)"),
            "c is a copy that moves nothing");
  EXPECT_EQ(fault(p + "ROOT n = f32[4,5]{1,0} negate(p)"), "");
}

}  // namespace
}  // namespace tileglot::hlo::pass
