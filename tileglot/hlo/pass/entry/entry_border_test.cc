// SPDX-License-Identifier: Apache-2.0
#include "tileglot/hlo/pass/entry/entry_border.h"

#include <gtest/gtest.h>

#include <string>

#include "tileglot/hlo/ir/verify.h"
#include "tileglot/hlo/pass/laws/parsed_module.h"
#include "tileglot/hlo/text/print.h"

namespace tileglot::hlo::pass {
namespace {

/// The module with another border, which is that of a module that is not used otherwise.
std::string bordered(const std::string& body, const std::string& entry,
                     BorderChanges kind = BorderChanges::kLayouts) {
  const std::string wanted = "HloModule w, entry_computation_layout={" + entry + "}\n" + body;
  Module m = parsed_module(body);
  const auto made = set_border(m, *parsed_module(wanted).header.entry_layout, kind);
  if (!made) return made.error()->code + ": " + made.error()->message;
  EXPECT_TRUE(verify(m)) << verify(m).error()->message;
  const std::string text = print(m, PrintStyle::kShort);
  return std::to_string(*made) + text.substr(text.find('{', text.find("ENTRY")) + 1);
}

constexpr const char* kNegate =
    "ENTRY e { p = f32[4,6]{1,0} parameter(0) ROOT n = f32[4,6]{1,0} negate(p) }";

TEST(EntryBorder, AParameterWithTilesIsCopiedAtOnce) {
  EXPECT_EQ(bordered(kNegate, "(f32[4,6]{1,0:T(2,2)})->f32[4,6]"),
            "1\n  p = f32[4,6]{1,0:T(2,2)} parameter(0)\n"
            "  copy = f32[4,6]{1,0} copy(p)\n"
            "  ROOT n = f32[4,6]{1,0} negate(copy)\n}\n");
}

TEST(EntryBorder, AResultIsCopiedAtLast) {
  EXPECT_EQ(bordered(kNegate, "(f32[4,6])->f32[4,6]{0,1}"),
            "1\n  p = f32[4,6]{1,0} parameter(0)\n"
            "  n = f32[4,6]{1,0} negate(p)\n"
            "  ROOT copy = f32[4,6]{0,1} copy(n)\n}\n");
}

TEST(EntryBorder, AMemorySpaceIsWrittenDownOnly) {
  Module m = parsed_module(kNegate);
  EntryLayout wanted{.parameters = {m.shape_of(named(m, "p"))},
                     .result = m.shape_of(named(m, "n"))};
  wanted.result.layout->memory_space = 5;
  EXPECT_EQ(*set_border(m, wanted), 0U);
  EXPECT_EQ(m.header.entry_layout->result.layout->memory_space, 5);
  EXPECT_EQ(m.shape_of(named(m, "n")).layout->memory_space, 0);
}

TEST(EntryBorder, DimensionsStayDynamic) {
  EXPECT_EQ(bordered("ENTRY e { p = f32[4,<=6]{1,0} parameter(0) ROOT n = f32[4,<=6] negate(p) }",
                     "(f32[4,6]{0,1})->f32[4,<=6]"),
            "1\n  p = f32[4,<=6]{0,1} parameter(0)\n"
            "  copy = f32[4,<=6]{1,0} copy(p)\n"
            "  ROOT n = f32[4,<=6]{1,0} negate(copy)\n}\n");
}

TEST(EntryBorder, AParameterThatIsTheResult) {
  EXPECT_EQ(bordered("ENTRY e { ROOT p = f32[4,6]{1,0} parameter(0) }",
                     "(f32[4,6]{0,1})->f32[4,6]{1,0:T(2,2)}"),
            "2\n  p = f32[4,6]{0,1} parameter(0)\n"
            "  copy = f32[4,6]{1,0} copy(p)\n"
            "  ROOT copy.1 = f32[4,6]{1,0:T(2,2)} copy(copy)\n}\n");
}

TEST(EntryBorder, OtherDimensionsAreReshaped) {
  Module m = parsed_module(
      "ENTRY e { p = f32[4,6]{1,0} parameter(0), sharding={replicated}"
      " ROOT n = f32[4,6]{1,0} negate(p) }");
  const Module flat =
      parsed_module("ENTRY e { p = f32[24]{0} parameter(0) ROOT n = f32[24]{0} negate(p) }");
  const EntryLayout wanted{.parameters = {flat.shape_of(named(flat, "p"))},
                           .result = flat.shape_of(named(flat, "n"))};
  EXPECT_EQ(*set_border(m, wanted, BorderChanges::kDimensions), 2U);
  ASSERT_TRUE(verify(m)) << verify(m).error()->message;
  const std::string text = print(m, PrintStyle::kShort);
  EXPECT_NE(text.find("p = f32[24]{0} parameter(0)\n"), std::string::npos) << text;
  EXPECT_NE(text.find("reshape = f32[4,6]{1,0} reshape(p)\n"), std::string::npos) << text;
  EXPECT_NE(text.find("ROOT reshape.1 = f32[24]{0} reshape(n)\n"), std::string::npos) << text;
}

TEST(EntryBorder, AnotherNumberOfElementsIsRefused) {
  Module m = parsed_module(kNegate);
  const Module other =
      parsed_module("ENTRY e { p = f32[25]{0} parameter(0) ROOT n = f32[25]{0} negate(p) }");
  const EntryLayout wanted{.parameters = {other.shape_of(named(other, "p"))},
                           .result = other.shape_of(named(other, "n"))};
  const auto made = set_border(m, wanted, BorderChanges::kDimensions);
  ASSERT_FALSE(made);
  EXPECT_EQ(made.error()->code, "hlo.border");
  EXPECT_EQ(made.error()->message, "p is f32[4,6]{1,0}, which cannot be stored as f32[25]{0}");
}

}  // namespace
}  // namespace tileglot::hlo::pass
