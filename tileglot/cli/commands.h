// SPDX-License-Identifier: Apache-2.0
// commands.h: what the commands have in common, for the library that reads their words.
//
// What     A command declares its options, help and examples on CLI11's App and says what answers
//          it. What a line says of every command lies in Fields.
// Why      Each command keeps its request to itself, so a program takes those it is made of:
//          program.h.
#pragma once

#include <CLI/CLI.hpp>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "tileglot/api/reply/terminal.h"
#include "tileglot/cli/print_reply.h"

namespace tileglot::cli {

/// What help calls the value of an option that is a file.
inline constexpr const char* kFileType = "FILE";

/// Values that a shell offers for options that take others too.
using Offers = std::map<const CLI::Option*, std::vector<std::string>>;

/// How an answer is printed.
struct Output {
  bool json = false;
  api::Terminal terminal = {};
};

/// Answers a command whose words were read; returns the exit code.
using Run = std::function<int(const Output&)>;

/// What CLI11 fills for whichever command the line names.
struct Fields {
  bool json = false;
  std::string color = "auto";
  bool ascii = false;
  Offers offers;
  Run run;  ///< of the command that the line names
};

/// A command with the options that all have.
CLI::App& add_command(CLI::App& app, Fields& fields, const char* name, const char* what);

/// The options that a command has without being named: on the program and on each command, so that
/// both places take them and every help lists them.
void add_general(CLI::App& command, Fields& fields);

CLI::Option& add_dtype(CLI::App& command, Fields& fields, std::optional<std::string>& dtype,
                       const char* what);

/// a, b or c.
std::string listed(const std::vector<std::string>& words);

/// `reply` answers the request, told of the screen if its answer's text depends on it.
template <class Request, class AnyReply>
void answer_with(CLI::App& command, Fields& fields, std::shared_ptr<Request> request,
                 AnyReply reply) {
  command.callback([&fields, request, reply] {
    fields.run = [request, reply](const Output& output) {
      if constexpr (requires { request->terminal; }) request->terminal = output.terminal;
      return print(reply(*request), output.json);
    };
  });
}

}  // namespace tileglot::cli
