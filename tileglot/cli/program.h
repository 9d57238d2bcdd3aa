// SPDX-License-Identifier: Apache-2.0
// program.h: a program built from commands.
//
// What     run_program parses the command line, runs the command and prints the answer. A Program
//          says which commands there are and what is printed without arguments.
// Why      `tileglot` has all commands. The first program that `./dev demo` builds has three of
//          them and a third of the sources (whole_program.h, first_program.h).
// Errors   An exception is a fault of our own and ends with 70; no memory is io.memory.
#pragma once

#include <string_view>

#include "tileglot/api/reply/version.h"

namespace CLI {  // NOLINT(readability-identifier-naming): that of CLI11
class App;
}

namespace tileglot::cli {

struct Fields;

using api::kVersion;

struct Program {
  std::string_view overview;
  void (*add_commands)(CLI::App& app, Fields& fields);
};

int run_program(int argc, char** argv, const Program& program);

}  // namespace tileglot::cli
