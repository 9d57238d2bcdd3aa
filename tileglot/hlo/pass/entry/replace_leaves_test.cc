// SPDX-License-Identifier: Apache-2.0
#include "tileglot/hlo/pass/entry/replace_leaves.h"

#include <gtest/gtest.h>

#include <array>
#include <optional>
#include <string>

#include "tileglot/hlo/ir/verify.h"
#include "tileglot/hlo/pass/laws/parsed_module.h"
#include "tileglot/hlo/text/print.h"
#include "tileglot/notation/xla/text/parse.h"

namespace tileglot::hlo::pass {
namespace {

TEST(ReplaceLeaves, ALeafInsideTuplesIsChanged) {
  Module m = parsed_module("ENTRY e { ROOT p = (f32[2]{0}, (f32[3,4]{1,0}, s32[])) parameter(0) }");
  const InstructionId p = named(m, "p");
  const ShapeId shape = m.keep(*notation::xla::parse_shape("f32[3,4]{0,1}"));
  const std::array<std::optional<LeafChange>, 3> changes{
      std::nullopt, LeafChange{Opcode::kCopy, shape}, std::nullopt};
  m.set_root(m.entry(), replace_leaves(m, p, p, changes));
  ASSERT_TRUE(verify(m)) << verify(m).error()->message << print(m);
  const std::string text = print(m, PrintStyle::kShort);
  EXPECT_NE(text.find("copy = f32[3,4]{0,1} copy(get-tuple-element.2)"), std::string::npos) << text;
  EXPECT_NE(text.find("tuple = (f32[3,4]{0,1}, s32[]) tuple(copy, get-tuple-element.3)"),
            std::string::npos)
      << text;
  EXPECT_NE(text.find("ROOT tuple.1 = (f32[2]{0}, (f32[3,4]{0,1}, s32[])) "
                      "tuple(get-tuple-element, tuple)"),
            std::string::npos)
      << text;
}

TEST(ReplaceLeaves, WithoutAChangeTheValueIsItself) {
  Module m = parsed_module("ENTRY e { ROOT p = (f32[2]{0}, s32[]) parameter(0) }");
  const std::array<std::optional<LeafChange>, 2> none{};
  EXPECT_EQ(replace_leaves(m, named(m, "p"), named(m, "p"), none), named(m, "p"));
}

}  // namespace
}  // namespace tileglot::hlo::pass
