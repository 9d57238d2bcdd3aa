// SPDX-License-Identifier: Apache-2.0
// completion.h: shell completion for `tileglot`.
//
// What     bash_completion, zsh_completion and fish_completion are scripts for these shells, made
//          from the tree of commands: commands, options, values of options, files.
// How      Each script walks the words on the line, keeps those that are commands, and looks up
//          what the word before the cursor takes, or else which positional argument is next.
// Example  `tileglot hlo pass lay` is completed to layout-assignment and layout_normalization;
//          tests/completion_test.py asks each shell.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "tileglot/cli/command_tree.h"

namespace tileglot::cli {

std::string bash_completion(const CommandNode& root);
std::string zsh_completion(const CommandNode& root);
std::string fish_completion(const CommandNode& root);

struct Shell {
  std::string_view name;
  std::string (*completion)(const CommandNode&);
};

/// The shells that have a script.
std::span<const Shell> shells();

}  // namespace tileglot::cli
