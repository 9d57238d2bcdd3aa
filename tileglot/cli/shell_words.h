// SPDX-License-Identifier: Apache-2.0
// shell_words.h: building blocks of the completion scripts.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "tileglot/cli/command_tree.h"

namespace tileglot::cli {

/// 'it'\''s': one word for bash and zsh, whatever it contains.
std::string in_quotes(std::string_view text);

/// For each kind of value, the patterns of words that take it: 'show --color' for options, 'hlo
/// pass 0' for positional arguments, counted from 0. Values are separated by blanks; <file> and
/// <text> mean a file name and free text.
using Takers = std::map<std::string, std::vector<std::string>>;

Takers option_takers(const CommandNode& root);
Takers place_takers(const CommandNode& root);

/// A bash and zsh function that looks up what its first word takes and sets `takes`.
std::string lookup_function(std::string_view name, const Takers& takers);

/// A bash and zsh function that tests whether its first word is a command.
std::string command_function(const CommandNode& root);

/// About the first sentence of a help text, for a list.
std::string short_help(std::string_view help);

}  // namespace tileglot::cli
