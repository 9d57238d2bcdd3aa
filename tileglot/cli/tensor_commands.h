// SPDX-License-Identifier: Apache-2.0
// tensor_commands.h: `tileglot inspect`, `relayout` and `verify`, on tensor files.
#pragma once

#include <CLI/CLI.hpp>

#include "tileglot/cli/commands.h"

namespace tileglot::cli {

void add_tensor_commands(CLI::App& app, Fields& fields);

}  // namespace tileglot::cli
