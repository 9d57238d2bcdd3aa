// SPDX-License-Identifier: Apache-2.0
// eval_command.h: `tileglot eval`: an expression, or lines of expressions or JSON from standard input.
#pragma once

#include <CLI/CLI.hpp>

#include "tileglot/cli/commands.h"

namespace tileglot::cli {

void add_eval(CLI::App& app, Fields& fields);

}  // namespace tileglot::cli
