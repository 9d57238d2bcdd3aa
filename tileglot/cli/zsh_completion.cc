// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <string>
#include <string_view>
#include <vector>

#include "tileglot/cli/command_tree.h"
#include "tileglot/cli/completion.h"
#include "tileglot/cli/shell_words.h"

namespace tileglot::cli {
namespace {

constexpr std::string_view kMain = R"(
_tileglot_offer() {
  case $takes in
    '<text>') _message 'a text' ;;
    '<file>') _files ;;
    *) compadd -- ${=takes} ;;
  esac
}

_tileglot() {
  local chain='' before='' token='' takes='' word=$words[CURRENT]
  local -i place=0
  local -a offered
  for token in "${(@)words[2,CURRENT-1]}"; do
    if _tileglot_option "$chain $before"; then
      before=''
      continue
    fi
    before=$token
    if _tileglot_command "${chain:+$chain }$token"; then
      chain="${chain:+$chain }$token"
    elif [[ $token != -* ]]; then
      place+=1
    fi
  done
  if [[ $word == --*=* ]]; then
    before=${word%%=*}
    compset -P '*='
  fi
  if _tileglot_option "$chain $before"; then
    _tileglot_offer
  elif [[ $word == -* ]]; then
    _tileglot_options "$chain"
    _describe -o option offered
  elif _tileglot_place "$chain $place"; then
    _tileglot_offer
  else
    _tileglot_commands "$chain"
    (( $#offered )) && _describe command offered
  fi
}

if [[ $zsh_eval_context[-1] == loadautofunc ]]; then
  _tileglot "$@"
else
  compdef _tileglot tileglot
fi
)";

/// name:help, as _describe reads it.
std::string described(std::string_view name, std::string_view help) {
  std::string word;
  for (const char c : name) {
    if (c == ':') word += '\\';
    word += c;
  }
  return in_quotes(fmt::format("{}:{}", word, short_help(help)));
}

std::string options_of(const CommandNode& command) {
  std::string text = fmt::format("    ({}) offered=(\n", in_quotes(command.path));
  for (const Parameter& option : command.options) {
    for (const std::string& name : option.names)
      text += fmt::format("      {}\n", described(name, option.help));
  }
  return text + "    ) ;;\n";
}

std::string commands_of(const CommandNode& command) {
  std::string text = fmt::format("    ({}) offered=(\n", in_quotes(command.path));
  for (const CommandNode& child : command.commands)
    text += fmt::format("      {}\n", described(child.name(), child.what));
  return text + "    ) ;;\n";
}

std::string function(std::string_view name, std::string_view cases) {
  return fmt::format("{}() {{\n  offered=()\n  case $1 in\n{}  esac\n}}\n", name, cases);
}

}  // namespace

std::string zsh_completion(const CommandNode& root) {
  std::string options;
  std::string commands;
  for (const CommandNode* command : all_commands(root)) {
    options += options_of(*command);
    if (!command->commands.empty()) commands += commands_of(*command);
  }
  return "#compdef tileglot\n# zsh completion for tileglot, made by `tileglot completion zsh`\n\n" +
         command_function(root) + lookup_function("_tileglot_option", option_takers(root)) +
         lookup_function("_tileglot_place", place_takers(root)) +
         function("_tileglot_options", options) + function("_tileglot_commands", commands) +
         std::string(kMain);
}

}  // namespace tileglot::cli
