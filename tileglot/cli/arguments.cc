// SPDX-License-Identifier: Apache-2.0
#include "tileglot/cli/arguments.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstddef>
#include <iterator>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "tileglot/cli/command_tree.h"
#include "tileglot/cli/commands.h"
#include "tileglot/cli/help_formatter.h"
#include "tileglot/cli/program.h"
#include "tileglot/core/error.h"
#include "tileglot/core/near_miss.h"
#include "tileglot/core/utf8.h"

namespace tileglot::cli {
namespace {

/// Of what CLI11 says.
constexpr std::size_t kLongestSentence = 1024;

core::Error usage(std::string code, std::string message, std::string help) {
  return {{.code = std::move(code), .message = std::move(message), .help = std::move(help)}};
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

/// The command that the words name, as far as they match, and the first word that does not.
struct Named {
  const CommandNode* command;
  std::string_view next = {};
};

Named named_by(const CommandNode& program, std::span<const char* const> words) {
  Named named{&program};
  bool is_value = false;
  for (const std::string_view word : words) {
    const bool is_command = !is_value && !word.starts_with('-');
    is_value = word == "--color";
    if (!is_command) continue;
    const auto child = std::ranges::find(named.command->commands, word, &CommandNode::name);
    if (child == named.command->commands.end()) {
      named.next = word;
      break;
    }
    named.command = &*child;
  }
  return named;
}

/// The commands that can come next.
std::string next_commands(const CommandNode& command) {
  return command.path.empty() ? "`tileglot` alone lists the commands"
                              : fmt::format("after {} comes one of {}", command.path,
                                            fmt::join(command_names(command), ", "));
}

core::Error unknown_command(const Named& named) {
  const std::string& path = named.command->path;
  const std::string guess = did_you_mean(named.next, command_names(*named.command));
  return usage("cli.command",
               fmt::format("there is no command '{}{}{}'", path, path.empty() ? "" : " ",
                           core::printable(named.next)),
               guess.empty() ? next_commands(*named.command) : guess);
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

bool has_option(const CommandNode& command, std::string_view name) {
  return std::ranges::any_of(command.options, [name](const Parameter& option) {
    return std::ranges::find(option.names, name) != option.names.end();
  });
}

/// -o of -oFILE and --to of --to=cute; empty for a number, a file and what is not an option.
std::string_view option_in(std::string_view word) {
  const bool is_option = word.size() > 1 && word[0] == '-' && word != "--" &&
                         std::string_view("0123456789.").find(word[1]) == std::string_view::npos;
  if (!is_option) return {};
  return word[1] == '-' ? word.substr(0, word.find('=')) : word.substr(0, 2);
}

/// The first word that would be an option and is not one of the command's.
std::string_view unknown_option(const CommandNode& command, std::span<const char* const> words) {
  for (const std::string_view word : words) {
    const std::string_view option = option_in(word);
    if (!option.empty() && !has_option(command, option)) return option;
  }
  return {};
}

/// "--as is an option of `tileglot show`", where the name is another command's.
std::string owner_of(const CommandNode& tree, std::string_view option) {
  constexpr std::size_t kMostOwners = 3;
  std::vector<std::string> owners;
  for (const CommandNode* command : all_commands(tree)) {
    if (has_option(*command, option))
      owners.push_back(fmt::format("`tileglot {}`", core::printable(command->path)));
  }
  if (owners.empty() || owners.size() > kMostOwners) return {};
  return fmt::format("{} is an option of {}", option, fmt::join(owners, " and "));
}

/// What was meant by an option that the command does not have.
std::string guess_option(const CommandNode& tree, const CommandNode& command,
                         std::string_view option) {
  if (std::string owner = owner_of(tree, option); !owner.empty()) return owner;
  std::vector<std::string> names;
  for (const Parameter& known : command.options)
    names.insert(names.end(), known.names.begin(), known.names.end());
  if (command.path.empty()) names.emplace_back("--version");
  return did_you_mean(option, names);
}

/// CLI11 takes [a,b] for a list of two words; here it is one, such as a coordinate or a table.
constexpr std::string_view kWholeMark = "\x02";

std::string marked_whole(std::string_view word) {
  const bool is_list = word.starts_with('[') && word.ends_with(']');
  return is_list || word.starts_with(kWholeMark) ? std::string(kWholeMark).append(word)
                                                 : std::string(word);
}

std::string without_mark(const std::string& word) {
  return word.starts_with(kWholeMark) ? word.substr(kWholeMark.size()) : word;
}

void remove_marks(CLI::App& app) {
  for (CLI::Option* const option : app.get_options()) option->transform(without_mark, "");
  for (CLI::App* const command : app.get_subcommands({})) remove_marks(*command);
}

/// What the program takes no place for.
std::string unexpected(const CLI::App& app) {
  const std::vector<std::string> left = app.remaining(true);
  if (left.empty()) return "there is an argument too many";
  return fmt::format("'{}' is an argument too many", core::printable(without_mark(left.front())));
}

/// CLI11's error in our words. It has no data but its text: NAME: .., or .. NAME = VALUE.
std::string sentence_of(const CLI::ParseError& error, const CLI::App& app,
                        const CommandNode& command) {
  const std::string text = core::printable(error.what(), kLongestSentence);
  const auto kind = static_cast<CLI::ExitCodes>(error.get_exit_code());
  if (kind == CLI::ExitCodes::ExtrasError) return unexpected(app);
  if (kind == CLI::ExitCodes::ArgumentMismatch) {
    const std::string name = text.substr(0, text.find(": "));
    const bool has_several = text.find(": At Most ") != std::string::npos;
    return name + (has_several ? " is given more than once" : " needs a value");
  }
  constexpr std::string_view kConversion = "Could not convert: ";
  const std::size_t equals = text.find(" = ");
  if (text.starts_with(kConversion) && equals != std::string::npos) {
    return fmt::format("'{}' is not a value of {}", text.substr(equals + 3),
                       text.substr(kConversion.size(), equals - kConversion.size()));
  }
  if (text != "A subcommand is required") return text;
  return command.path.empty() ? "a command is missing" : command.path + " needs a command after it";
}

std::string list_of_options(const CommandNode& command) {
  return command.commands.empty()
             ? fmt::format("`tileglot {} --help` lists what it takes", command.path)
             : next_commands(command);
}

/// An option that the command does not have is what is wrong, whatever CLI11 came upon first.
core::Error no_option(const CommandNode& tree, const CommandNode& command,
                      std::string_view option) {
  const std::string guess = guess_option(tree, command, option);
  return usage(guess.empty() ? "cli.arguments" : "cli.option",
               fmt::format("there is no option '{}'", core::printable(option)),
               guess.empty() ? list_of_options(command) : guess);
}

core::Error wrong_words(const CommandNode& tree, const CommandNode& command, const CLI::App& app,
                        const CLI::ParseError& error, std::span<const char* const> words) {
  if (const std::string_view option = unknown_option(command, words); !option.empty())
    return no_option(tree, command, option);
  const std::string sentence = sentence_of(error, app, command);
  const std::string guess = guess_value(command, error.what());
  return usage("cli.arguments", sentence, guess.empty() ? list_of_options(command) : guess);
}

std::variant<Command, Message, core::Error> parse_words(const Program& program,
                                                        std::span<const char* const> words) {
  const std::string_view first = words.empty() ? std::string_view() : words[0];
  const bool asks_help = first == "--help" || first == "-h" || first == "help";
  const bool names_command = words.size() > 1 && !std::string_view(words[1]).starts_with('-');
  if (words.empty() || (asks_help && !names_command)) return Message{std::string(program.overview)};
  if (first == "--version") return Message{fmt::format("tileglot {}\n", kVersion)};
  // `help hlo run` is `hlo run --help`.
  if (asks_help) {
    std::vector<const char*> swapped(words.begin() + 1, words.end());
    swapped.push_back("--help");
    return parse_words(program, swapped);
  }
  const CommandNode tree = command_tree(program);
  const Named named = named_by(tree, words);
  if (!named.next.empty() && !named.command->commands.empty()) return unknown_command(named);
  CLI::App app("tileglot", "tileglot");
  app.formatter(help_formatter());
  Fields fields;
  add_general(app, fields);
  program.add_commands(app, fields);
  app.require_subcommand(1);
  remove_marks(app);
  std::vector<std::string> marked;
  // CLI11 takes a list from its end.
  std::transform(words.rbegin(), words.rend(), std::back_inserter(marked), marked_whole);
  try {
    app.parse(std::move(marked));
  } catch (const CLI::CallForHelp&) {
    return Message{app.help()};
  } catch (const CLI::ParseError& error) {
    return wrong_words(tree, *named.command, app, error, words);
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
