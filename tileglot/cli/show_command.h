// SPDX-License-Identifier: Apache-2.0
// show_command.h: the options of `tileglot show`.
#pragma once

#include <CLI/CLI.hpp>

#include "tileglot/cli/commands.h"

namespace tileglot::cli {

void add_show(CLI::App& app, Fields& fields);

}  // namespace tileglot::cli
