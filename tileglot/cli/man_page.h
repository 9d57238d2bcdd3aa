// SPDX-License-Identifier: Apache-2.0
// man_page.h: the manual of the program, for man.
//
// What     man_page(root, version) is tileglot(1) in roff: every command with its options and
//          examples, exit codes, and the environment variables that the program reads.
// Why      Made from the tree of commands, it cannot get out of date.
// Units    ASCII letters only; the dash of an option is \- so that it can be copied.
// Source   man(7).
#pragma once

#include <string>
#include <string_view>

#include "tileglot/cli/command_tree.h"

namespace tileglot::cli {

std::string man_page(const CommandNode& root, std::string_view version);

}  // namespace tileglot::cli
