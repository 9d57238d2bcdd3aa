// SPDX-License-Identifier: Apache-2.0
#include "tileglot/calculator/evaluate.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "tileglot/calculator/expression.h"
#include "tileglot/calculator/operation/arguments.h"
#include "tileglot/calculator/operation/operation.h"
#include "tileglot/calculator/operation/operation_table.h"
#include "tileglot/calculator/operation/value.h"
#include "tileglot/calculator/operations.h"
#include "tileglot/core/error.h"

namespace tileglot::calculator {
namespace {

core::Result<std::vector<AnsweredCall>> calls_of(const std::string& text, Explain explain,
                                                 const Settings& settings = {}) {
  TILEGLOT_TRY(expression, parse_expression(text, operations()));
  return evaluate(expression, operations(), settings, explain);
}

std::string answer(const std::string& text, const Settings& settings = {}) {
  const auto calls = calls_of(text, Explain::kNo, settings);
  return calls ? print_value(calls->back().value) : calls.error()->code;
}

TEST(Evaluate, ExpressionsNest) {
  EXPECT_EQ(answer("size(coalesce((2,(1,6)):(1,(6,2))))"), "12");
  EXPECT_EQ(answer("take<0,1>(reverse((2,3,4)))"), "(4)");
  EXPECT_EQ(answer("size(sizee((4,2)))"), "eval.operation");
  EXPECT_EQ(answer("size((4,2)"), "eval.syntax");
}

TEST(Evaluate, ANameWithoutParenthesesIsRefusedAfterTheName) {
  for (const auto& [text, begin] : std::vector<std::pair<std::string, std::size_t>>{
           {"size", 4}, {" size ", 5}, {"size<0>", 7}, {"crd2idx(size , 4:1)", 12}}) {
    const auto expression = parse_expression(text, operations());
    ASSERT_FALSE(expression.has_value()) << text;
    EXPECT_EQ(expression.error()->span, (core::Span{begin, begin + 1})) << text;
  }
}

TEST(Evaluate, CallsInsideHandOnTheirValues) {
  EXPECT_EQ(answer("size(coalesce((_4,_2):(_1,_4)))"), "_8");
  EXPECT_EQ(answer("composition(right_inverse((4,2):(2,1)), make_layout(_2))"), "2:4");
  EXPECT_EQ(answer("crd2idx(idx2crd(5, (4,2)), (4,2):(2,1))"), "3");
  EXPECT_EQ(answer("size(append((3,4):(1@0,1@1), 2:1))"), "24");  // its values cannot be listed
  EXPECT_EQ(answer("composition(make_swizzle(0x1c0, 0x38), (8,64):(64,1))"),
            "Sw<3,3,3> o _0 o (8,64):(64,1)");
  EXPECT_EQ(answer("linear.invert(linear.mul(linear.identity_1d(2,i,o), {} -> {}))"),
            "{o: [[1]]} -> {i: 2}");
  EXPECT_EQ(answer("xla.has_layout(xla.clear_layout(f32[2,3]))"), "false");
  EXPECT_EQ(answer("xla.elements_in(xla.clear_layout(f32[2,3]))"), "6");
  EXPECT_EQ(answer("xla.minor(xla.move_dim_to_major({2,1,0}, 1), 0)"), "2");
}

TEST(Evaluate, LayoutsAreConcatenatedAsInCpp) {
  EXPECT_EQ(answer("make_layout(4:1, (2,3):(3,1))"), "(4,(2,3)):(1,(3,1))");
  const std::string large = "make_layout(4000000000:1, 4000000000:1, 4000000000:1";
  EXPECT_EQ(answer(large + ")"), "cute.overflow");
  EXPECT_EQ(answer(large + ", 0:1)"), "(4000000000,4000000000,4000000000,0):(1,1,1,1)");
  std::string many = "make_layout((1,1):(0,0)";
  for (int i = 1; i < 33; ++i) many += ", (1,1):(0,0)";
  EXPECT_EQ(answer(many + ")"), "cute.too_many_leaves");
}

TEST(Evaluate, AValueOfAnotherKindIsReadAsItsText) {
  EXPECT_EQ(answer("size(reverse((2,3,4)))"), "24");
  EXPECT_EQ(answer("linear.cute_to_linear(coalesce((_2,_2):(_1,_2)))"),
            "{idx: [[1],[2]]} -> {offset: 4}");
  EXPECT_EQ(answer("xla.minor({1,0}, size(1:1))"), "0");
  EXPECT_EQ(answer("xla.minor({1,0}, rank((4,2)))"), "eval.syntax");
}

TEST(Evaluate, TheSemanticsHoldForCallsInside) {
  const std::string wrong = "composition((_4,_6,_8):(_2,_3,_5), _6:_3)";
  EXPECT_EQ(answer("size(" + wrong + ")", {.semantics = Semantics::kCuteCpp}), "_6");
  EXPECT_EQ(answer("size(" + wrong + ")"), "cute.composition");
}

TEST(Evaluate, ACallOfCuteHasItsSteps) {
  const auto calls = calls_of("size(coalesce((2,2):(1,2), (1)))", Explain::kYes);
  ASSERT_TRUE(calls.has_value());
  ASSERT_EQ(calls->size(), 2U);
  EXPECT_EQ((*calls)[0].written, "coalesce((2,2):(1,2), (1))");
  EXPECT_EQ((*calls)[0].applied, "coalesce_by_mode((2,2):(1,2), (1))");
  EXPECT_TRUE((*calls)[1].steps.has_value());
  const auto of_xla = calls_of("xla.elements_in(f32[2])", Explain::kYes);
  ASSERT_TRUE(of_xla.has_value());
  EXPECT_FALSE(of_xla->back().steps.has_value());
  EXPECT_EQ(
      calls_of("coalesce(4:1)", Explain::kYes, {.semantics = Semantics::kCuteCpp}).error()->code,
      "eval.explain");
}

TEST(Evaluate, AnErrorShowsTheArgumentsOfItsCall) {
  const auto calls = calls_of("size(crd2idx((1,x), coalesce(4:1)))", Explain::kNo);
  ASSERT_FALSE(calls.has_value());
  ASSERT_TRUE(calls.error()->line.has_value());
  EXPECT_EQ(calls.error()->line->text, "(1,x), 4:1");
}

TEST(Evaluate, NoTwoOperationsHaveOneName) {
  const auto names = operations().names();
  EXPECT_EQ(std::ranges::adjacent_find(names), names.end());
  for (const std::string_view name : names) EXPECT_TRUE(operations().knows(name)) << name;
}

core::Result<Value> answer_text(const Arguments& args) { return Json("of " + args.text(0)); }

TEST(Evaluate, ATableTakesMoreRows) {
  static constexpr Operation kRows[] = {
      {"hlo.echo", "text", "the text itself", "hlo.echo(a)", answer_text}};
  const std::span<const Operation> group[] = {kRows};
  const OperationTable more = operations().with(group);
  const auto value = more.apply("hlo.echo", std::vector<std::string>{"this"});
  ASSERT_TRUE(value.has_value());
  EXPECT_EQ(print_value(*value), "of this");
  EXPECT_EQ(more.apply("hlo.echo", std::vector<std::string>{}).error()->message,
            "hlo.echo takes 1 argument, not 0");
  EXPECT_EQ(more.unknown("hlo.ehco")->help, "did you mean 'hlo.echo'?");
  EXPECT_FALSE(operations().knows("hlo.echo"));
}

TEST(Evaluate, AWrongNumberOfArgumentsIsToldWithTheSignature) {
  const auto refused = [](const char* name, std::size_t count) {
    const auto value = operations().apply(name, std::vector<std::string>(count, "4:1"));
    return value ? "" : value.error()->message + "; " + value.error()->help;
  };
  EXPECT_EQ(refused("linear.invert", 0),
            "linear.invert takes 1 argument, not 0; write linear.invert(layout)");
  EXPECT_EQ(refused("coalesce", 3),
            "coalesce takes 1 or 2 arguments, not 3; write coalesce(layout) or coalesce(layout, "
            "profile)");
  EXPECT_EQ(refused("group_modes", 1),
            "group_modes takes 3 arguments, not 1; write group_modes(begin, end, tuple or layout)");
  EXPECT_EQ(refused("size", 0),
            "size takes 1 or more arguments, not 0; write size([mode..], layout)");
  EXPECT_EQ(refused("size", 65),
            "size takes at most 64 arguments, not 65; write size([mode..], layout)");
  EXPECT_EQ(calls_of("xla.offsets", Explain::kNo).error()->help, "write xla.offsets(shape)");
}

}  // namespace
}  // namespace tileglot::calculator
