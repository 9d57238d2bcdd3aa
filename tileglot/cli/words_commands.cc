// SPDX-License-Identifier: Apache-2.0
#include "tileglot/cli/words_commands.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "tileglot/api/reply/reply.h"
#include "tileglot/cli/command_tree.h"
#include "tileglot/cli/commands.h"
#include "tileglot/cli/completion.h"
#include "tileglot/cli/man_page.h"
#include "tileglot/cli/program.h"

namespace tileglot::cli {
namespace {

/// Texts about the program itself need no request.
api::Reply words_answer(std::string text) {
  api::Answer answer{.text = std::move(text)};
  answer.json["text"] = answer.text;
  return answer;
}

/// Precondition: the shell has a script; the option's check ensures it.
std::string completion_for(std::string_view shell, const Program& program) {
  const auto known = std::ranges::find(shells(), shell, &Shell::name);
  return known->completion(command_tree(program));
}

}  // namespace

void add_words(CLI::App& app, Fields& fields, const Program& program) {
  const auto shell = std::make_shared<std::string>();
  std::vector<std::string> names;
  for (const Shell& known : shells()) names.emplace_back(known.name);
  CLI::App& completion =
      add_command(app, fields, "completion", "The completions of a shell, as a script");
  completion.add_option("SHELL", *shell, listed(names))->required()->check(CLI::IsMember(names));
  completion.footer(
      "Examples: tileglot completion bash > ~/.local/share/bash-completion/completions/tileglot\n"
      "          tileglot completion zsh > ~/.zfunc/_tileglot\n"
      "          tileglot completion fish > ~/.config/fish/completions/tileglot.fish");
  answer_with(completion, fields, shell, [&program](const std::string& name) {
    return words_answer(completion_for(name, program));
  });
  CLI::App& man = add_command(app, fields, "man", "This manual, for man");
  man.footer("Example: tileglot man | man -l -");
  answer_with(man, fields, shell, [&program](const std::string&) {
    return words_answer(man_page(command_tree(program), kVersion));
  });
}

}  // namespace tileglot::cli
