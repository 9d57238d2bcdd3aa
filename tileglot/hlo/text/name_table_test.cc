// SPDX-License-Identifier: Apache-2.0
#include "tileglot/hlo/text/detail/name_table.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <deque>
#include <string>
#include <string_view>
#include <vector>

#include "tileglot/hlo/ir/ids.h"

namespace tileglot::hlo {
namespace {

TEST(NameTable, ANameIsKeptOnce) {
  NameTable table;
  EXPECT_FALSE(table.find("p"));
  EXPECT_TRUE(table.add("p", InstructionId{3}));
  EXPECT_FALSE(table.add("p", InstructionId{4}));
  EXPECT_TRUE(table.add("", InstructionId{5}));
  EXPECT_EQ(table.find("p"), InstructionId{3});
  EXPECT_EQ(table.find(""), InstructionId{5});
  EXPECT_FALSE(table.contains("q"));
  EXPECT_EQ(table.names(), (std::vector<std::string_view>{"p", ""}));
}

TEST(NameTable, ManyNamesAreAllFound) {
  NameTable table;
  std::deque<std::string> names;
  for (std::uint32_t i = 0; i < 10000; ++i) {
    names.push_back("add." + std::to_string(i));
    ASSERT_TRUE(table.add(names.back(), InstructionId{i}));
  }
  EXPECT_EQ(table.size(), names.size());
  for (std::uint32_t i = 0; i < 10000; ++i) EXPECT_EQ(table.find(names[i]), InstructionId{i});
  EXPECT_FALSE(table.contains("add.10000"));
}

}  // namespace
}  // namespace tileglot::hlo
