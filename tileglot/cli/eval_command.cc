// SPDX-License-Identifier: Apache-2.0
#include "tileglot/cli/eval_command.h"

#include <CLI/CLI.hpp>
#include <cerrno>
#include <cstdint>
#include <cstdio>
#include <iostream>
#include <memory>
#include <string>
#include <string_view>

#include "tileglot/api/eval/eval.h"
#include "tileglot/api/files/hlo/operations.h"
#include "tileglot/api/files/process/setup.h"
#include "tileglot/api/reply/reply.h"
#include "tileglot/cli/commands.h"
#include "tileglot/cli/number_options.h"
#include "tileglot/cli/print_reply.h"
#include "tileglot/cli/spelling.h"
#include "tileglot/core/error.h"
#include "tileglot/core/source_text.h"

namespace tileglot::cli {
namespace {

struct EvalCommand {
  enum class Input : std::uint8_t { kExpression, kExpressionLines, kJsonLines };
  Input input = Input::kExpression;
  std::string expression = {};
  api::EvalOptions options = {};
};

/// The options as given on the command line.
struct Words {
  EvalCommand command = {};
  bool json_lines = false;
  std::string via = "notation";
  std::string spelling = "cute-cpp";
  std::string semantics = "exact";
};

/// Standard input for `-` and `--jsonl`, otherwise one expression.
core::Result<EvalCommand> eval_command(const Words& words) {
  EvalCommand command = words.command;
  command.options.via = words.via == "map" ? api::Via::kMap : api::Via::kNotation;
  command.options.spelling = spelling_named(words.spelling);
  command.options.semantics =
      words.semantics == "cute-cpp" ? api::Semantics::kCuteCpp : api::Semantics::kExact;
  if (words.json_lines && !command.expression.empty()) {
    return core::fail({.code = "cli.arguments",
                       .message = "--jsonl reads requests from standard input, so there is no "
                                  "place for an expression",
                       .help = "leave out --jsonl, or the expression"});
  }
  if (words.json_lines) {
    command.input = EvalCommand::Input::kJsonLines;
  } else if (command.expression == "-") {
    command.input = EvalCommand::Input::kExpressionLines;
  } else if (command.expression.empty()) {
    return core::fail({.code = "cli.arguments",
                       .message = "eval needs an expression, - or --jsonl",
                       .help = "`tileglot eval --help` has examples"});
  }
  return command;
}

int evaluate_expression_lines(const EvalCommand& command, bool json) {
  int worst = api::kYes;
  std::string line;
  errno = 0;
  while (std::getline(std::cin, line)) {
    if (line.find_first_not_of(" \t\r") == std::string::npos) continue;
    const int code =
        print(evaluate_expression(line, command.options, api::files::eval_operations()), json);
    if (worst == api::kYes) worst = code;
    errno = 0;
  }
  if (std::ferror(stdin) != 0) return print(core::fail(api::files::stdin_error(errno)), json);
  return worst;
}

int evaluate_json_lines(const EvalCommand& command) {
  const auto write = [](std::string_view line) {
    write_out(line);
    errno = 0;
  };
  errno = 0;
  evaluate_lines(std::cin, write, command.options, api::files::eval_operations());
  if (std::ferror(stdin) == 0) return api::kYes;
  // Lines on stdout are answers, and this is not one.
  const core::Error error = api::files::stdin_error(errno);
  write_error(core::render(error));
  return api::exit_code_of(error);
}

int run(const Words& words, bool json) {
  const core::Result<EvalCommand> command = eval_command(words);
  if (!command) return print(core::fail(command.error()), json);
  if (command->input == EvalCommand::Input::kJsonLines) return evaluate_json_lines(*command);
  if (command->input == EvalCommand::Input::kExpressionLines) {
    return evaluate_expression_lines(*command, json);
  }
  return print(
      evaluate_expression(command->expression, command->options, api::files::eval_operations()),
      json);
}

}  // namespace

void add_eval(CLI::App& app, Fields& fields) {
  const auto words = std::make_shared<Words>();
  CLI::App& eval = add_command(app, fields, "eval", "Calculate: operations by name, on layouts");
  eval.footer(
      "Examples: tileglot eval 'crd2idx((1,5), (3,(2,3)):(3,(12,1)))'\n"
      "          tileglot eval --explain 'composition((6,2):(8,2), (4,3):(3,1))'\n"
      "          tileglot eval --jsonl < requests.jsonl\n"
      "          tileglot eval --json - < expressions.txt");
  eval.add_option("EXPR", words->command.expression,
                  "a layout or name(arg, ..); - reads one a line");
  eval.add_flag("--jsonl", words->json_lines,
                "answer lines {\"op\":..,\"args\":[..]} of standard input");
  eval.add_option("--via", words->via, "who evaluates: notation (the default) or map")
      ->check(CLI::IsMember({"notation", "map"}));
  eval.add_option("--semantics", words->semantics,
                  "exact (obeys the laws or refuses, the default) or cute-cpp (what C++ CuTe "
                  "answers, also where it is wrong)")
      ->check(CLI::IsMember({"exact", "cute-cpp"}));
  eval.add_option("--spelling", words->spelling,
                  "cute-cpp (static integers as _2, the default), pycute or dsl")
      ->check(CLI::IsMember({"cute-cpp", "pycute", "dsl"}));
  eval.add_flag("--explain", words->command.options.explain,
                "print the steps of compositions, complements, divides, products, inverses and "
                "tiled instructions");
  eval.add_option("--values", words->command.options.values,
                  "at most so many offsets of a layout (256)")
      ->transform(whole_number<std::int64_t>(0, 1 << 22));
  eval.callback([&fields, words] {
    fields.run = [words](const Output& output) { return run(*words, output.json); };
  });
}

}  // namespace tileglot::cli
