// SPDX-License-Identifier: Apache-2.0
// cute_cpp_operations_test.cc: operations by name, by the semantics of C++.
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "tileglot/calculator/cute/operations.h"

namespace tileglot::calculator {
namespace {

std::string answer(const std::string& operation, const std::vector<std::string>& arguments,
                   Semantics semantics = Semantics::kCuteCpp) {
  const auto value = cute_operations().apply(operation, arguments, {.semantics = semantics});
  return value ? print_value(*value) : value.error()->code;
}

TEST(CuteCppOperations, AnOperationAnswersByTheSemanticsAskedFor) {
  const std::vector<std::string> pair{"(_4,_6,_8):(_2,_3,_5)", "_6:_3"};
  EXPECT_EQ(answer("composition", pair), "(_2,_3):(_6,_3)");
  EXPECT_EQ(answer("composition", pair, Semantics::kExact), "cute.composition");
}

TEST(CuteCppOperations, WhatCppAnswersAlikeIsAnsweredAsEver) {
  EXPECT_EQ(answer("crd2idx", {"(1,5)", "(3,(2,3)):(3,(12,1))"}), "17");
  EXPECT_EQ(answer("slice", {"(_,2)", "(4,8):(8,1)"}), "(4):(8)");
  EXPECT_EQ(answer("nope", {}), "eval.operation");
  EXPECT_EQ(answer("composition", {"4:1"}), "cute.arguments");
}

TEST(CuteCppOperations, WhatIsNotKnownOfCppIsRefused) {
  EXPECT_EQ(answer("thrfrg_A", {"SM80_16x8x16_F32F16F16F32_TN", "(2,2,1):(1,2,0)", "(32,16)"}),
            "cute.no_cpp_answer");
  EXPECT_EQ(answer("composition", {"Sw<2,0,3> o 0 o (8,8):(8,1)", "Sw<2,0,3> o 0 o (8,8):(8,1)"}),
            "cute.no_cpp_answer");
  EXPECT_EQ(answer("slice", {"(_,1)", "Sw<2,2,3> o _0 o ((_8,_2,_4),_8):((_64,_32,_8),_1)"}),
            "cute.no_cpp_answer");
  EXPECT_EQ(answer("slice", {"(_3)", "Sw<2,3,2> o _0 o (_4):(_1)"}), "cute.no_cpp_answer");
}

TEST(CuteCppOperations, AnOrderThatIsAnIntegerHasNoOverload) {
  EXPECT_EQ(answer("blocked_product", {"_3:_1", "_4"}), "cute.cpp_overload");
  EXPECT_EQ(answer("blocked_product", {"_3:_1", "_4:_1"}), "((_3,_4)):((_1,_3))");
}

TEST(CuteCppOperations, BadInputIsRefused) {
  for (const char* operation : {"composition", "logical_divide", "zipped_divide", "logical_product",
                                "blocked_product", "max_common_layout"}) {
    EXPECT_FALSE(answer(operation, {"(4,0):(1,4)", "(0,3):(2,1)"}).empty()) << operation;
    EXPECT_FALSE(answer(operation, {"(4,4):(-9223372036854775807,1)", "4:1"}).empty()) << operation;
    EXPECT_FALSE(answer(operation, {"():()", "():()"}).empty()) << operation;
    EXPECT_FALSE(answer(operation, {"(4,4):(0,0)", "(2,2):(-3,0)"}).empty()) << operation;
  }
  EXPECT_EQ(answer("recast_layout", {"8", "0", "4:1"}), "cute.factor");
}

}  // namespace
}  // namespace tileglot::calculator
