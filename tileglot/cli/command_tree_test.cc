// SPDX-License-Identifier: Apache-2.0
#include "tileglot/cli/command_tree.h"
#include "tileglot/cli/whole_program.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "tileglot/api/convert/offered_words.h"

namespace tileglot::cli {
namespace {

const CommandNode& command_at(const CommandNode& root, const std::string& path) {
  const auto all = all_commands(root);
  const auto found = std::ranges::find(all, path, &CommandNode::path);
  return found == all.end() ? root : **found;
}

const Parameter& option_of(const CommandNode& command, const std::string& name) {
  static const Parameter kNone;
  for (const Parameter& option : command.options) {
    if (std::ranges::find(option.names, name) != option.names.end()) return option;
  }
  return kNone;
}

TEST(CommandTree, TheTreeIsWhatTheCommandsDeclare) {
  const CommandNode root = command_tree(whole_program());
  const CommandNode& assign = command_at(root, "hlo assign");
  EXPECT_EQ(assign.name(), "assign");
  const Parameter& output = option_of(assign, "--output");
  EXPECT_EQ(output.names, (std::vector<std::string>{"-o", "--output"}));
  EXPECT_EQ(output.takes, Takes::kFile);
  ASSERT_EQ(assign.places.size(), 1U);
  EXPECT_EQ(assign.places[0].names, std::vector<std::string>{"MODULE"});
  EXPECT_EQ(assign.places[0].takes, Takes::kFile);
}

TEST(CommandTree, ValuesComeFromChecksAndOffers) {
  const CommandNode root = command_tree(whole_program());
  EXPECT_EQ(option_of(command_at(root, "eval"), "--via").values,
            (std::vector<std::string>{"notation", "map"}));
  const auto& targets = option_of(command_at(root, "convert"), "--to").values;
  EXPECT_NE(std::ranges::find(targets, "onednn"), targets.end());
  EXPECT_EQ(command_at(root, "hlo pass").places[0].values, api::pass_names());
  EXPECT_EQ(option_of(command_at(root, "check"), "--suggest").takes, Takes::kNothing);
  EXPECT_EQ(option_of(command_at(root, "index"), "--from-notation").takes, Takes::kOneOf);
}

TEST(CommandTree, AValueThatCanBeLeftOutIsKnownAsSuch) {
  const CommandNode root = command_tree(whole_program());
  EXPECT_TRUE(option_of(command_at(root, "hlo assign"), "--explain").may_be_bare);
  EXPECT_FALSE(option_of(command_at(root, "hlo assign"), "--target").may_be_bare);
}

TEST(CommandTree, EveryCommandHasItsLineAndItsOptions) {
  const CommandNode root = command_tree(whole_program());
  EXPECT_GT(all_commands(root).size(), 18U);
  for (const CommandNode* command : all_commands(root)) {
    EXPECT_FALSE(command->what.empty()) << command->path;
    EXPECT_FALSE(option_of(*command, "--help").names.empty()) << command->path;
  }
}

}  // namespace
}  // namespace tileglot::cli
