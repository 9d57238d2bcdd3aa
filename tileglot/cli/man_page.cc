// SPDX-License-Identifier: Apache-2.0
#include "tileglot/cli/man_page.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "tileglot/cli/command_tree.h"
#include "tileglot/cli/term.h"

namespace tileglot::cli {
namespace {

struct Described {
  std::string_view what;
  std::string_view meaning;
};

constexpr std::array<Described, 7> kExitCodes{
    {{"0", "yes, or done"},
     {"1", "the answer is no: layouts differ, a tensor was harmed, a rule of check fails"},
     {"2", "a word, text or file cannot be understood"},
     {"3", "it cannot be represented or decided; a witness or the limit is printed"},
     {"4", "input or output failed, or memory is used up"},
     {"70", "a fault of tileglot; please report it"},
     {"130", "interrupted; the same relayout or reshard goes on where this one ended"}}};

constexpr std::array<Described, 5> kEnvironment{
    {{"NO_COLOR", "set to anything: no colours, except with --color always"},
     {"COLORTERM", "truecolor or 24bit: 24-bit colours; otherwise 256"},
     {"TERM", "dumb: no colours and no line that is written over"},
     {"COLUMNS", "the width of a terminal that does not report it"},
     {"LC_ALL, LC_CTYPE, LANG",
      "the first that is set names the encoding: other than UTF-8 is --ascii on a terminal"}}};

/// Escaped for roff: no request at the start of a line, no escape, dashes that can be copied.
std::string escaped(std::string_view text) {
  std::string all = text.starts_with('.') || text.starts_with('\'') ? "\\&" : "";
  for (const char c : text) {
    switch (c) {
      case '\\': all += "\\e"; break;
      case '-': all += "\\-"; break;
      case '\'': all += "\\(aq"; break;
      case '`': all += "\\(ga"; break;
      case '^': all += "\\(ha"; break;
      case '~': all += "\\(ti"; break;
      case '"': all += "\\(dq"; break;
      default: all += c;
    }
  }
  return all;
}

std::string value_text(const Parameter& option) {
  const std::string_view word = option.takes == Takes::kFile ? "FILE" : "VALUE";
  if (option.takes == Takes::kNothing) return "";
  const std::string value = fmt::format("\\fI{}\\fR", word);
  return option.may_be_bare ? fmt::format(" [{}]", value) : " " + value;
}

std::string option_text(const Parameter& option) {
  std::vector<std::string> names;
  names.reserve(option.names.size());
  for (const std::string& name : option.names)
    names.push_back(fmt::format("\\fB{}\\fR", escaped(name)));
  std::string text = fmt::format(".TP\n{}{}\n{}\n", fmt::join(names, ", "), value_text(option),
                                 escaped(option.help));
  const bool are_told = std::ranges::all_of(option.values, [&](const std::string& value) {
    return option.help.find(value) != std::string::npos;
  });
  if (are_told) return text;
  return text +
         fmt::format("Values: {}.\n", escaped(fmt::format("{}", fmt::join(option.values, ", "))));
}

std::string place_text(const Parameter& place) {
  return fmt::format(".TP\n\\fI{}\\fR\n{}\n", escaped(place.names.front()), escaped(place.help));
}

/// Lines without reformatting.
std::string notes_text(std::string_view notes) {
  if (notes.empty()) return "";
  std::string text = ".PP\n.nf\n";
  while (!notes.empty()) {
    const std::size_t end = std::min(notes.find('\n'), notes.size());
    text += escaped(notes.substr(0, end)) + "\n";
    notes.remove_prefix(std::min(end + 1, notes.size()));
  }
  return text + ".fi\n";
}

/// The words that a command understands, in bold, with what they mean.
std::string terms_text(const std::vector<Term>& terms) {
  std::string text;
  for (const Term& term : terms)
    text += fmt::format(".TP\n\\fB{}\\fR\n{}\n", escaped(term.word), escaped(term.what));
  return text;
}

std::string synopsis(const CommandNode& command) {
  std::string text = fmt::format("\\fBtileglot {}\\fR [\\fIoptions\\fR]", escaped(command.path));
  for (const Parameter& place : command.places)
    text += fmt::format(" \\fI{}\\fR", escaped(place.names.front()));
  return text + (command.commands.empty() ? "\n" : " \\fICOMMAND\\fR ...\n");
}

std::string command_text(const CommandNode& command, const CommandNode& root) {
  std::string text = fmt::format(".SS tileglot {}\n{}.PP\n{}.\n", escaped(command.path),
                                 synopsis(command), escaped(command.what));
  for (const Parameter& place : command.places) text += place_text(place);
  for (const Parameter& option : command.options) {
    bool is_general = false;
    for (const Parameter& general : root.options) is_general |= general.names == option.names;
    if (!is_general) text += option_text(option);
  }
  return text + notes_text(command.notes) + terms_text(command.terms);
}

template <std::size_t N>
std::string list_text(std::string_view title, const std::array<Described, N>& all) {
  std::string text = fmt::format(".SH {}\n", title);
  for (const Described& one : all) {
    text += fmt::format(".TP\n\\fB{}\\fR\n{}\n", escaped(one.what), escaped(one.meaning));
  }
  return text;
}

}  // namespace

std::string man_page(const CommandNode& root, std::string_view version) {
  std::string text = fmt::format(
      ".\\\" made by `tileglot man`\n.TH TILEGLOT 1 \"\" \"tileglot {}\" \"User Commands\"\n"
      ".SH NAME\ntileglot \\- tensor memory layouts: read, compare, convert, apply\n"
      ".SH SYNOPSIS\n\\fBtileglot\\fR \\fICOMMAND\\fR [\\fIoptions\\fR] ...\n"
      ".SH DESCRIPTION\nReads, checks, evaluates, compares, converts, draws and applies tensor "
      "memory "
      "layouts in the notations of CuTe, XLA, Triton, NumPy, torch, mdspan, MLIR, oneDNN and TVM.\n"
      "Answers go to standard output, all else to standard error. A file named \\- is standard "
      "input or output.\n",
      escaped(version));
  text += ".SH GENERAL OPTIONS\nEvery command takes them.\n";
  for (const Parameter& option : root.options) text += option_text(option);
  text += ".SH COMMANDS\n";
  for (const CommandNode* command : all_commands(root)) {
    if (!command->path.empty()) text += command_text(*command, root);
  }
  return text + list_text("EXIT STATUS", kExitCodes) + list_text("ENVIRONMENT", kEnvironment);
}

}  // namespace tileglot::cli
