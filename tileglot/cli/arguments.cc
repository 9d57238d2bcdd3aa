// SPDX-License-Identifier: Apache-2.0
#include "tileglot/cli/arguments.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <array>
#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "tileglot/cli/command_tree.h"
#include "tileglot/cli/commands.h"
#include "tileglot/cli/program.h"
#include "tileglot/core/error.h"
#include "tileglot/core/near_miss.h"

namespace tileglot::cli {
namespace {

core::Error usage(std::string code, std::string message, std::string help) {
  return {{.code = std::move(code), .message = std::move(message), .help = std::move(help)}};
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

/// Scans the words, since a line that cannot be parsed has no options.
bool asks_for_json(std::span<const char* const> words) {
  return std::any_of(words.begin(), words.end(),
                     [](std::string_view word) { return word == "--json"; });
}

std::vector<std::string> command_names(const CommandNode& command) {
  std::vector<std::string> names;
  names.reserve(command.commands.size());
  for (const CommandNode& child : command.commands) names.push_back(child.name());
  return names;
}

std::string did_you_mean(std::string_view word, const std::vector<std::string>& words) {
  const std::vector<std::string_view> known(words.begin(), words.end());
  return core::did_you_mean(word, known);
}

core::Error unknown_command(const Program& program, std::string_view command) {
  const std::string guess = did_you_mean(command, command_names(command_tree(program)));
  return usage("cli.command", fmt::format("there is no command '{}'", command.substr(0, 64)),
               guess.empty() ? "`tileglot` alone lists the commands" : guess);
}

/// The command that the words name, as far as they match, and the first word that does not.
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

/// A guess at the word after a command that needs a subcommand, such as `hlo`.
std::string guess_word(const Named& named) {
  if (named.command->commands.empty() || named.command->path.empty()) return {};
  const std::vector<std::string> names = command_names(*named.command);
  const std::string guess = did_you_mean(named.next, names);
  return guess.empty()
             ? fmt::format("after {} comes one of {}", named.command->path, fmt::join(names, ", "))
             : guess;
}

/// A guess at the intended value of an option that takes only certain values.
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

core::Error wrong_words(const Program& program, CLI::App& app, const CLI::ParseError& error,
                        std::span<const char* const> words) {
  const CommandNode tree = command_tree(program);
  const Named named = named_by(tree, words);
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

std::variant<Command, Message, core::Error> parse_words(const Program& program,
                                                        std::span<const char* const> words) {
  const std::string_view first = words.empty() ? std::string_view() : words[0];
  const bool asks_help = first == "--help" || first == "-h" || first == "help";
  const bool names_command = words.size() > 1 && !std::string_view(words[1]).starts_with('-');
  if (words.empty() || (asks_help && !names_command)) return Message{std::string(program.overview)};
  if (first == "--version") return Message{fmt::format("tileglot {}\n", kVersion)};
  // `help show` is `show --help`.
  if (asks_help) {
    const std::array<const char*, 2> swapped{words[1], "--help"};
    return parse_words(program, swapped);
  }
  const std::string_view command = command_of(words);
  CLI::App app("tileglot", "tileglot");
  Fields fields;
  add_general(app, fields);
  program.add_commands(app, fields);
  const auto is_named = [&](const CLI::App* known) { return known->get_name() == command; };
  if (!command.empty() && app.get_subcommands(is_named).empty())
    return unknown_command(program, command);
  app.require_subcommand(1);
  try {
    // CLI11 takes a list from its end.
    app.parse(std::vector<std::string>(words.rbegin(), words.rend()));
  } catch (const CLI::CallForHelp&) {
    return Message{app.help()};
  } catch (const CLI::ParseError& error) {
    return wrong_words(program, app, error, words);
  }
  return Command{std::move(fields.run), fields.json, {color_choice(fields.color), fields.ascii}};
}

}  // namespace

std::variant<Command, Message, WrongWords> parse_arguments(const Program& program, int argc,
                                                           const char* const* argv) {
  const std::span<const char* const> words(argv + std::min(argc, 1), argv + argc);
  auto parsed = parse_words(program, words);
  if (auto* error = std::get_if<core::Error>(&parsed)) {
    return WrongWords{std::move(*error), asks_for_json(words)};
  }
  if (auto* message = std::get_if<Message>(&parsed)) return std::move(*message);
  return std::get<Command>(std::move(parsed));
}

}  // namespace tileglot::cli
