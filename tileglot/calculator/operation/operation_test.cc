// SPDX-License-Identifier: Apache-2.0
#include "tileglot/calculator/operation/operation.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <string>
#include <vector>

#include "tileglot/calculator/operation/arguments.h"
#include "tileglot/core/error.h"

namespace tileglot::calculator {
namespace {

core::Result<std::int64_t> quotient(std::int64_t a, std::int64_t b) {
  if (b == 0) return core::fail({.code = "test.zero"});
  return a / b;
}

core::Status check_positive(std::int64_t a) {
  if (a > 0) return {};
  return core::fail({.code = "test.not_positive"});
}

std::int64_t doubled(std::int64_t a) { return 2 * a; }

template <class T>
std::string text_of(const core::Result<T>& result) {
  return result ? std::to_string(*result) : result.error()->code;
}

template <auto Function, auto... Readers>
auto called_with(const std::vector<std::string>& texts) {
  return invoke<Function, Readers...>(Arguments("test", arguments_of(texts)));
}

std::string quotient_of(const std::vector<std::string>& texts) {
  return text_of(called_with<quotient, number_argument, number_argument>(texts));
}

TEST(Operation, TheFirstRefusalIsTheAnswer) {
  EXPECT_EQ(quotient_of({"7", "2"}), "3");
  EXPECT_EQ(quotient_of({"x", "2"}), "eval.syntax");
  EXPECT_EQ(quotient_of({"7", "x"}), "eval.syntax");
  EXPECT_EQ(quotient_of({"7", "0"}), "test.zero");
  EXPECT_EQ((called_with<quotient, number_argument, number_argument>({"x", "y"}).error()->message),
            "'x' is not an integer");
}

TEST(Operation, WhatCannotRefuseAndWhatOnlyChecksAreResultsToo) {
  EXPECT_EQ(text_of(called_with<doubled, number_argument>({"4"})), "8");
  EXPECT_EQ(text_of(called_with<check_positive, number_argument>({"4"})), "1");
  EXPECT_EQ(text_of(called_with<check_positive, number_argument>({"-4"})), "test.not_positive");
}

}  // namespace
}  // namespace tileglot::calculator
