// SPDX-License-Identifier: Apache-2.0
// hlo_commands.h: the commands of `tileglot hlo`.
#pragma once

#include <CLI/CLI.hpp>

#include "tileglot/cli/commands.h"

namespace tileglot::cli {

void add_hlo(CLI::App& app, Fields& fields);

}  // namespace tileglot::cli
