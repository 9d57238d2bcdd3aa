// SPDX-License-Identifier: Apache-2.0
// commands.h: what the commands share, for the library that parses the command line.
//
// What     A command declares its options, help and examples on CLI11's App and sets the function
//          that answers it. What every command line may set is in Fields.
// Why      Each command keeps its request to itself, so a program is built from the commands it
//          has: program.h.
#pragma once

#include <CLI/CLI.hpp>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "tileglot/api/reply/terminal.h"
#include "tileglot/cli/print_reply.h"
#include "tileglot/cli/term.h"

namespace tileglot::cli {

/// The name in help of an option value that is a file.
inline constexpr const char* kFileType = "FILE";

/// Completion values for options that also take others.
using Offers = std::map<const CLI::Option*, std::vector<std::string>>;

/// What the manual lists below a command.
using Terms = std::map<const CLI::App*, std::vector<Term>>;

/// How an answer is printed.
struct Output {
  bool json = false;
  api::Terminal terminal = {};
};

/// Answers a parsed command; returns the exit code.
using Run = std::function<int(const Output&)>;

/// What CLI11 fills for any command.
struct Fields {
  bool json = false;
  std::string color = "auto";
  bool ascii = false;
  Offers offers;
  Terms terms;
  Run run;  ///< of the command that the line names
};

/// Adds a command with the options that all commands have.
CLI::App& add_command(CLI::App& app, Fields& fields, const char* name, const char* what);

/// Adds the general options: to the program and to each command, so that both places take them and
/// every help lists them.
void add_general(CLI::App& command, Fields& fields);

CLI::Option& add_dtype(CLI::App& command, Fields& fields, std::optional<std::string>& dtype,
                       const char* what);

/// a, b or c.
std::string listed(const std::vector<std::string>& words);

/// `reply` answers the request; it gets the terminal if its answer's text depends on it.
template <class Request, class AnyReply>
void answer_with(CLI::App& command, Fields& fields, const std::shared_ptr<Request>& request,
                 const AnyReply& reply) {
  // A function is copied as a pointer to it.
  command.callback([&fields, request, reply = std::decay_t<AnyReply>(reply)] {
    fields.run = [request, reply](const Output& output) {
      if constexpr (requires { request->terminal; }) request->terminal = output.terminal;
      return print(reply(*request), output.json);
    };
  });
}

}  // namespace tileglot::cli
