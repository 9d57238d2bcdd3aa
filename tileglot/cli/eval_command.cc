// SPDX-License-Identifier: Apache-2.0
#include "tileglot/cli/eval_command.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <CLI/CLI.hpp>
#include <cerrno>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <iostream>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "tileglot/api/eval/eval.h"
#include "tileglot/api/eval/list_operations.h"
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
  enum class Input : std::uint8_t { kExpression, kExpressionLines, kJsonLines, kList };
  Input input = Input::kExpression;
  std::string expression = {};
  api::EvalOptions options = {};
};

/// The options as given on the command line.
struct Words {
  EvalCommand command = {};
  bool json_lines = false;
  bool lists = false;
  std::string listed_word = {};
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
  if (words.lists && (words.json_lines || !command.expression.empty())) {
    return core::fail({.code = "cli.arguments",
                       .message = "--list lists operations and calculates nothing",
                       .help = "leave out the rest, or --list"});
  }
  if (words.lists) {
    command.input = EvalCommand::Input::kList;
    return command;
  }
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
                       .message = "eval needs an expression, -, --jsonl or --list",
                       .help = "`tileglot eval --help` has examples"});
  }
  return command;
}

/// An error says which line of the input it is about.
api::Reply in_line(api::Reply reply, std::int64_t number) {
  if (reply) return reply;
  core::Error error = std::move(reply).error();
  error->message = fmt::format("line {}: {}", number, error->message);
  return core::fail(std::move(error));
}

int evaluate_expression_lines(const EvalCommand& command, bool json) {
  int worst = api::kYes;
  std::string line;
  errno = 0;
  for (std::int64_t number = 1; std::getline(std::cin, line); ++number) {
    if (line.find_first_not_of(" \t\r") == std::string::npos) continue;
    auto reply = evaluate_expression(line, command.options, api::files::eval_operations());
    const int code = print(in_line(std::move(reply), number), json);
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
  if (command->input == EvalCommand::Input::kList)
    return print(api::list_operations(words.listed_word, api::files::eval_operations()), json);
  if (command->input == EvalCommand::Input::kJsonLines) return evaluate_json_lines(*command);
  if (command->input == EvalCommand::Input::kExpressionLines) {
    return evaluate_expression_lines(*command, json);
  }
  return print(
      evaluate_expression(command->expression, command->options, api::files::eval_operations()),
      json);
}

/// 156 of CuTe, 5 of HLO modules, ..
std::string counted_operations() {
  std::vector<std::pair<std::string_view, std::size_t>> counts;
  for (const auto& operation : api::files::eval_operations().rows()) {
    const std::string_view family = api::family_title(operation.name);
    if (counts.empty() || counts.back().first != family) counts.emplace_back(family, 0);
    ++counts.back().second;
  }
  std::vector<std::string> parts;
  parts.reserve(counts.size());
  for (const auto& [family, count] : counts)
    parts.push_back(fmt::format("{} of {}", count, family));
  return fmt::format("{}", fmt::join(parts, ", "));
}

/// The operations for completion, and for the manual with what they do.
void add_operations(const CLI::App& eval, std::span<const CLI::Option* const> named,
                    Fields& fields) {
  const api::OperationTable& table = api::files::eval_operations();
  for (const CLI::Option* const option : named) {
    for (const std::string_view name : table.names()) fields.offers[option].emplace_back(name);
  }
  for (const auto& operation : table.rows()) {
    fields.terms[&eval].push_back(
        {fmt::format("{}({})", operation.name, operation.signature), std::string(operation.what)});
  }
}

void add_list(CLI::App& eval, Fields& fields, const std::shared_ptr<Words>& words,
              const CLI::Option* expression) {
  const auto take = [words](const CLI::results_t& given) {
    words->lists = true;
    if (!given.empty()) words->listed_word = given[0];
    return true;
  };
  const CLI::Option* const list =
      eval.add_option("--list", take,
                      "list all operations, or those with a word in the name or line: signature, "
                      "a line, an example")
          ->expected(0, 1)
          ->type_name("[WORD]");
  const CLI::Option* const named[] = {expression, list};
  add_operations(eval, named, fields);
}

}  // namespace

void add_eval(CLI::App& app, Fields& fields) {
  const auto words = std::make_shared<Words>();
  CLI::App& eval = add_command(app, fields, "eval", "Calculate: operations by name, on layouts");
  eval.footer("Operations: " + counted_operations() +
              "; tileglot eval --list has them all\n"
              "Examples: tileglot eval 'crd2idx((1,5), (3,(2,3)):(3,(12,1)))'\n"
              "          tileglot eval --list inverse\n"
              "          tileglot eval --explain 'composition((6,2):(8,2), (4,3):(3,1))'\n"
              "          tileglot eval --jsonl < requests.jsonl\n"
              "          tileglot eval --json - < expressions.txt");
  const CLI::Option* const expression = eval.add_option(
      "EXPR", words->command.expression, "a layout or name(arg, ..); - reads one a line");
  add_list(eval, fields, words, expression);
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
