// SPDX-License-Identifier: Apache-2.0
// reshard_command.h: `tileglot reshard`.
#pragma once

#include <CLI/CLI.hpp>

#include "tileglot/cli/commands.h"

namespace tileglot::cli {

void add_reshard(CLI::App& app, Fields& fields);

}  // namespace tileglot::cli
