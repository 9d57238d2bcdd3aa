// SPDX-License-Identifier: Apache-2.0
// arguments.h: parses the command line into a command to run.
//
// What     parse_arguments reads a command and its options into a function to run, or into a
//          message: help, the version, or what is wrong and what was probably meant.
// Errors   cli.command, cli.option, cli.arguments; all end the program with 2.
#pragma once

#include <string>
#include <variant>

#include "tileglot/cli/commands.h"
#include "tileglot/cli/program.h"
#include "tileglot/cli/terminal.h"
#include "tileglot/core/error.h"

namespace tileglot::cli {

struct Command {
  Run run = {};
  bool json = false;
  ScreenChoice screen = {};
};

/// Help and the version.
struct Message {
  std::string text = {};
};

/// An invalid command line, and whether it asks for JSON all the same.
struct WrongWords {
  core::Error error = {};
  bool json = false;
};

std::variant<Command, Message, WrongWords> parse_arguments(const Program& program, int argc,
                                                           const char* const* argv);

}  // namespace tileglot::cli
