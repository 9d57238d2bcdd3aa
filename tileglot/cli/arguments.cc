// SPDX-License-Identifier: Apache-2.0
#include "tileglot/cli/arguments.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <array>
#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "tileglot/api/offered_words.h"
#include "tileglot/api/reply.h"
#include "tileglot/cli/command_tree.h"
#include "tileglot/cli/commands.h"
#include "tileglot/cli/completion.h"
#include "tileglot/cli/man_page.h"
#include "tileglot/core/error.h"
#include "tileglot/core/near_miss.h"

namespace tileglot::cli {
namespace {

constexpr std::string_view kVersion = "0.1.0";

constexpr std::string_view kOverview = R"(tileglot speaks every tensor memory layout

  tileglot show 'f32[3,5]{1,0:T(2,2)}'                                  draw it
  tileglot index 'f32[3,5]{1,0:T(2,2)}' 2,3 --explain                   where is an element, and why
  tileglot convert 'bf16[16,256]{1,0:T(8,128)(2,1)}' --to cute          say it in another notation
  tileglot equal '(4,2):(2,1)' 'f32[4,2]{1,0}'                          prove two layouts equal
  tileglot check 's32[8388608,8,4]{2,1,0:T(8,128)}'                     what its padding costs
  tileglot eval 'coalesce((2,(1,6)):(1,(6,2)))'                         calculate with layouts
  tileglot inspect weights.npy                                          what a file holds
  tileglot relayout weights.npy -o tiled.npy --to '{1,0:T(8,128)}'      move the data
  tileglot verify tiled.npy --against weights.npy --layout ...          prove nothing was lost
  tileglot relayout model.safetensors -o out.safetensors --to tpu       move a whole model
  tileglot hlo stats module.hlo                                         what an XLA program holds
  tileglot hlo assign module.hlo --target gpu:sm_90 --report            where its copies come from
  tileglot hlo pass layout_normalization assigned.hlo                   what one of XLA's passes does
  tileglot hlo compile module.hlo --arg-layout auto                     how it wants its arguments to lie
  tileglot hlo run module.hlo --random 1                                what it computes

tileglot COMMAND --help has the options of each, `tileglot man | man -l -` all of them; `tileglot completion bash`
and the like let a shell complete them.
)";

api::Failure usage(std::string code, std::string message, std::string help) {
  return {{.code = std::move(code), .message = std::move(message), .help = std::move(help)}, {}};
}

/// The first word that is neither an option nor the value of one.
std::string_view command_of(std::span<const char* const> words) {
  bool is_value = false;
  for (const std::string_view word : words) {
    if (!is_value && !word.starts_with('-')) return word;
    is_value = word == "--color";
  }
  return {};
}

/// Found by eye, since a line that cannot be parsed has none of its options.
bool asks_for_json(std::span<const char* const> words) {
  return std::any_of(words.begin(), words.end(),
                     [](std::string_view word) { return word == "--json"; });
}

std::vector<std::string> names_of(const CommandNode& command) {
  std::vector<std::string> names;
  names.reserve(command.commands.size());
  for (const CommandNode& child : command.commands) names.push_back(child.name());
  return names;
}

std::string did_you_mean(std::string_view word, const std::vector<std::string>& words) {
  const std::vector<std::string_view> known(words.begin(), words.end());
  return core::did_you_mean(word, known);
}

api::Failure unknown_command(std::string_view command) {
  const std::string guess = did_you_mean(command, names_of(command_tree()));
  return usage("cli.command", fmt::format("there is no command '{}'", command.substr(0, 64)),
               guess.empty() ? "`tileglot` alone lists the commands" : guess);
}

/// The command that the words name, as far as they do, and the first word that is none.
struct Named {
  const CommandNode* command;
  std::string_view next = {};
};

Named named_by(const CommandNode& program, std::span<const char* const> words) {
  Named named{&program};
  for (const std::string_view word : words) {
    if (word.starts_with('-')) continue;
    const auto child = std::ranges::find(named.command->commands, word, &CommandNode::name);
    if (child == named.command->commands.end()) {
      named.next = word;
      break;
    }
    named.command = &*child;
  }
  return named;
}

/// For a word behind a command that needs one of its own, such as `hlo`.
std::string guess_word(const Named& named) {
  if (named.command->commands.empty() || named.command->path.empty()) return {};
  const std::vector<std::string> names = names_of(*named.command);
  const std::string guess = did_you_mean(named.next, names);
  return guess.empty() ? fmt::format("behind {} stands one of {}", named.command->path,
                                     fmt::join(names, ", "))
                       : guess;
}

/// For a value that is none of those that its option takes: the one that was meant.
std::string guess_value(const CommandNode& command, std::string_view message) {
  std::vector<Parameter> all = command.options;
  all.insert(all.end(), command.places.begin(), command.places.end());
  for (const Parameter& parameter : all) {
    for (const std::string& name : parameter.names) {
      if (parameter.values.empty() || !message.starts_with(name + ": ")) continue;
      const std::string_view value = message.substr(name.size() + 2);
      return did_you_mean(value.substr(0, value.find(" not in ")), parameter.values);
    }
  }
  return {};
}

/// The options of the command on the line, for a guess at what was meant.
std::string guess_option(CLI::App& app, std::span<const char* const> words) {
  std::vector<std::string> names;
  std::vector<CLI::App*> commands = app.get_subcommands();
  commands.push_back(&app);
  for (CLI::App* command : commands) {
    for (const CLI::Option* option : command->get_options()) {
      for (const std::string& name : option->get_lnames()) names.push_back("--" + name);
    }
  }
  const std::vector<std::string_view> known(names.begin(), names.end());
  for (const char* const whole : words) {
    const std::string_view word =
        std::string_view(whole).substr(0, std::string_view(whole).find('='));
    const bool is_option =
        word.starts_with("--") && std::find(known.begin(), known.end(), word) == known.end();
    if (!is_option) continue;
    if (std::string guess = core::did_you_mean(word, known); !guess.empty()) return guess;
  }
  return {};
}

api::Failure wrong_words(CLI::App& app, const CLI::ParseError& error,
                         std::span<const char* const> words) {
  const CommandNode program = command_tree();
  const Named named = named_by(program, words);
  std::string message = error.what();
  std::replace(message.begin(), message.end(), '\n', ' ');
  if (std::string guess = guess_option(app, words); !guess.empty())
    return usage("cli.option", message, guess);
  for (const std::string& guess : {guess_word(named), guess_value(*named.command, message)}) {
    if (!guess.empty()) return usage("cli.arguments", message, guess);
  }
  const std::string& path = named.command->path;
  return usage("cli.arguments", message,
               path.empty() ? "`tileglot` alone lists the commands"
                            : fmt::format("`tileglot {} --help` lists what it takes", path));
}

/// As the option's check allows them.
api::Spelling spelling_named(std::string_view name) {
  if (name == "pycute") return api::Spelling::kPycute;
  if (name == "dsl") return api::Spelling::kDsl;
  return name == "cute-cpp" ? api::Spelling::kCuteCpp : api::Spelling::kCanonical;
}

/// Standard input for `-` and `--jsonl`, otherwise one expression.
core::Result<EvalCommand> eval_command(const Fields& fields) {
  EvalCommand command = fields.eval;
  command.options.via = fields.via == "map" ? api::Via::kMap : api::Via::kNotation;
  command.options.spelling = spelling_named(fields.spelling);
  command.options.semantics =
      fields.semantics == "cute-cpp" ? api::Semantics::kCuteCpp : api::Semantics::kExact;
  if (fields.json_lines && !command.expression.empty()) {
    return core::fail({.code = "cli.arguments",
                       .message = "--jsonl reads requests from standard input, so there is no "
                                  "place for an expression",
                       .help = "leave out --jsonl, or the expression"});
  }
  if (fields.json_lines) {
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

core::Status check_output(const api::RelayoutRequest& request) {
  if (!request.output.empty() || request.dry_run) return {};
  return core::fail({.code = "cli.arguments",
                     .message = "relayout needs a file to write",
                     .help = "add -o OUT.npy or -o OUT.safetensors, or --dry-run to see the plan "
                             "only"});
}

/// A type alone, or rules of types by name.
core::Status read_dtypes(const std::vector<std::string>& dtypes, api::RelayoutRequest& request) {
  for (const std::string& text : dtypes) {
    if (text.find(':') != std::string::npos) {
      request.dtype_rules.push_back(text);
      continue;
    }
    if (request.dtype) {
      return core::fail({.code = "cli.arguments",
                         .message = fmt::format("--dtype says {} and {}", *request.dtype, text),
                         .help = "of a model, write --dtype 'PATTERN: TYPE'"});
    }
    request.dtype = text;
  }
  return {};
}

core::Status check_target(const api::ConvertRequest& request) {
  if (!request.to.empty() || request.wire) return {};
  return core::fail(
      {.code = "cli.arguments",
       .message = "convert needs to know what to",
       .help = fmt::format("add --to and one of {}", fmt::join(api::convert_targets(), ", "))});
}

/// What is said of the program itself needs no one to answer it.
Request words_answer(std::string text) {
  api::Answer answer{.text = std::move(text)};
  answer.json["text"] = answer.text;
  return answer;
}

/// Precondition: there is a script for the shell, as the option's check sees to.
std::string completion_for(std::string_view shell) {
  const auto known = std::ranges::find(shells(), shell, &Shell::name);
  return known->completion(command_tree());
}

Request compile_request(const Fields& fields) {
  api::HloCompileRequest request = fields.hlo_compile;
  if (!fields.hlo_compile_runs) return request;
  request.run = fields.hlo_compile_run;
  request.run->force = request.force;
  return request;
}

Request hlo_request(const Fields& fields) {
  if (fields.hlo_command == "verify") return fields.hlo_verify;
  if (fields.hlo_command == "stats") return fields.hlo_stats;
  if (fields.hlo_command == "assign") return fields.hlo_assign;
  if (fields.hlo_command == "pass") return fields.hlo_pass;
  if (fields.hlo_command == "normalize") return fields.hlo_normalize;
  if (fields.hlo_command == "diff") return fields.hlo_diff;
  if (fields.hlo_command == "compile") return compile_request(fields);
  if (fields.hlo_command == "run") return fields.hlo_run;
  return fields.hlo_print;
}

core::Result<Request> request_of(std::string_view command, Fields& fields) {
  fields.show.notation = fields.index.notation = fields.convert.notation = fields.equal.notation =
      fields.check.notation = fields.notation;
  fields.show.tensor = fields.index.tensor = fields.convert.tensor = fields.equal.tensor =
      fields.check.tensor = fields.tensor;
  if (command == "show") return fields.show;
  if (command == "index") return fields.index;
  fields.convert.spelling = spelling_named(fields.convert_spelling);
  if (command == "convert") {
    TILEGLOT_TRY_STATUS(check_target(fields.convert));
    return fields.convert;
  }
  if (command == "equal") return fields.equal;
  if (command == "check") return fields.check;
  if (command == "inspect") return fields.inspect;
  if (command == "relayout") {
    TILEGLOT_TRY_STATUS(check_output(fields.relayout));
    TILEGLOT_TRY_STATUS(read_dtypes(fields.dtypes, fields.relayout));
    return fields.relayout;
  }
  if (command == "verify") return fields.verify;
  if (command == "hlo") return hlo_request(fields);
  if (command == "man") return words_answer(man_page(command_tree(), kVersion));
  if (command == "completion") return words_answer(completion_for(fields.shell));
  TILEGLOT_TRY(eval, eval_command(fields));
  return eval;
}

std::variant<Command, Message, api::Failure> parse_words(std::span<const char* const> words) {
  const std::string_view first = words.empty() ? std::string_view() : words[0];
  const bool asks_help = first == "--help" || first == "-h" || first == "help";
  const bool names_command = words.size() > 1 && !std::string_view(words[1]).starts_with('-');
  if (words.empty() || (asks_help && !names_command)) return Message{std::string(kOverview)};
  if (first == "--version") return Message{fmt::format("tileglot {}\n", kVersion)};
  // `help show` is `show --help`.
  if (asks_help) {
    const std::array<const char*, 2> swapped{words[1], "--help"};
    return parse_words(swapped);
  }
  const std::string_view command = command_of(words);
  CLI::App app("tileglot", "tileglot");
  Fields fields;
  add_commands(app, fields);
  const auto is_named = [&](const CLI::App* known) { return known->get_name() == command; };
  if (!command.empty() && app.get_subcommands(is_named).empty()) return unknown_command(command);
  app.require_subcommand(1);
  try {
    // CLI11 takes a list from its end.
    app.parse(std::vector<std::string>(words.rbegin(), words.rend()));
  } catch (const CLI::CallForHelp&) {
    return Message{app.help()};
  } catch (const CLI::ParseError& error) {
    return wrong_words(app, error, words);
  }
  core::Result<Request> request = request_of(command, fields);
  if (!request) return api::Failure{request.error(), {}};
  return Command{*std::move(request), fields.json, {color_wish(fields.color), fields.ascii}};
}

}  // namespace

std::variant<Command, Message, WrongWords> parse_arguments(int argc, const char* const* argv) {
  const std::span<const char* const> words(argv + std::min(argc, 1), argv + argc);
  auto parsed = parse_words(words);
  if (auto* failure = std::get_if<api::Failure>(&parsed)) {
    return WrongWords{std::move(*failure), asks_for_json(words)};
  }
  if (auto* message = std::get_if<Message>(&parsed)) return std::move(*message);
  return std::get<Command>(std::move(parsed));
}

}  // namespace tileglot::cli
