// SPDX-License-Identifier: Apache-2.0
// command_tree.h: the commands and what they take, as data.
//
// What     CommandNode is a command with its options, its positional arguments and its subcommands,
//          read from what the commands declare.
// Why      Completions and the manual list what the program takes. They are made from this tree, so
//          nothing is listed twice.
// Example  The node "hlo assign" has the option -o, --output that takes a file, and one positional
//          argument, MODULE, which is a file.
//          [tests: command_tree_test.cc, "the tree is what the commands declare"]
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "tileglot/cli/program.h"
#include "tileglot/cli/term.h"

namespace tileglot::cli {

enum class Takes : std::uint8_t {
  kNothing,  ///< a flag
  kText,
  kFile,
  kOneOf,
};

struct Parameter {
  std::vector<std::string> names = {};  ///< -o and --output, or MODULE of a positional argument
  Takes takes = Takes::kNothing;
  bool may_be_bare = false;              ///< the value can be left out
  std::vector<std::string> values = {};  ///< offered for completion
  std::string help = {};
};

struct CommandNode {
  std::string path = {};   ///< hlo assign; empty for the root
  std::string what = {};   ///< one line
  std::string notes = {};  ///< examples and other text below the help
  std::vector<Term> terms = {};
  std::vector<Parameter> options = {};
  std::vector<Parameter> places = {};
  std::vector<CommandNode> commands = {};

  /// The last word of the path.
  std::string name() const;
};

/// The tree of the program, as its commands declare it.
CommandNode command_tree(const Program& program);

/// A node and all below it, parents first.
std::vector<const CommandNode*> all_commands(const CommandNode& root);

}  // namespace tileglot::cli
