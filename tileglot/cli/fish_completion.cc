// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

#include "tileglot/cli/command_tree.h"
#include "tileglot/cli/completion.h"
#include "tileglot/cli/shell_words.h"

namespace tileglot::cli {
namespace {

/// In fish, a backslash escapes a quote inside quotes.
std::string fish_quoted(std::string_view text) {
  std::string word = "'";
  for (const char c : text) {
    if (c == '\'' || c == '\\') word += '\\';
    word += c;
  }
  return word + "'";
}

std::string chain_function(const std::vector<std::string>& paths) {
  std::vector<std::string> words;
  words.reserve(paths.size());
  for (const std::string& path : paths) words.push_back(fish_quoted(path));
  return fmt::format(R"(function __tileglot_at
    set -l chain
    set -l tokens (commandline -opc)
    for token in $tokens[2..-1]
        switch (string join ' ' -- $chain $token)
            case {}
                set -a chain $token
        end
    end
    test "$chain" = "$argv[1]"
end

complete -c tileglot -f
)",
                     fmt::join(words, " "));
}

std::string beginning(const CommandNode& command) {
  return fmt::format("complete -c tileglot -n {}",
                     fish_quoted(fmt::format("__tileglot_at \"{}\"", command.path)));
}

std::string offered(const Parameter& parameter) {
  return fish_quoted(fmt::format("{}", fmt::join(parameter.values, " ")));
}

/// What an option takes: -x is a value other than a file, -r -F a file. For fish, an option whose
/// value can be left out takes none.
std::string taken(const Parameter& parameter) {
  if (parameter.may_be_bare) return "";
  switch (parameter.takes) {
    case Takes::kOneOf: return " -x -a " + offered(parameter);
    case Takes::kFile: return " -r -F";
    case Takes::kText: return " -x";
    case Takes::kNothing: break;
  }
  return "";
}

std::string option_line(const CommandNode& command, const Parameter& option) {
  std::string line = beginning(command);
  for (const std::string& name : option.names) {
    const bool is_long = name.starts_with("--");
    line += fmt::format(" -{} {}", is_long ? "l" : "s", name.substr(is_long ? 2 : 1));
  }
  return line + taken(option) + " -d " + fish_quoted(short_help(option.help)) + "\n";
}

std::string place_lines(const CommandNode& command) {
  std::string lines;
  for (const Parameter& place : command.places) {
    if (place.takes == Takes::kOneOf) lines += beginning(command) + " -a " + offered(place) + "\n";
  }
  const bool has_file = std::ranges::any_of(
      command.places, [](const Parameter& place) { return place.takes == Takes::kFile; });
  return has_file ? lines + beginning(command) + " -F\n" : lines;
}

}  // namespace

std::string fish_completion(const CommandNode& root) {
  std::vector<std::string> paths;
  std::string lines;
  for (const CommandNode* command : all_commands(root)) {
    if (!command->path.empty()) paths.push_back(command->path);
    for (const CommandNode& child : command->commands) {
      lines += fmt::format("{} -a {} -d {}\n", beginning(*command), child.name(),
                           fish_quoted(short_help(child.what)));
    }
    for (const Parameter& option : command->options) lines += option_line(*command, option);
    lines += place_lines(*command);
  }
  return "# fish completion for tileglot, made by `tileglot completion fish`\n\n" +
         chain_function(paths) + lines;
}

}  // namespace tileglot::cli
