// SPDX-License-Identifier: Apache-2.0
#include "tileglot/cli/commands.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <CLI/CLI.hpp>
#include <optional>
#include <string>
#include <vector>

#include "tileglot/core/element_type.h"

namespace tileglot::cli {

void add_general(CLI::App& command, Fields& fields) {
  command.add_flag("--json", fields.json, "print one JSON object");
  command
      .add_option("--color", fields.color,
                  "auto, always or never; auto looks at the terminal and NO_COLOR")
      ->check(CLI::IsMember({"auto", "always", "never"}));
  command.add_flag("--ascii", fields.ascii, "no characters beyond ASCII in marks and lines");
}

std::string listed(const std::vector<std::string>& words) {
  const auto last = words.end() - 1;
  return fmt::format("{} or {}", fmt::join(words.begin(), last, ", "), *last);
}

CLI::Option& add_dtype(CLI::App& command, Fields& fields, std::optional<std::string>& dtype,
                       const char* what) {
  CLI::Option& option = *command.add_option("--dtype", dtype, what);
  fields.offers[&option] = core::element_type_names();
  return option;
}

CLI::App& add_command(CLI::App& app, Fields& fields, const char* name, const char* what) {
  CLI::App& command = *app.add_subcommand(name, what);
  add_general(command, fields);
  return command;
}

}  // namespace tileglot::cli
