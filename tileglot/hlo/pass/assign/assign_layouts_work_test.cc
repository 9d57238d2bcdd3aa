// SPDX-License-Identifier: Apache-2.0
// assign_layouts_work_test.cc: operations of many operands take work in proportion to them, counted in
// requests, which no machine's speed changes.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cstddef>
#include <string>

#include "tileglot/hlo/pass/laws/assigned_module.h"

namespace tileglot::hlo::pass {
namespace {

/// Two rounds, in each of which an operand, who makes it and who reads it ask one another.
constexpr std::size_t kRequestsPerOperand = 40;

/// `count` times the text, {0} its number, between commas.
std::string list_of(std::size_t count, const char* text) {
  std::string result;
  for (std::size_t i = 0; i < count; ++i) {
    result += i == 0 ? "" : ", ";
    result += fmt::format(fmt::runtime(text), i);
  }
  return result;
}

/// Operands o0, o1, .. that are computed from two parameters, of which one lies column-major.
std::string operands(std::size_t count) {
  std::string result = " p = f32[4,4]{1,0} parameter(0)\n q = f32[4,4]{0,1} parameter(1)\n";
  for (std::size_t i = 0; i < count; ++i) {
    result += fmt::format(" o{} = f32[4,4] {}({})\n", i, i % 2 == 0 ? "negate" : "cosine",
                          i % 3 == 0 ? "p" : "q");
  }
  return result;
}

std::string entry(std::size_t count, const std::string& root) {
  return "ENTRY e {\n" + operands(count) + " " + root + " }";
}

std::size_t requests(const std::string& text, const char* target) {
  const Assigned assigned("HloModule m\n" + text, target);
  EXPECT_TRUE(assigned.ok()) << assigned.error_code();
  return assigned.ok() ? assigned.assignment().constraints->request_count() : 0;
}

void expect_linear(const std::string& text, std::size_t operands) {
  for (const char* target : {"generic", "cpu", "sm_90"}) {
    EXPECT_LE(requests(text, target), kRequestsPerOperand * operands) << target;
    EXPECT_GE(requests(text, target), operands) << target;
  }
}

TEST(AssignLayoutsWork, AConcatenateOfManyTakesWorkInProportion) {
  constexpr std::size_t kMany = 20000;
  expect_linear(entry(kMany, fmt::format("ROOT c = f32[{},4] concatenate({}), dimensions={{0}}",
                                         4 * kMany, list_of(kMany, "o{}"))),
                kMany);
}

TEST(AssignLayoutsWork, AConcatenateWhoseLastIsLongestTakesWorkInProportion) {
  constexpr std::size_t kMany = 4000;
  expect_linear(entry(kMany, fmt::format("l = f32[8,4] concatenate(p, q), dimensions={{0}}\n"
                                         " ROOT c = f32[{},4] concatenate({}, l), dimensions={{0}}",
                                         4 * kMany + 8, list_of(kMany, "o{}"))),
                kMany);
}

TEST(AssignLayoutsWork, ASortOfManyTakesWorkInProportion) {
  constexpr std::size_t kMany = 2000;
  expect_linear(
      fmt::format("less {{ {} ROOT z = pred[] compare(a0, a1), direction=LT }}\n",
                  [] {
                    std::string result;
                    for (std::size_t i = 0; i < 2 * kMany; ++i) {
                      result += fmt::format("a{} = f32[] parameter({})\n", i, i);
                    }
                    return result;
                  }()) +
          entry(kMany, fmt::format("ROOT s = ({}) sort({}), dimensions={{0}}, to_apply=less",
                                   list_of(kMany, "f32[4,4]"), list_of(kMany, "o{}"))),
      kMany);
}

TEST(AssignLayoutsWork, AnAllReduceOfManyTakesWorkInProportion) {
  constexpr std::size_t kMany = 2000;
  expect_linear(
      "sum { a = f32[] parameter(0) b = f32[] parameter(1) ROOT s = f32[] add(a, b) }\n" +
          entry(kMany,
                fmt::format("ROOT s = ({}) all-reduce({}), replica_groups={{}}, to_apply=sum",
                            list_of(kMany, "f32[4,4]"), list_of(kMany, "o{}"))),
      kMany);
}

TEST(AssignLayoutsWork, ATupleOfManyTakesWorkInProportion) {
  constexpr std::size_t kMany = 2000;
  expect_linear(entry(kMany, fmt::format("ROOT t = ({}) tuple({})", list_of(kMany, "f32[4,4]"),
                                         list_of(kMany, "o{}"))),
                kMany);
}

}  // namespace
}  // namespace tileglot::hlo::pass
