// SPDX-License-Identifier: Apache-2.0
#include "tileglot/hlo/pass/constraints/values.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "tileglot/hlo/pass/constraints/visit_order.h"
#include "tileglot/hlo/pass/laws/parsed_module.h"

namespace tileglot::hlo::pass {
namespace {

TEST(Values, WhatIsTakenOutOfATupleWasPutIntoIt) {
  const Module m = parsed_module(
      "ENTRY e { a = f32[2,3] parameter(0) b = f32[2,3] parameter(1) t = tuple(a, b)"
      " g = get-tuple-element(t), index=1 ROOT n = negate(g) }");
  const auto values = Values::of(m);
  ASSERT_TRUE(values);
  const ValueId b = values->place(named(m, "b"), 0);
  EXPECT_EQ(values->source(named(m, "g"), 0), b);
  EXPECT_EQ(values->source(named(m, "t"), 2), b);
  EXPECT_TRUE(values->is_source(values->place(named(m, "n"), 0)));
  std::vector<InstructionId> readers;
  values->for_each_reader(b, [&readers](InstructionId id) { readers.push_back(id); });
  EXPECT_EQ(readers, (std::vector<InstructionId>{named(m, "b"), named(m, "g")}));
  EXPECT_EQ(values->instruction_of(b), named(m, "b"));
}

TEST(Values, ACopiedTupleIsANewTupleOfTheSameElements) {
  const Module m = parsed_module(
      "ENTRY e { a = f32[2,3] parameter(0) t = tuple(a) ROOT c = (f32[2,3]) copy(t) }");
  const auto values = Values::of(m);
  ASSERT_TRUE(values);
  EXPECT_EQ(values->source(named(m, "c"), 1), values->place(named(m, "a"), 0));
  EXPECT_TRUE(values->is_source(values->place(named(m, "c"), 0)));
  EXPECT_TRUE(passes_on(m, named(m, "c"), 0));
}

TEST(VisitOrder, TheRootComesLast) {
  const Module m = parsed_module(
      "ENTRY e { p = f32[] parameter(0) q = f32[] parameter(1) ROOT root = negate(p)"
      " dead = negate(q) }");
  const VisitOrders orders = value_orders(m);
  std::vector<std::string> names;
  for (const InstructionId id : orders.of(m.entry())) names.emplace_back(m[id].name);
  EXPECT_EQ(names, (std::vector<std::string>{"q", "dead", "p", "root"}));
  const VisitOrders in_list_order = pass::post_orders(m);
  EXPECT_EQ(m[in_list_order.of(m.entry())[0]].name, "p");
}

}  // namespace
}  // namespace tileglot::hlo::pass
