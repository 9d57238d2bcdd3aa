// SPDX-License-Identifier: Apache-2.0
// arguments.h: the words of a command line as a request.
//
// What     parse_arguments reads a command and its options into the request that api answers, or
//          into a message: help, the version, or what is wrong and what was probably meant.
// Why      With commands.cc the only file that knows the library of options, slow to compile.
// Errors   cli.command, cli.option, cli.arguments; all end the program with 2.
#pragma once

#include <cstdint>
#include <string>
#include <variant>

#include "tileglot/api/check.h"
#include "tileglot/api/convert.h"
#include "tileglot/api/equal.h"
#include "tileglot/api/eval.h"
#include "tileglot/api/hlo_assign.h"
#include "tileglot/api/hlo_compile.h"
#include "tileglot/api/hlo_diff.h"
#include "tileglot/api/hlo_pass.h"
#include "tileglot/api/hlo_print.h"
#include "tileglot/api/hlo_run.h"
#include "tileglot/api/hlo_stats.h"
#include "tileglot/api/hlo_verify.h"
#include "tileglot/api/index.h"
#include "tileglot/api/inspect.h"
#include "tileglot/api/relayout.h"
#include "tileglot/api/reply.h"
#include "tileglot/api/show.h"
#include "tileglot/api/verify.h"
#include "tileglot/cli/terminal.h"

namespace tileglot::cli {

/// `eval EXPR`, or lines of expressions or of JSON from standard input.
struct EvalCommand {
  enum class Input : std::uint8_t { kExpression, kExpressionLines, kJsonLines };
  Input input = Input::kExpression;
  std::string expression = {};
  api::EvalOptions options = {};
};

using Request =
    std::variant<api::ShowRequest, api::IndexRequest, api::ConvertRequest, api::EqualRequest,
                 api::CheckRequest, EvalCommand, api::InspectRequest, api::RelayoutRequest,
                 api::VerifyRequest, api::HloPrintRequest, api::HloVerifyRequest,
                 api::HloStatsRequest, api::HloRunRequest, api::HloAssignRequest,
                 api::HloCompileRequest, api::HloPassRequest, api::HloDiffRequest, api::Answer>;

struct Command {
  Request request = {};
  bool json = false;
  ScreenWish screen = {};
};

/// Help and the version.
struct Message {
  std::string text = {};
};

/// A line that is no request, and whether it asks for JSON all the same.
struct WrongWords {
  api::Failure failure = {};
  bool json = false;
};

std::variant<Command, Message, WrongWords> parse_arguments(int argc, const char* const* argv);

}  // namespace tileglot::cli
