// SPDX-License-Identifier: Apache-2.0
#include "tileglot/calculator/operation/signature.h"

#include <gtest/gtest.h>

namespace tileglot::calculator {
namespace {

TEST(Signature, ASignatureSaysHowManyArgumentsItTakes) {
  EXPECT_EQ(argument_count(""), (ArgumentCount{0, 0}));
  EXPECT_EQ(argument_count("layout"), (ArgumentCount{1, 1}));
  EXPECT_EQ(argument_count("tuple or layout, [mode]"), (ArgumentCount{1, 2}));
  EXPECT_EQ(argument_count("shape, minor to major, index"), (ArgumentCount{3, 3}));
  EXPECT_EQ(argument_count("tuple.."), (ArgumentCount{1, kMostArguments}));
  EXPECT_EQ(argument_count("[mode..], layout"), (ArgumentCount{1, kMostArguments}));
  EXPECT_EQ(argument_count("mode.., tuple or layout"), (ArgumentCount{2, kMostArguments}));
  EXPECT_EQ(argument_count("bits, [banks, lanes]"), (ArgumentCount{1, 3}));
  EXPECT_EQ(argument_count("shape, [stride, tag..]"), (ArgumentCount{1, kMostArguments}));
}

}  // namespace
}  // namespace tileglot::calculator
