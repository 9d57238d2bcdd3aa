// SPDX-License-Identifier: Apache-2.0
#include "tileglot/hlo/pass/constraints/rule.h"

#include <gtest/gtest.h>

#include <set>
#include <string_view>

namespace tileglot::hlo::pass {
namespace {

TEST(Rule, EveryRuleHasANameAndASentence) {
  std::set<std::string_view> names;
  std::set<std::string_view> sentences;
  std::size_t number = 0;
  for (const RuleRow& row : rules()) {
    EXPECT_EQ(static_cast<std::size_t>(row.rule), number++);
    EXPECT_NE(row.sentence.find('@'), std::string_view::npos) << row.name;
    EXPECT_TRUE(names.insert(row.name).second) << row.name;
    EXPECT_TRUE(sentences.insert(row.sentence).second) << row.sentence;
  }
  EXPECT_EQ(number, kRuleCount);
  EXPECT_EQ(name_of(Rule::kCpuRowMajorOperand), "cpu.row_major_operand");
}

}  // namespace
}  // namespace tileglot::hlo::pass
