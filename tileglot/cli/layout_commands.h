// SPDX-License-Identifier: Apache-2.0
// layout_commands.h: `tileglot index`, `convert`, `equal` and `check`, on layouts given as text.
#pragma once

#include <CLI/CLI.hpp>

#include "tileglot/cli/commands.h"

namespace tileglot::cli {

void add_layout_commands(CLI::App& app, Fields& fields);

}  // namespace tileglot::cli
