// SPDX-License-Identifier: Apache-2.0
// shell_words.h: what the scripts of all shells are made of.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "tileglot/cli/command_tree.h"

namespace tileglot::cli {

/// 'it'\''s': one word for bash and zsh, whatever is in it.
std::string in_quotes(std::string_view text);

/// For each thing that can be taken, the patterns that take it: 'show --color' of options,
/// 'hlo pass 0' of places, counted from 0. Values stand with blanks between them; <file> and <text>
/// are what they say.
using Takers = std::map<std::string, std::vector<std::string>>;

Takers option_takers(const CommandNode& root);
Takers place_takers(const CommandNode& root);

/// A function of bash and zsh that finds what its first word takes, in `takes`.
std::string lookup_function(std::string_view name, const Takers& takers);

/// A function of both that says whether its first word is a command.
std::string command_function(const CommandNode& root);

/// The first sentence or so of a help, for a list.
std::string short_help(std::string_view help);

}  // namespace tileglot::cli
