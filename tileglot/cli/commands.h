// SPDX-License-Identifier: Apache-2.0
// commands.h: the commands and their options, for the library that reads them.
//
// What     add_commands declares every command with its options, help and examples; what is read
//          lies in Fields.
// Why      What a command takes stands apart from how a line is turned into a request.
#pragma once

#include <CLI/CLI.hpp>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "tileglot/cli/arguments.h"

namespace tileglot::cli {

/// What help calls the value of an option that is a file.
inline constexpr const char* kFileType = "FILE";

/// Values that a shell offers for options that take others too.
using Offers = std::map<const CLI::Option*, std::vector<std::string>>;

/// What CLI11 fills; turned into a request once parsing has succeeded.
struct Fields {
  bool json = false;
  std::string color = "auto";
  bool ascii = false;
  Offers offers;
  std::string shell;  ///< of `completion`
  std::optional<std::string> notation;
  std::optional<std::string> tensor;
  api::ShowRequest show;
  api::IndexRequest index;
  api::ConvertRequest convert;
  api::EqualRequest equal;
  api::CheckRequest check;
  EvalCommand eval;
  bool json_lines = false;
  std::string via = "notation";
  std::string spelling = "cute-cpp";
  std::string semantics = "exact";
  std::string convert_spelling;
  api::InspectRequest inspect;
  api::RelayoutRequest relayout;
  std::vector<std::string> dtypes;
  api::VerifyRequest verify;
  std::string hlo_command;  ///< the word behind `hlo`
  api::HloPrintRequest hlo_print;
  api::HloVerifyRequest hlo_verify;
  api::HloStatsRequest hlo_stats;
  api::HloAssignRequest hlo_assign;
  api::HloPassRequest hlo_pass;
  api::HloPassRequest hlo_normalize;
  api::HloDiffRequest hlo_diff;
  api::HloRunRequest hlo_run;
  api::HloCompileRequest hlo_compile;
  api::CompiledRunRequest hlo_compile_run;
  bool hlo_compile_runs = false;
};

/// A command with the options that all have.
CLI::App& add_command(CLI::App& app, Fields& fields, const char* name, const char* what);

/// How a layout's text is read: --from-notation and --tensor.
void add_notation(CLI::App& command, Fields& fields);

void add_commands(CLI::App& app, Fields& fields);

}  // namespace tileglot::cli
