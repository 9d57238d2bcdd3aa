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
_tileglot() {
  local chain='' before='' word='' token='' last='' takes='' i place=0
  local -a tokens=()
  COMPREPLY=()
  # bash cuts words at = and :
  for ((i = 1; i <= COMP_CWORD; i++)); do
    token=${COMP_WORDS[i]}
    if ((${#tokens[@]})) && [[ $token == [=:]* || $last == [=:]* ]]; then
      tokens[${#tokens[@]} - 1]+=$token
    else
      tokens+=("$token")
    fi
    last=$token
  done
  word=${tokens[${#tokens[@]} - 1]}
  for ((i = 0; i < ${#tokens[@]} - 1; i++)); do
    token=${tokens[i]}
    if _tileglot_option "$chain $before"; then
      before=''
      continue
    fi
    before=$token
    if _tileglot_command "${chain:+$chain }$token"; then
      chain="${chain:+$chain }$token"
    elif [[ $token != -* ]]; then
      place=$((place + 1))
    fi
  done
  local prefix=''
  if [[ $word == --*=* ]]; then
    before=${word%%=*}
    [[ $COMP_WORDBREAKS == *=* ]] || prefix=$before=
    word=${word#*=}
  fi
  if ! _tileglot_option "$chain $before"; then
    if [[ $word == -* ]]; then
      _tileglot_options "$chain"
    else
      _tileglot_place "$chain $place" || _tileglot_commands "$chain"
    fi
  fi
  case $takes in
    '<text>') return ;;
    '<file>')
      local IFS=$'\n'
      compopt -o filenames 2>/dev/null
      COMPREPLY=($(compgen -f -- "$word"))
      ;;
    *) COMPREPLY=($(compgen -W "$takes" -- "$word")) ;;
  esac
  if [[ $word == *:* && $COMP_WORDBREAKS == *:* ]]; then
    prefix=${word%"${word##*:}"}
    COMPREPLY=("${COMPREPLY[@]#"$prefix"}")
  elif [[ -n $prefix ]]; then
    COMPREPLY=("${COMPREPLY[@]/#/$prefix}")
  fi
}

complete -F _tileglot tileglot
)";

std::string option_names(const CommandNode& command) {
  std::vector<std::string> names;
  for (const Parameter& option : command.options)
    names.insert(names.end(), option.names.begin(), option.names.end());
  return fmt::format("{}", fmt::join(names, " "));
}

std::string command_names(const CommandNode& command) {
  std::vector<std::string> names;
  names.reserve(command.commands.size());
  for (const CommandNode& child : command.commands) names.push_back(child.name());
  return fmt::format("{}", fmt::join(names, " "));
}

}  // namespace

std::string bash_completion(const CommandNode& root) {
  Takers options;
  Takers commands;
  for (const CommandNode* command : all_commands(root)) {
    options[option_names(*command)].push_back(command->path);
    if (!command->commands.empty()) commands[command_names(*command)].push_back(command->path);
  }
  return "# bash completion for tileglot, made by `tileglot completion bash`\n\n" +
         command_function(root) + lookup_function("_tileglot_option", option_takers(root)) +
         lookup_function("_tileglot_place", place_takers(root)) +
         lookup_function("_tileglot_options", options) +
         lookup_function("_tileglot_commands", commands) + std::string(kMain);
}

}  // namespace tileglot::cli
