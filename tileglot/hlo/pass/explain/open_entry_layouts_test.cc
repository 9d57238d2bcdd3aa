// SPDX-License-Identifier: Apache-2.0
#include "tileglot/hlo/pass/explain/open_entry_layouts.h"

#include <gtest/gtest.h>

#include <string>

#include "tileglot/hlo/pass/explain/assignment.h"
#include "tileglot/hlo/pass/laws/assigned_module.h"

namespace tileglot::hlo::pass {
namespace {

std::string explained(const std::string& text, const char* target) {
  const Assigned a(text, target);
  EXPECT_TRUE(a.ok()) << a.error_code();
  return explain_open_entry_layouts(a.module(), a.assignment());
}

TEST(OpenEntryLayouts, EachOpenLayoutHasAReason) {
  const std::string text = explained(
      "HloModule m, entry_computation_layout={(bf16[32,64,8],bf16[32,16,8])->bf16[8,64,16]}\n"
      "ENTRY e { p = bf16[32,64,8] parameter(0) q = bf16[32,16,8] parameter(1)"
      " ROOT r = bf16[8,64,16] dot(p, q), lhs_contracting_dims={0}, rhs_contracting_dims={0},"
      " lhs_batch_dims={2}, rhs_batch_dims={2} }",
      "sm_90");
  const std::string needs =
      "  %r needs matrices: batch, rows and columns each adjacent in the order, the batch not most "
      "minor "
      "[gpu.dot.operand, mandatory]\n";
  EXPECT_EQ(text,
            "parameter 0 was open (AUTO) and is {1,0,2}:\n"
            "  parameter %p is open and keeps the layout that the first round chose "
            "[entry.open_parameter, "
            "mandatory]\n"
            "  %p could be made as it is read [spread.made_as_read]\n" +
                needs +
                "parameter 1 was open (AUTO) and is {1,0,2}:\n"
                "  parameter %q is open and keeps the layout that the first round chose "
                "[entry.open_parameter, "
                "mandatory]\n"
                "  %q could be made as it is read [spread.made_as_read]\n" +
                needs +
                "the result was open (AUTO) and is {2,1,0}:\n"
                "  %r writes matrices: batch, rows and columns each adjacent in the order, the "
                "batch not most minor [gpu.dot.result, mandatory]\n");
}

TEST(OpenEntryLayouts, WhatIsGivenIsNotListed) {
  EXPECT_EQ(
      explained("HloModule m, entry_computation_layout={(f32[4,6]{0,1}, s32[])->f32[4,6]}\n"
                "ENTRY e { p = f32[4,6] parameter(0) s = s32[] parameter(1)"
                " ROOT n = f32[4,6] negate(p) }",
                "generic"),
      "the result was open (AUTO) and is {0,1}:\n"
      "  %n writes its result in the layout of its operands [spread.result_as_operand, mandatory]\n"
      "  %n would read the array as it is made [spread.read_as_made]\n"
      "  the entry layout fixes the layout of parameter %p [entry.parameter, mandatory]\n");
}

TEST(OpenEntryLayouts, AnElementOfATupleIsNamedByItsPath) {
  const std::string text = explained(
      "HloModule m, entry_computation_layout={(f32[4,6]{0,1})->(f32[4,6], f32[4,6])}\n"
      "ENTRY e { p = f32[4,6] parameter(0) n = f32[4,6] negate(p)"
      " ROOT t = (f32[4,6], f32[4,6]) tuple(p, n) }",
      "cpu");
  EXPECT_EQ(text.substr(0, text.find('\n')), "the result {0} was open (AUTO) and is {0,1}:");
  EXPECT_NE(text.find("\nthe result {1} was open (AUTO) and is {1,0}:\n"), std::string::npos)
      << text;
}

}  // namespace
}  // namespace tileglot::hlo::pass
