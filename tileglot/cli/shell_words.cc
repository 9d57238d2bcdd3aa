// SPDX-License-Identifier: Apache-2.0
#include "tileglot/cli/shell_words.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "tileglot/cli/command_tree.h"

namespace tileglot::cli {
namespace {

std::string taken(const Parameter& parameter) {
  switch (parameter.takes) {
    case Takes::kOneOf: return fmt::format("{}", fmt::join(parameter.values, " "));
    case Takes::kFile: return "<file>";
    case Takes::kText: return "<text>";
    case Takes::kNothing: break;
  }
  return "";
}

std::string patterns(const std::vector<std::string>& words) {
  std::vector<std::string> all;
  all.reserve(words.size());
  for (const std::string& word : words) all.push_back(in_quotes(word));
  return fmt::format("{}", fmt::join(all, " | "));
}

}  // namespace

std::string in_quotes(std::string_view text) {
  std::string word = "'";
  for (const char c : text) {
    if (c == '\'') {
      word += R"('\'')";
    } else {
      word += c;
    }
  }
  return word + "'";
}

Takers option_takers(const CommandNode& root) {
  Takers takers;
  for (const CommandNode* command : all_commands(root)) {
    for (const Parameter& option : command->options) {
      if (option.takes == Takes::kNothing || option.may_be_bare) continue;
      for (const std::string& name : option.names)
        takers[taken(option)].push_back(fmt::format("{} {}", command->path, name));
    }
  }
  return takers;
}

Takers place_takers(const CommandNode& root) {
  Takers takers;
  for (const CommandNode* command : all_commands(root)) {
    for (std::size_t k = 0; k < command->places.size(); ++k) {
      takers[taken(command->places[k])].push_back(fmt::format("{} {}", command->path, k));
    }
  }
  return takers;
}

std::string lookup_function(std::string_view name, const Takers& takers) {
  std::string text = fmt::format("{}() {{\n  takes=''\n  case $1 in\n", name);
  for (const auto& [takes, who] : takers)
    text += fmt::format("    ({}) takes={} ;;\n", patterns(who), in_quotes(takes));
  return text + "  esac\n  [[ -n $takes ]]\n}\n";
}

std::string command_function(const CommandNode& root) {
  std::vector<std::string> paths;
  for (const CommandNode* command : all_commands(root)) {
    if (!command->path.empty()) paths.push_back(command->path);
  }
  return fmt::format(
      "_tileglot_command() {{\n  case $1 in\n    ({}) return 0 ;;\n  esac\n  return 1\n}}\n",
      patterns(paths));
}

std::string short_help(std::string_view help) {
  constexpr std::size_t kLongest = 60;
  const std::string_view first = help.substr(0, help.find_first_of(";:("));
  if (first.size() <= kLongest)
    return std::string(first.substr(0, first.find_last_not_of(' ') + 1));
  return std::string(first.substr(0, first.rfind(' ', kLongest)));
}

}  // namespace tileglot::cli
