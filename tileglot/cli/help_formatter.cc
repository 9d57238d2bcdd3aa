// SPDX-License-Identifier: Apache-2.0
#include "tileglot/cli/help_formatter.h"

#include <cstddef>
#include <memory>
#include <set>
#include <string>
#include <string_view>

#include <CLI/CLI.hpp>

namespace tileglot::cli {
namespace {

/// " Excludes: --a --b", or nothing.
std::string sorted_names(std::string_view label, const std::set<CLI::Option*>& options) {
  if (options.empty()) return "";
  std::set<std::string> names;
  for (const CLI::Option* option : options) names.insert(option->get_name());
  std::string text = " " + std::string(label) + ":";
  for (const std::string& name : names) text += " " + name;
  return text;
}

class HelpFormatter : public CLI::Formatter {
 public:
  std::string make_option_opts(const CLI::Option* option) const override {
    std::string text = CLI::Formatter::make_option_opts(option);
    text.resize(text.size() - listed(" Needs:", text, option->get_needs()) -
                listed(" Excludes:", text, option->get_excludes()));
    return text + sorted_names("Needs", option->get_needs()) +
           sorted_names("Excludes", option->get_excludes());
  }

 private:
  /// How long the list is that CLI11 wrote.
  static std::size_t listed(std::string_view label, std::string_view text,
                            const std::set<CLI::Option*>& options) {
    if (options.empty() || text.find(label) == std::string_view::npos) return 0;
    std::size_t length = label.size();
    for (const CLI::Option* option : options) length += 1 + option->get_name().size();
    return length;
  }
};

}  // namespace

std::shared_ptr<CLI::FormatterBase> help_formatter() { return std::make_shared<HelpFormatter>(); }

}  // namespace tileglot::cli
