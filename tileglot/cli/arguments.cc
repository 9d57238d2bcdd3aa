// SPDX-License-Identifier: Apache-2.0
#include "tileglot/cli/arguments.h"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <array>
#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "tileglot/api/reply.h"
#include "tileglot/core/error.h"
#include "tileglot/core/near_miss.h"

namespace tileglot::cli {
namespace {

constexpr std::string_view kVersion = "tileglot 0.1.0\n";

constexpr std::string_view kOverview = R"(tileglot speaks every tensor memory layout

  tileglot show 'f32[3,5]{1,0:T(2,2)}'                                  draw it
  tileglot index 'f32[3,5]{1,0:T(2,2)}' 2,3 --explain                   where is an element, and why
  tileglot convert 'bf16[16,256]{1,0:T(8,128)(2,1)}' --to cute          say it in another notation
  tileglot equal '(4,2):(2,1)' 'f32[4,2]{1,0}'                          prove two layouts equal
  tileglot eval 'coalesce((2,(1,6)):(1,(6,2)))'                         calculate with layouts
  tileglot inspect weights.npy                                          what a file holds
  tileglot relayout weights.npy -o tiled.npy --to '{1,0:T(8,128)}'      move the data
  tileglot verify tiled.npy --against weights.npy --layout ...          prove nothing was lost

tileglot COMMAND --help has the options of each.
)";

constexpr std::array<std::string_view, 8> kCommands{"show", "index",   "convert",  "equal",
                                                    "eval", "inspect", "relayout", "verify"};

constexpr std::array<std::string_view, 2> kSemantics{"exact", "cute-cpp"};

std::vector<std::string> named(std::span<const std::string_view> names) {
  return {names.begin(), names.end()};
}

/// What CLI11 fills; turned into a request once parsing has succeeded.
struct Fields {
  bool json = false;
  std::string color = "auto";
  std::optional<std::string> notation;
  api::ShowRequest show;
  api::IndexRequest index;
  api::ConvertRequest convert;
  api::EqualRequest equal;
  EvalCommand eval;
  bool json_lines = false;
  std::string via = "notation";
  std::string spelling = "cute-cpp";
  std::string semantics = "exact";
  std::string convert_spelling;
  api::InspectRequest inspect;
  api::RelayoutRequest relayout;
  api::VerifyRequest verify;
};

/// On the program and on each command, so that both places take them and every help lists them.
void add_general(CLI::App& command, Fields& fields) {
  command.add_flag("--json", fields.json, "print one JSON object");
  command.add_option("--color", fields.color, "auto, always or never; output has no colours yet")
      ->check(CLI::IsMember({"auto", "always", "never"}));
}

CLI::App& add_command(CLI::App& app, Fields& fields, const char* name, const char* what) {
  CLI::App& command = *app.add_subcommand(name, what);
  add_general(command, fields);
  return command;
}

void add_notation(CLI::App& command, Fields& fields) {
  command.add_option("--from-notation", fields.notation,
                     "read layouts as cute or xla, whatever they look like");
}

void add_show(CLI::App& app, Fields& fields) {
  CLI::App& show =
      add_command(app, fields, "show", "Draw a layout: offsets, borders of tiles, padding");
  show.footer("Example: tileglot show 'f32[3,5]{1,0:T(2,2)}'");
  show.add_option("LAYOUT", fields.show.layout, "XLA shape or CuTe layout")->required();
  show.add_option("--as", fields.show.as, "table (the default) or json");
  show.add_option("--crop", fields.show.crop, "r0:r1,c0:c1: rows and columns to draw");
  show.add_option("--dtype", fields.show.dtype, "element type, for sizes in bytes");
  show.add_flag("--ascii", fields.show.ascii, "draw with | - + .");
  add_notation(show, fields);
}

void add_index(CLI::App& app, Fields& fields) {
  CLI::App& index = add_command(app, fields, "index",
                                "The offset of each coordinate, or the coordinates of each offset");
  index.footer(
      "Examples: tileglot index 'f32[3,5]{1,0:T(2,2)}' 2,3 --explain\n"
      "          tileglot index --inverse 'f32[3,5]{1,0:T(2,2)}' 17 14");
  index.add_option("LAYOUT", fields.index.layout, "XLA shape or CuTe layout")->required();
  index.add_option("PLACE", fields.index.places, "coordinates such as 2,3; offsets with --inverse")
      ->required();
  index.add_flag("--inverse", fields.index.inverse,
                 "the places are offsets: print their coordinates, or padding");
  index.add_flag("--explain", fields.index.explain, "print the steps")->excludes("--inverse");
  add_notation(index, fields);
}

void add_convert(CLI::App& app, Fields& fields) {
  CLI::App& convert = add_command(app, fields, "convert",
                                  "The same layout in another notation, exactly or not at all");
  convert.footer(
      "Examples: tileglot convert 'bf16[16,256]{1,0:T(8,128)(2,1)}' --to cute\n"
      "          tileglot convert '((2,2),(2,3)):((2,12),(1,4))' --to xla --dtype f32\n"
      "Exit code 3: the notation cannot hold it; a witness is printed.");
  convert.add_option("LAYOUT", fields.convert.layout, "XLA shape or CuTe layout")->required();
  convert.add_option("--to", fields.convert.to, "cute, xla, map, table or all")->required();
  convert.add_option("--dtype", fields.convert.dtype,
                     "element type, which a CuTe layout does not have");
  convert
      .add_option("--spelling", fields.convert_spelling,
                  "of CuTe layouts: cute-cpp (static integers as _2), pycute or dsl")
      ->check(CLI::IsMember({"cute-cpp", "pycute", "dsl"}));
  convert.add_flag("--padded", fields.convert.padded, "on the domain rounded up to full tiles");
  add_notation(convert, fields);
}

void add_equal(CLI::App& app, Fields& fields) {
  CLI::App& equal = add_command(app, fields, "equal",
                                "Prove two layouts equal, or print where they differ first");
  equal.footer(
      "Example: tileglot equal 'f32[16,256]{1,0:T(8,128)}' "
      "'((8,2),(128,2)):((128,2048),(1,1024))'\n"
      "Exit code 0: equal, 1: they differ, 3: not decided within the limits.");
  equal.add_option("A", fields.equal.left, "XLA shape or CuTe layout")->required();
  equal.add_option("B", fields.equal.right, "XLA shape or CuTe layout")->required();
  add_notation(equal, fields);
}

void add_eval(CLI::App& app, Fields& fields) {
  CLI::App& eval = add_command(app, fields, "eval", "Calculate: operations by name, on layouts");
  eval.footer(
      "Examples: tileglot eval 'crd2idx((1,5), (3,(2,3)):(3,(12,1)))'\n"
      "          tileglot eval --explain 'composition((6,2):(8,2), (4,3):(3,1))'\n"
      "          tileglot eval --jsonl < requests.jsonl\n"
      "          tileglot eval --json - < expressions.txt");
  eval.add_option("EXPR", fields.eval.expression, "a layout or name(arg, ..); - reads one a line");
  eval.add_flag("--jsonl", fields.json_lines,
                "answer lines {\"op\":..,\"args\":[..]} of standard input");
  eval.add_option("--via", fields.via, "who evaluates: notation (the default) or map")
      ->check(CLI::IsMember({"notation", "map"}));
  eval.add_option("--semantics", fields.semantics,
                  "exact (obeys the laws or refuses, the default) or cute-cpp (what C++ CuTe "
                  "answers, also where it is wrong)")
      ->check(CLI::IsMember(named(kSemantics)));
  eval.add_option("--spelling", fields.spelling,
                  "cute-cpp (static integers as _2, the default), pycute or dsl")
      ->check(CLI::IsMember({"cute-cpp", "pycute", "dsl"}));
  eval.add_flag("--explain", fields.eval.options.explain,
                "print the steps of compositions, complements, divides, products, inverses and "
                "tiled instructions");
  eval.add_option("--values", fields.eval.options.values,
                  "at most so many offsets of a layout (256)")
      ->check(CLI::Range(0, 1 << 22));
}

void add_inspect(CLI::App& app, Fields& fields) {
  CLI::App& inspect =
      add_command(app, fields, "inspect", "The tensors of a file: type, shape, order");
  inspect.footer("Example: tileglot inspect weights.npy --dtype bf16");
  inspect.add_option("FILE", fields.inspect.path, "a .npy file, or - for standard input")
      ->required();
  inspect.add_option("--dtype", fields.inspect.dtype, "element type, where the header cannot say");
}

/// What is wrong with the text of a size; empty where it is 0 or more.
std::string not_negative(const std::string& text) {
  return text.starts_with('-') ? fmt::format("{} is less than nothing", text) : "";
}

void add_relayout(CLI::App& app, Fields& fields) {
  CLI::App& relayout =
      add_command(app, fields, "relayout", "Move a tensor from one layout to another");
  relayout.footer(
      "Examples: tileglot relayout w.npy -o tiled.npy --to '{1,0:T(8,128)(2,1)}' --dtype bf16\n"
      "          tileglot relayout tiled.npy -o back.npy --from "
      "'bf16[4096,14336]{1,0:T(8,128)(2,1)}' --to '{1,0}'");
  relayout.add_option("IN", fields.relayout.input, "a .npy file, or - for standard input")
      ->required();
  relayout.add_option("-o,--output", fields.relayout.output,
                      "the .npy file to write, or - for standard output");
  relayout.add_option("--to", fields.relayout.to, "layout of the output")->required();
  relayout.add_option("--from", fields.relayout.from,
                      "layout of the input; its own shape and order where not given");
  relayout.add_option("--dtype", fields.relayout.dtype,
                      "element type, where the header cannot say");
  relayout.add_option("--threads", fields.relayout.threads, "0: as many as the processor runs")
      ->check(CLI::Range(0, 1024));
  relayout
      .add_option("--max-memory", fields.relayout.max_memory_bytes,
                  "refuse to use more than so much, as in 2GiB")
      ->transform(CLI::AsSizeValue(false))
      ->check(not_negative);
  relayout.add_flag("--plan", fields.relayout.print_plan, "print the loops");
  relayout.add_flag("--dry-run", fields.relayout.dry_run, "stop after the plan");
  relayout.add_flag("--measure", fields.relayout.measure,
                    "also time the move in memory against memcpy");
  relayout.add_flag("--force", fields.relayout.force, "replace the output if it exists");
}

void add_verify(CLI::App& app, Fields& fields) {
  CLI::App& verify =
      add_command(app, fields, "verify", "Prove element by element that a relayout lost nothing");
  verify.footer(
      "Example: tileglot verify tiled.npy --against w.npy --layout "
      "'bf16[4096,14336]{1,0:T(8,128)(2,1)}'");
  verify.add_option("OUT", fields.verify.output, "the relaid .npy file")->required();
  verify.add_option("--against", fields.verify.against, "the original .npy file")->required();
  verify.add_option("--layout", fields.verify.layout,
                    "layout of OUT; its own shape and order where not given");
  verify.add_option("--against-layout", fields.verify.against_layout, "layout of the original");
  verify.add_option("--threads", fields.verify.threads, "0: as many as the processor runs")
      ->check(CLI::Range(0, 1024));
  verify.add_option("--dtype", fields.verify.dtype, "element type, where the headers cannot say");
}

api::Failure usage(std::string code, std::string message, std::string help) {
  return {{.code = std::move(code), .message = std::move(message), .help = std::move(help)}, {}};
}

/// The first word that is neither an option nor the value of one.
std::string_view command_of(std::span<const char* const> words) {
  bool is_value = false;
  for (const std::string_view word : words) {
    if (!is_value && !word.starts_with('-')) return word;
    is_value = word == "--color";
  }
  return {};
}

/// Found by eye, since a line that cannot be parsed has none of its options.
bool asks_for_json(std::span<const char* const> words) {
  return std::any_of(words.begin(), words.end(),
                     [](std::string_view word) { return word == "--json"; });
}

bool is_known(std::string_view command) {
  return std::find(kCommands.begin(), kCommands.end(), command) != kCommands.end();
}

api::Failure unknown_command(std::string_view command) {
  const std::string guess = core::did_you_mean(command, kCommands);
  return usage("cli.command", fmt::format("there is no command '{}'", command.substr(0, 64)),
               guess.empty() ? "`tileglot` alone lists the commands" : guess);
}

/// The options of the command on the line, for a guess at what was meant.
std::string guess_option(CLI::App& app, std::span<const char* const> words) {
  std::vector<std::string> names;
  std::vector<CLI::App*> commands = app.get_subcommands();
  commands.push_back(&app);
  for (CLI::App* command : commands) {
    for (const CLI::Option* option : command->get_options()) {
      for (const std::string& name : option->get_lnames()) names.push_back("--" + name);
    }
  }
  const std::vector<std::string_view> known(names.begin(), names.end());
  for (const char* const whole : words) {
    const std::string_view word =
        std::string_view(whole).substr(0, std::string_view(whole).find('='));
    const bool is_option =
        word.starts_with("--") && std::find(known.begin(), known.end(), word) == known.end();
    if (!is_option) continue;
    if (std::string guess = core::did_you_mean(word, known); !guess.empty()) return guess;
  }
  return {};
}

/// For a value of --semantics that is none: the one that was meant.
std::string guess_semantics(std::span<const char* const> words) {
  constexpr std::string_view kOption = "--semantics";
  for (std::size_t i = 0; i < words.size(); ++i) {
    const std::string_view word = words[i];
    std::string_view value;
    if (word == kOption && i + 1 < words.size()) value = words[i + 1];
    if (word.starts_with("--semantics=")) value = word.substr(kOption.size() + 1);
    if (value.empty() || std::ranges::find(kSemantics, value) != kSemantics.end()) continue;
    return core::did_you_mean(value, kSemantics);
  }
  return {};
}

api::Failure wrong_words(CLI::App& app, const CLI::ParseError& error, std::string_view command,
                         std::span<const char* const> words) {
  const std::string guess = guess_option(app, words);
  const std::string meant = guess.empty() ? guess_semantics(words) : "";
  const std::string help = is_known(command)
                               ? fmt::format("`tileglot {} --help` lists what it takes", command)
                               : "`tileglot` alone lists the commands";
  const std::string advice = meant.empty() ? help : meant;
  std::string message = error.what();
  std::replace(message.begin(), message.end(), '\n', ' ');
  return usage(guess.empty() ? "cli.arguments" : "cli.option", message,
               guess.empty() ? advice : guess);
}

/// As the option's check allows them.
api::Spelling spelling_named(std::string_view name) {
  if (name == "pycute") return api::Spelling::kPycute;
  if (name == "dsl") return api::Spelling::kDsl;
  return name == "cute-cpp" ? api::Spelling::kCuteCpp : api::Spelling::kCanonical;
}

/// Standard input for `-` and `--jsonl`, otherwise one expression.
core::Result<EvalCommand> eval_command(const Fields& fields) {
  EvalCommand command = fields.eval;
  command.options.via = fields.via == "map" ? api::Via::kMap : api::Via::kNotation;
  command.options.spelling = spelling_named(fields.spelling);
  command.options.semantics =
      fields.semantics == "cute-cpp" ? api::Semantics::kCuteCpp : api::Semantics::kExact;
  if (fields.json_lines && !command.expression.empty()) {
    return core::fail({.code = "cli.arguments",
                       .message = "--jsonl reads requests from standard input, so there is no "
                                  "place for an expression",
                       .help = "leave out --jsonl, or the expression"});
  }
  if (fields.json_lines) {
    command.input = EvalCommand::Input::kJsonLines;
  } else if (command.expression == "-") {
    command.input = EvalCommand::Input::kExpressionLines;
  } else if (command.expression.empty()) {
    return core::fail({.code = "cli.arguments",
                       .message = "eval needs an expression, - or --jsonl",
                       .help = "`tileglot eval --help` has examples"});
  }
  return command;
}

core::Status check_output(const api::RelayoutRequest& request) {
  if (!request.output.empty() || request.dry_run) return {};
  return core::fail({.code = "cli.arguments",
                     .message = "relayout needs a file to write",
                     .help = "add -o OUT.npy, or --dry-run to see the plan only"});
}

core::Result<Request> request_of(std::string_view command, Fields& fields) {
  fields.show.notation = fields.index.notation = fields.convert.notation = fields.equal.notation =
      fields.notation;
  if (command == "show") return fields.show;
  if (command == "index") return fields.index;
  fields.convert.spelling = spelling_named(fields.convert_spelling);
  if (command == "convert") return fields.convert;
  if (command == "equal") return fields.equal;
  if (command == "inspect") return fields.inspect;
  if (command == "relayout") {
    TILEGLOT_TRY_STATUS(check_output(fields.relayout));
    return fields.relayout;
  }
  if (command == "verify") return fields.verify;
  TILEGLOT_TRY(eval, eval_command(fields));
  return eval;
}

void add_commands(CLI::App& app, Fields& fields) {
  add_general(app, fields);
  add_show(app, fields);
  add_index(app, fields);
  add_convert(app, fields);
  add_equal(app, fields);
  add_eval(app, fields);
  add_inspect(app, fields);
  add_relayout(app, fields);
  add_verify(app, fields);
}

std::variant<Command, Message, api::Failure> parse_words(std::span<const char* const> words) {
  const std::string_view first = words.empty() ? std::string_view() : words[0];
  const bool asks_help = first == "--help" || first == "-h" || first == "help";
  const bool names_command = words.size() > 1 && !std::string_view(words[1]).starts_with('-');
  if (words.empty() || (asks_help && !names_command)) return Message{std::string(kOverview)};
  if (first == "--version") return Message{std::string(kVersion)};
  // `help show` is `show --help`.
  if (asks_help) {
    const std::array<const char*, 2> swapped{words[1], "--help"};
    return parse_words(swapped);
  }
  const std::string_view command = command_of(words);
  if (!command.empty() && !is_known(command)) return unknown_command(command);
  CLI::App app("tileglot", "tileglot");
  Fields fields;
  add_commands(app, fields);
  app.require_subcommand(1);
  try {
    // CLI11 takes a list from its end.
    app.parse(std::vector<std::string>(words.rbegin(), words.rend()));
  } catch (const CLI::CallForHelp&) {
    return Message{app.help()};
  } catch (const CLI::ParseError& error) {
    return wrong_words(app, error, command, words);
  }
  core::Result<Request> request = request_of(command, fields);
  if (!request) return api::Failure{request.error(), {}};
  return Command{*std::move(request), fields.json};
}

}  // namespace

std::variant<Command, Message, WrongWords> parse_arguments(int argc, const char* const* argv) {
  const std::span<const char* const> words(argv + std::min(argc, 1), argv + argc);
  auto parsed = parse_words(words);
  if (auto* failure = std::get_if<api::Failure>(&parsed)) {
    return WrongWords{std::move(*failure), asks_for_json(words)};
  }
  if (auto* message = std::get_if<Message>(&parsed)) return std::move(*message);
  return std::get<Command>(std::move(parsed));
}

}  // namespace tileglot::cli
