// SPDX-License-Identifier: Apache-2.0
#include "tileglot/cli/command_tree.h"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstddef>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "tileglot/cli/commands.h"

namespace tileglot::cli {
namespace {

/// TEXT:{auto,always,never}: how CLI::IsMember describes itself.
std::vector<std::string> members_in(std::string_view type) {
  std::vector<std::string> members;
  const std::size_t open = type.find('{');
  const std::size_t close = type.rfind('}');
  if (open == std::string_view::npos || close == std::string_view::npos) return members;
  std::string_view rest = type.substr(open + 1, close - open - 1);
  while (!rest.empty()) {
    const std::size_t comma = std::min(rest.find(','), rest.size());
    members.emplace_back(rest.substr(0, comma));
    rest.remove_prefix(std::min(comma + 1, rest.size()));
  }
  return members;
}

std::vector<std::string> names_of(const CLI::Option& option) {
  std::vector<std::string> names;
  if (option.get_positional()) return {option.get_name(true, false)};
  for (const std::string& name : option.get_snames()) names.push_back("-" + name);
  for (const std::string& name : option.get_lnames()) names.push_back("--" + name);
  return names;
}

Parameter parameter_of(const CLI::Option& option, const Offers& offers) {
  const std::string type = option.get_type_name();
  Parameter parameter{.names = names_of(option), .help = option.get_description()};
  const bool has_value = option.get_positional() || option.get_items_expected_max() > 0;
  parameter.may_be_bare = has_value && option.get_expected_min() == 0;
  parameter.values = members_in(type);
  if (const auto offered = offers.find(&option); offered != offers.end())
    parameter.values = offered->second;
  if (!has_value) return parameter;
  parameter.takes = !parameter.values.empty() ? Takes::kOneOf
                    : type == kFileType       ? Takes::kFile
                                              : Takes::kText;
  return parameter;
}

CommandNode node_of(const CLI::App& app, const std::string& path, const Fields& fields) {
  CommandNode node{.path = path, .what = app.get_description(), .notes = app.get_footer()};
  if (const auto terms = fields.terms.find(&app); terms != fields.terms.end())
    node.terms = terms->second;
  for (const CLI::Option* option : app.get_options()) {
    auto& parameters = option->get_positional() ? node.places : node.options;
    parameters.push_back(parameter_of(*option, fields.offers));
  }
  for (const CLI::App* command : app.get_subcommands([](const CLI::App*) { return true; })) {
    const std::string& name = command->get_name();
    node.commands.push_back(
        node_of(*command, path.empty() ? name : fmt::format("{} {}", path, name), fields));
  }
  return node;
}

void collect(const CommandNode& node, std::vector<const CommandNode*>& all) {
  all.push_back(&node);
  for (const CommandNode& command : node.commands) collect(command, all);
}

}  // namespace

std::string CommandNode::name() const {
  const std::size_t blank = path.rfind(' ');
  return blank == std::string::npos ? path : path.substr(blank + 1);
}

CommandNode command_tree(const Program& program) {
  CLI::App app("tileglot speaks every tensor memory layout", "tileglot");
  Fields fields;
  add_general(app, fields);
  program.add_commands(app, fields);
  return node_of(app, "", fields);
}

std::vector<const CommandNode*> all_commands(const CommandNode& root) {
  std::vector<const CommandNode*> all;
  collect(root, all);
  return all;
}

}  // namespace tileglot::cli
