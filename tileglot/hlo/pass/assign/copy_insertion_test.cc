// SPDX-License-Identifier: Apache-2.0
#include "tileglot/hlo/pass/assign/copy_insertion.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "tileglot/hlo/pass/assign/entry_layout.h"
#include "tileglot/hlo/pass/assign/special_case_copies.h"
#include "tileglot/hlo/pass/constraints/shape_writer.h"
#include "tileglot/hlo/pass/cost/copied_bytes.h"
#include "tileglot/hlo/pass/laws/assigned_module.h"
#include "tileglot/hlo/pass/laws/parsed_module.h"
#include "tileglot/hlo/pass/module/layout_policy.h"
#include "tileglot/hlo/pass/platform/open_parameter.h"
#include "tileglot/notation/xla/shape/print.h"

namespace tileglot::hlo::pass {
namespace {

using Texts = std::vector<std::string>;

TEST(CopyInsertion, ACopyComesBetweenTwoOrders) {
  const Assigned a(
      "HloModule m, entry_computation_layout={(f32[4,6]{0,1})->f32[4,6]{1,0}}\n"
      "ENTRY e { p = f32[4,6] parameter(0), sharding={replicated}"
      " ROOT n = f32[4,6] negate(p), metadata={op_name=\"neg\"} }",
      "cpu");
  EXPECT_EQ(a.copies(), Texts{"p {0,1} -> {1,0} for n:0"});
  const InstructionId copy = a.assignment().copies[0].copy;
  EXPECT_NE(
      attribute_of<Shared<notation::xla::Sharding>>(a.module()[copy], AttributeKey::kSharding),
      nullptr);
}

TEST(CopyInsertion, OfATupleOnlyWhatDiffersIsCopied) {
  const Assigned a(
      "HloModule m, entry_computation_layout={(f32[4,6]{0,1},f32[4,6]{1,0})->"
      "(f32[4,6]{1,0},f32[4,6]{1,0})}\n"
      "ENTRY e { p = f32[4,6] parameter(0) q = f32[4,6] parameter(1)"
      " ROOT t = (f32[4,6], f32[4,6]) tuple(p, q) }",
      "cpu");
  ASSERT_EQ(a.assignment().copies.size(), 1U);
  EXPECT_EQ(a.assignment().copies[0].path, std::vector<std::int64_t>{0});
  EXPECT_EQ(a.opcode_of_root(), "tuple");
}

TEST(CopyInsertion, OnlyTheBranchThatIsTakenPays) {
  const Assigned a(
      "HloModule m, "
      "entry_computation_layout={(pred[],f32[4,4]{0,1},f32[4,4]{1,0})->f32[4,4]{1,0}}\n"
      "x { p = f32[4,4] parameter(0) ROOT n = f32[4,4] negate(p) }\n"
      "y { q = f32[4,4] parameter(0) ROOT o = f32[4,4] negate(q) }\n"
      "ENTRY e { c = pred[] parameter(0) a = f32[4,4] parameter(1) b = f32[4,4] parameter(2)"
      " ROOT r = f32[4,4] conditional(c, a, b), true_computation=x, false_computation=y }",
      "cpu");
  ASSERT_EQ(a.assignment().copies.size(), 1U);
  const InstructionId copy = a.assignment().copies[0].copy;
  EXPECT_EQ(a.module()[a.module()[copy].computation].name, "x");
  EXPECT_EQ(a.layout("p"), "{0,1}");
}

TEST(SpecialCaseCopies, WhatIsWrittenOverIsCopied) {
  Module m = parsed_module(
      "ENTRY e { a = f32[2,3] parameter(0) b = f32[2,3] parameter(1)"
      " ROOT c = f32[2,3] custom-call(a, b), custom_call_target=\"x\","
      " operand_layout_constraints={f32[2,3]{1,0}, f32[2,3]{1,0}},"
      " output_to_operand_aliasing={{}: (1, {})} }");
  const auto copies = insert_special_case_copies(m);
  ASSERT_EQ(copies.size(), 1U);
  EXPECT_EQ(m.operand(named(m, "c"), 0), named(m, "a"));
  EXPECT_EQ(m.operand(named(m, "c"), 1), copies[0]);
  EXPECT_TRUE(insert_special_case_copies(m).empty());
}

TEST(EntryLayoutOf, WhatIsOpenIsFilledIn) {
  const Assigned a(
      "HloModule m, entry_computation_layout={(f32[4,6])->f32[4,6]{0,1}}\n"
      "ENTRY e { p = f32[4,6] parameter(0) ROOT n = f32[4,6] negate(p) }",
      "generic");
  EXPECT_EQ(a.entry(), "{(f32[4,6]{0,1})->f32[4,6]{0,1}}");
}

TEST(EntryLayoutOf, OtherShapesAreRefused) {
  for (const std::string entry : {"(f32[4,7]{1,0})->f32[4,6]{1,0}", "()->f32[4,6]{1,0}"}) {
    Module m =
        parsed_module("HloModule m, entry_computation_layout={" + entry +
                      "}\nENTRY e { p = f32[4,6] parameter(0) ROOT n = f32[4,6] negate(p) }");
    EXPECT_EQ(entry_layout_of(m).error()->code, "hlo.entry_layout");
  }
}

TEST(OpenParameter, ChainsLeadToTheParameter) {
  const Module m = parsed_module(
      "HloModule m, entry_computation_layout={(f32[4,6],f32[6,4]{1,0})->f32[6,4]{1,0}}\n"
      "ENTRY e { p = f32[4,6] parameter(0) q = f32[6,4] parameter(1)"
      " t = f32[6,4] transpose(p), dimensions={1,0} n = f32[6,4] negate(t)"
      " o = f32[6,4] negate(q) ROOT s = add(n, o) }");
  const auto marks = values_of_open_parameters(m);
  EXPECT_TRUE(marks[index_of(named(m, "n"))]);
  EXPECT_FALSE(marks[index_of(named(m, "o"))]);
  EXPECT_FALSE(marks[index_of(named(m, "s"))]);
}

TEST(ShapeWriter, AShapeGetsTheLayoutsThatWereDecided) {
  Module m = parsed_module("ENTRY e { ROOT p = (f32[2,3]{1,0:S(1)}, f32[2,3]) parameter(0) }");
  LayoutTable layouts;
  const std::vector<std::optional<LayoutId>> leaves{std::nullopt, layouts.of_minor_to_major({0, 1}),
                                                    std::nullopt};
  const ShapeId written = ShapeWriter(m, layouts).lying(m[named(m, "p")].shape, leaves);
  EXPECT_EQ(notation::xla::print(m.shape(written)), "(f32[2,3]{0,1}, f32[2,3])");
}

TEST(CopiedBytes, CopiesAndTransposesThatMoveAreCounted) {
  const Module m = parsed_module(
      "ENTRY e { p = f32[4,6]{1,0} parameter(0) c = f32[4,6]{0,1} copy(p)"
      " t = f32[6,4]{1,0} transpose(p), dimensions={1,0}"
      " ROOT u = f32[6,4]{0,1} transpose(p), dimensions={1,0} }");
  const Traffic traffic = traffic_of(m, *generic_policy());
  EXPECT_EQ(traffic.copies, 1);
  EXPECT_EQ(traffic.copy_bytes, 96);
  EXPECT_EQ(traffic.transposes, 1);
  EXPECT_EQ(traffic.transpose_bytes, 96);
  EXPECT_EQ(traffic.cost.bytes(), 384);
}

}  // namespace
}  // namespace tileglot::hlo::pass
