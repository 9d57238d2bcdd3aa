// SPDX-License-Identifier: Apache-2.0
#include "tileglot/calculator/operation/called.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <string>
#include <vector>

#include "tileglot/core/error.h"
#include "tileglot/calculator/operation/arguments.h"

namespace tileglot::value {
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

std::string quotient_of(const std::vector<std::string>& args) {
  return text_of(called<quotient, number_argument, number_argument>(args));
}

TEST(Called, TheFirstRefusalIsTheAnswer) {
  EXPECT_EQ(quotient_of({"7", "2"}), "3");
  EXPECT_EQ(quotient_of({"x", "2"}), "eval.syntax");
  EXPECT_EQ(quotient_of({"7", "x"}), "eval.syntax");
  EXPECT_EQ(quotient_of({"7", "0"}), "test.zero");
  const std::vector<std::string> both{"x", "y"};
  EXPECT_EQ((called<quotient, number_argument, number_argument>(both).error()->message),
            "'x' is not an integer");
}

TEST(Called, WhatCannotRefuseAndWhatOnlyChecksAreResultsToo) {
  EXPECT_EQ(text_of(called<doubled, number_argument>(std::vector<std::string>{"4"})), "8");
  EXPECT_EQ(text_of(called<check_positive, number_argument>(std::vector<std::string>{"4"})), "1");
  EXPECT_EQ(text_of(called<check_positive, number_argument>(std::vector<std::string>{"-4"})),
            "test.not_positive");
}

}  // namespace
}  // namespace tileglot::value
