// SPDX-License-Identifier: Apache-2.0
// digest_command.h: `tileglot digest`.
#pragma once

#include <CLI/CLI.hpp>

#include "tileglot/cli/commands.h"

namespace tileglot::cli {

void add_digest(CLI::App& app, Fields& fields);

}  // namespace tileglot::cli
